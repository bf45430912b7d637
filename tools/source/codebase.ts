import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, matchesGlob, posix } from 'node:path';

/** The files of a checkout, or of a fixture in memory. Paths start at the root and use `/`. */
export interface Repository {
  /** Every file that is not ignored, sorted. */
  readonly paths: readonly string[];
  /** Empty if the file is absent, not text, or larger than `MAX_TEXT_BYTES`. */
  text(path: string): string;
}

/** What plain patterns see of a repository. It is the argument of every rule. */
export interface Codebase extends Repository {
  /** Paths of `.ts` and `.cjs` files. */
  readonly sources: readonly string[];
  readonly edges: readonly Edge[];
  readonly exports: readonly { readonly path: string; readonly line: number; readonly name: string }[];
  /** The manifests by folder; the root's is `.`. */
  readonly manifests: ReadonlyMap<string, Manifest>;
}

/** A reference from one source to another: an import, or the quoted path of a program that it starts. */
export interface Edge {
  readonly path: string;
  readonly line: number;
  readonly kind: 'import' | 'type import' | 'program';
  /** The reference as written; null if an `import()` computes it. */
  readonly specifier: string | null;
  /** The file in this repository that it names, whether or not it exists; null for other packages. */
  readonly target: string | null;
  /** The imported names, as the target names them; `*` for everything. */
  readonly names: readonly string[];
}

export type Manifest = Readonly<Record<DependencyKind | 'scripts', Readonly<Record<string, string>>>> & {
  readonly name?: string;
  readonly description?: string;
};
export type DependencyKind = 'dependencies' | 'devDependencies' | 'optionalDependencies';

/** Returns what is wrong, as `path:line: what to do`, or `path: what to do` for a whole file. */
export type Rule = (codebase: Codebase) => string[];

export const ROOT_FOLDER: string = dirname(dirname(import.meta.dirname));

/** Larger files are data, which no rule about prose or code reads. */
const MAX_TEXT_BYTES = 2_000_000;
const TEXT =
  /(^|\/)(run|commit-msg|Dockerfile|Caddyfile|\.\w+|\.env\.example)$|\.(ts|cjs|js|json|md|html|css|sql|sh|ya?ml|toml|csv|txt|conf|service|timer|target)$/;

/*
 * INVARIANT: together these patterns see everything, because the compiler has parsed the file and the formatter writes each
 * statement in one way: imports and exports begin their line, quotes are single, and the linter refuses lists of
 * exports.
 */
const IMPORT = /^(?:import|export) (type )?(?:((?:[\w$*,\s]|\{[^}]*\})+?) from )?'([^']+)'/gm;
const DYNAMIC_IMPORT = /^(?!\s*(?:\*|\/\/|\/\*))[^'"`\n]*?\bimport\(\s*(?:'([^']+)')?/gm;
/**
 * In packages, anything else that looks like an import: a comment in the clause, several on a line, a quote
 * before it.
 */
const ANY_IMPORT = /\b(?:from|import\(?)\s*(?:\/\*.*?\*\/\s*)?'([^'\n]+)'/g;
const COMMENT_LINE = /^\s*(?:\*|\/\/|\/\*)/;
const PROGRAM = /(?<!import |import\(|from )'((?:[\w@.-]+\/)*[\w@.-]+\.(?:ts|cjs))'/g;
const EXPORT =
  /^export (?:abstract |async |declare )*(?:const|let|function\*?|class|interface|type) (\w+|\{[^}]*\})/gm;

/** Reads the checkout at `root` from disk, so that a source archive without Git can be checked too. */
export function readRepository(root: string): Repository {
  const gitignore = join(root, '.gitignore');
  const ignored = existsSync(gitignore) ? ignoredGlobs(readFileSync(gitignore, 'utf8')) : [];
  const visit = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.name === '.git' || ignored.some((glob) => matchesGlob(path, glob))) return [];
      return entry.isDirectory() ? visit(path) : [path];
    });
  const texts = new Map<string, string | null>(visit('').map((path) => [path, null]));
  return {
    paths: [...texts.keys()].sort(),
    text(path) {
      const file = join(root, path);
      const isText = texts.has(path) && TEXT.test(path) && statSync(file).size <= MAX_TEXT_BYTES;
      const text = texts.get(path) ?? (isText ? readFileSync(file, 'utf8') : '');
      texts.set(path, text);
      return text;
    },
  };
}

/** `name`, `*.suffix` and `name/` at any depth, `/name` at the root: the part of .gitignore that is used here. */
export function ignoredGlobs(gitignore: string): string[] {
  return gitignore.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('#')) return [];
    if (/^!|[^/]\/[^/]/.test(line))
      throw new Error(`.gitignore: cannot interpret "${line}"; see ignoredGlobs`);
    const name = line.replace(/\/$/, '');
    return name.startsWith('/') ? name.slice(1) : `**/${name}`;
  });
}

