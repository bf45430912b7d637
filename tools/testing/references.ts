import { posix } from 'node:path';
import type { Codebase } from '../source/codebase.ts';
import { packageOf } from '../source/codebase.ts';

/** The references of each source of a checkout, as far as its text shows them. */
export interface References {
  /** The files that it imports when it runs. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  /** Those, and each file that it starts or reads. */
  readonly files: ReadonlyMap<string, ReadonlySet<string>>;
  /** Folders whose content it reads; they end with `/`. */
  readonly folders: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A quoted path, unless it is imported: then it is an edge already, or a type, which does nothing at run time. */
const QUOTED = /(?<!\b(?:from|import) |\bimport\()'((?:[\w@.-]+\/)*[\w@.-]+\/?)'/g;
/** A path with parts that are computed. */
const TEMPLATE = /`((?:[\w@./-]|\$\{[^{}`]*\})+)`/g;
/** A single word without one is too often something else. */
const FOLDER_AT_ROOT = /\((?:REPOSITORY|ROOT\w*), '([\w.-]+)'/g;
const COMMENT_LINES = /^\s*(?:\*|\/\/|\/\*).*$/gm;

/**
 * Reads every source. `absent` are paths that are no longer in the checkout: deleted files. Where parts of a path are
 * computed, every file that it may name counts; where only a folder is named, the whole folder.
 */
export function readReferences(codebase: Codebase, absent: readonly string[] = []): References {
  const paths = new Set([...codebase.paths, ...absent]);
  const places = new Set([...paths].flatMap(foldersAbove));
  const imports = new Map<string, Set<string>>();
  const files = new Map<string, Set<string>>();
  const folders = new Map<string, Set<string>>();
  for (const { path, kind, target } of codebase.edges) {
    if (target === null || kind === 'type import' || !paths.has(target)) continue;
    if (kind === 'import') add(imports, path, target);
    add(files, path, target);
  }
  for (const path of codebase.sources) {
    const text = codebase.text(path).replace(COMMENT_LINES, '');
    const bases = [posix.dirname(path), '.', packageOf(codebase, path) ?? '.'];
    const isPlace = (folder: string): boolean => places.has(folder) && !path.startsWith(folder);
    for (const target of quotedIn(text, bases)) {
      if (paths.has(target)) add(files, path, target);
      if (target.includes('/') && isPlace(`${target}/`)) add(folders, path, `${target}/`);
    }
    for (const [, name] of text.matchAll(FOLDER_AT_ROOT))
      if (isPlace(`${name}/`)) add(folders, path, `${name}/`);
    for (const glob of globsIn(text, bases)) {
      const pattern = new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`);
      for (const target of paths) if (pattern.test(target)) add(files, path, target);
    }
    for (const folder of startsIn(text, bases)) if (isPlace(folder)) add(folders, path, folder);
  }
  return { imports, files, folders };
}

function quotedIn(text: string, bases: readonly string[]): string[] {
  return [...text.matchAll(QUOTED)].flatMap(([, quoted = '']) =>
    resolve(quoted, bases).map((path) => path.replace(/\/$/, '')),
  );
}

/** `platform/${name}/src/main.ts` is each app's. One that begins with a computed part could be anything. */
function globsIn(text: string, bases: readonly string[]): string[] {
  return templatesIn(text)
    .filter((glob) => /\.\w+$/.test(glob))
    .flatMap((glob) => resolve(glob, bases));
}

/** `docs/guides/${name}` is a file of that folder; what begins with one word is more often an address. */
function startsIn(text: string, bases: readonly string[]): string[] {
  return templatesIn(text)
    .filter((glob) => /^[^*]+\/[^*]*\//.test(glob) || glob.startsWith('.'))
    .flatMap((glob) => resolve(glob.replace(/[^/]*\*.*$/, ''), bases));
}

function templatesIn(text: string): string[] {
  return [...text.matchAll(TEMPLATE)]
    .map(([, template = '']) => template.replaceAll(/\$\{[^}]*\}/g, '*'))
    .filter((glob) => /^[\w@.-]+\/.*\*/.test(glob));
}

/**
 * Resolves a path from the folder of the file that contains it; without a dot, also from the root or the
 * package.
 */
function resolve(path: string, bases: readonly string[]): string[] {
  const from = path.startsWith('.') ? bases.slice(0, 1) : bases;
  return [...new Set(from.map((base) => posix.join(base, path)))].filter((each) => !each.startsWith('..'));
}

function foldersAbove(path: string): string[] {
  return path
    .split('/')
    .map((_, at, parts) => `${parts.slice(0, at).join('/')}/`)
    .slice(1);
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key) ?? new Set();
  map.set(key, values.add(value));
}