export function readCodebase({ paths, text }: Repository): Codebase {
  const sources = paths.filter((path) => /\.(ts|cjs)$/.test(path));
  const manifests = new Map<string, Manifest>(
    paths
      .filter((path) => /^([^/]+\/){0,2}package\.json$/.test(path))
      .map((path) => [posix.dirname(path), JSON.parse(text(path))]),
  );
  const folders = new Map([...manifests].map(([folder, { name }]) => [name, folder]));
  const exports = sources.flatMap((path) =>
    matches(text(path), EXPORT).flatMap(([line, list = '']) =>
      [...list.matchAll(/\w+/g)].map(([name]) => ({ path, line, name })),
    ),
  );
  const resolve = (path: string, specifier: string): string | null => {
    if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
    const [, name = '', subpath] = /^(@[^/]+\/[^/]+)\/(.+)$/.exec(specifier) ?? [];
    return isOwn(name) ? `${folders.get(name) ?? name.slice(1)}/src/${subpath}.ts` : null;
  };
  const edges = sources.flatMap((path): Edge[] => [
    ...matches(text(path), IMPORT).map(([line, type, clause = '', specifier = '']) => {
      const kind = type === undefined ? ('import' as const) : ('type import' as const);
      return { path, line, kind, specifier, target: resolve(path, specifier), names: namesOf(clause) };
    }),
    ...matches(text(path), DYNAMIC_IMPORT).map(([line, specifier = null]) => {
      const target = specifier === null ? null : resolve(path, specifier);
      return { path, line, kind: 'import' as const, specifier, target, names: ['*'] };
    }),
    ...unseenImports(path, text(path)).map(([line, specifier]) => {
      return {
        path,
        line,
        kind: 'import' as const,
        specifier,
        target: resolve(path, specifier),
        names: ['*'],
      };
    }),
    ...matches(text(path), PROGRAM).map(([line, specifier = '']) => {
      // The path is relative to the root, or to the file that starts it.
      const beside = posix.join(posix.dirname(path), specifier);
      const target = paths.includes(specifier) ? specifier : beside;
      return { path, line, kind: 'program' as const, specifier, target, names: [] };
    }),
  ]);
  return { paths, text, sources, edges, exports, manifests };
}

/** Finds, by line, what the patterns for well-formed imports miss in a package's file. */
function unseenImports(path: string, text: string): [number, string][] {
  if (!/^(common|screener|platform)\//.test(path) || /(^|\/)(test|conformance|demo)\//.test(path)) return [];
  const seen = new Set(
    [...text.matchAll(IMPORT), ...text.matchAll(DYNAMIC_IMPORT)].map((match) => match.at(3) ?? match.at(1)),
  );
  return text.split('\n').flatMap((line, at) => {
    if (COMMENT_LINE.test(line)) return [];
    return [...line.matchAll(ANY_IMPORT)].flatMap(([, specifier = '']): [number, string][] =>
      seen.has(specifier) ? [] : [[at + 1, specifier]],
    );
  });
}

/** The groups of each match, after the number of its line. */
function matches(text: string, pattern: RegExp): [number, ...(string | undefined)[]][] {
  return [...text.matchAll(pattern)].map((match) => [
    text.slice(0, match.index).split('\n').length,
    ...match.slice(1),
  ]);
}

/** `{ a as b, type C }` takes `a` and `C`; `* as d` takes everything. */
function namesOf(clause: string): string[] {
  if (clause.includes('*')) return ['*'];
  const [, list = ''] = /\{([^}]*)\}/.exec(clause) ?? [];
  return list
    .replace(/\/\/.*/g, '')
    .split(',')
    .flatMap((part) => /^\s*(?:type )?(\w+)/.exec(part)?.[1] ?? []);
}

let checkout: Codebase | undefined;

/** This checkout, read once per process. */
export function thisCodebase(): Codebase {
  checkout ??= readCodebase(readRepository(ROOT_FOLDER));
  return checkout;
}

/** Applies `look` to each line of the wanted files, and puts the place in front of each complaint. */
export function eachLine(
  { paths, text }: Repository,
  isWanted: (path: string) => boolean,
  look: (line: string, path: string, number: number) => readonly string[],
): string[] {
  return paths.filter(isWanted).flatMap((path) =>
    text(path)
      .split('\n')
      .flatMap((line, at) => look(line, path, at + 1).map((message) => `${path}:${at + 1}: ${message}`)),
  );
}

/** `common/base` for a path in it; undefined for a path outside packages and apps. */
export function packageOf({ manifests }: Pick<Codebase, 'manifests'>, path: string): string | undefined {
  return [...manifests.keys()].find((folder) => folder.includes('/') && path.startsWith(`${folder}/`));
}

/**
 * Whether the file is not shipped: tests, their helpers (also those in a package's `src/testing`),
 * examples and measurements.
 */
export function isTestPath(path: string): boolean {
  return /^[^/]+\/[^/]+\/(test\/|examples\/|src\/testing[./])|^(tools\/test|bench|\w+\/(conformance|demo))\//.test(
    path,
  );
}

/** A package of this repository. */
export function isOwn(name: string): boolean {
  return /^@(common|screener|platform|sanad)\//.test(name);
}

/** `fastify` of `fastify/x`; undefined for relative paths and built-ins. */
export function packageNameOf(specifier: string | null): string | undefined {
  if (specifier === null || /^(\.|node:)/.test(specifier)) return undefined;
  return /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}
