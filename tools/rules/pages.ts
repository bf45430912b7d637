import { matchesGlob, posix } from 'node:path';
import type { Codebase, Finding, Rule } from '../source/codebase.ts';

/** Folders at the root: a word in a page that starts with one of them is meant as a path. */
const FOLDERS = ['common', 'screener', 'platform', 'tools', 'docs', 'bench', '.ci'];
/** A word without a slash that is meant as a file at the root, or beside the page. */
const ROOT_FILE = /^([A-Z]+\.md|biome\.json|package(-lock)?\.json|tsconfig[\w.]*\.json)$/;

interface Mention {
  readonly path: string;
  readonly line: number;
  readonly word: string;
}

/** A path that a page or a comment names is there. Placeholders are written `<name>`, sets of files with `*`. */
export const pagePathsExist: Rule = (codebase) => {
  const exists = existenceOf(codebase);
  return [...codeWords(codebase), ...comments(codebase)].flatMap(({ path, line, word }) => {
    const target = meantPath(path, word);
    if (target === undefined || target.some(exists)) return [];
    return [
      { path, line, message: `"${word}" is not there: correct the path, or write <name> for a placeholder` },
    ];
  });
};

/** A relative link leads to a file of the repository. */
export const pageLinksExist: Rule = (codebase) => {
  const exists = existenceOf(codebase);
  return links(codebase).flatMap(({ path, line, word }) => {
    const [target = ''] = word.split('#');
    if (target === '' || /^[a-z]+:/i.test(word)) return [];
    if (exists(posix.join(posix.dirname(path), target))) return [];
    return [{ path, line, message: `the link "${word}" leads nowhere` }];
  });
};

/** A script that a page tells its reader to run is in package.json. */
export const pageScriptsExist: Rule = (codebase) => {
  const scripts = codebase.rootManifest.scripts ?? {};
  return pages(codebase, (path) => path.endsWith('.md') || path === '.ci/run').flatMap(
    ({ path, line, word }) =>
      [...word.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].flatMap(([command, run, bare]) => {
        if ((run ?? bare ?? '') in scripts) return [];
        return [{ path, line, message: `"${command}": package.json has no such script` }];
      }),
  );
};

/** `.ci/run` runs what the README tells its reader to run, in that order, and nothing else. */
export const ciRunsTheReadme: Rule = (codebase) => {
  const text = codebase.repository.text('.ci/run') ?? '';
  const commands = text.split('\n').filter((line) => line !== '' && !/^(#|set |cd )/.test(line));
  if ((codebase.repository.text('README.md') ?? '').includes(commands.join(' && '))) return [];
  return [{ path: '.ci/run', line: null, message: `README.md does not say "${commands.join(' && ')}"` }];
};

/** "ADR 0002" names a decision record that is there. */
export const adrMentionsExist: Rule = (codebase) =>
  pages(codebase, (path) => /\.(md|ts)$/.test(path)).flatMap(({ path, line, word }) =>
    [...word.matchAll(/\bADR (\d{4})\b/g)].flatMap(([mention, number]) => {
      const isThere = codebase.repository.paths.some((file) => file.startsWith(`docs/adr/${number}-`));
      return isThere ? [] : [{ path, line, message: `${mention} is not in docs/adr` }];
    }),
  );

/** Decision records are docs/adr/<number>-<title>.md, each number once, with the sections of ADR 0001. */
export const adrsKeepTheirForm: Rule = (codebase) => {
  const files = codebase.repository.paths.filter((path) => path.startsWith('docs/adr/'));
  return files.flatMap((path, index): Finding[] => {
    const [, number] = /^docs\/adr\/(\d{4})-[a-z0-9-]+\.md$/.exec(path) ?? [];
    if (number === undefined)
      return [{ path, line: null, message: 'name it docs/adr/<four digits>-<title>.md' }];
    const twin = files.slice(0, index).find((other) => other.startsWith(`docs/adr/${number}-`));
    if (twin !== undefined)
      return [{ path, line: null, message: `has the number of ${twin}: take the next` }];
    const text = codebase.repository.text(path) ?? '';
    const wanted = [`# ${number}. `, 'Status: ', '## Context', '## Decision', '## Consequences'];
    return wanted
      .filter((start) => !text.split('\n').some((line) => line.startsWith(start)))
      .map((start) => ({ path, line: null, message: `has no line that starts with "${start}" (ADR 0001)` }));
  });
};

export const PAGE_RULES: Readonly<Record<string, Rule>> = {
  pagePathsExist,
  pageLinksExist,
  pageScriptsExist,
  ciRunsTheReadme,
  adrMentionsExist,
  adrsKeepTheirForm,
};

/** The paths that a word may mean, any of which will do; undefined when it is no path of this repository. */
function meantPath(page: string, word: string): string[] | undefined {
  const clean = word
    .replace(/[),.;:'"]+$/, '')
    .replace(/^['"(]+/, '')
    .replace(/(:\d+)+$/, '');
  if (!/^[\w@.*-]+(\/[\w@.*-]+)*\/?$/.test(clean)) return undefined;
  const beside = posix.join(posix.dirname(page), clean);
  if (ROOT_FILE.test(clean)) return [clean, beside];
  if (clean.includes('/') && FOLDERS.includes(clean.split('/')[0] ?? '')) return [clean];
  const [ownPackage] = /^(common|screener|platform)\/[^/]+(?=\/)/.exec(page) ?? [];
  if (ownPackage !== undefined && /^(src|test)\//.test(clean)) return [`${ownPackage}/${clean}`];
  return undefined;
}

function existenceOf(codebase: Codebase): (path: string) => boolean {
  const known = new Set<string>();
  for (const path of codebase.repository.paths) {
    for (let part = path; part !== '.'; part = posix.dirname(part)) known.add(part);
  }
  return (path) => {
    const bare = path.replace(/\/$/, '');
    return bare.includes('*') ? [...known].some((file) => matchesGlob(file, bare)) : known.has(bare);
  };
}

function pages(codebase: Codebase, includes: (path: string) => boolean): Mention[] {
  return codebase.repository.paths.filter(includes).flatMap((path) => {
    const lines = (codebase.repository.text(path) ?? '').split('\n');
    return lines.map((word, index) => ({ path, line: index + 1, word }));
  });
}

function isPage(path: string): boolean {
  return path.endsWith('.md');
}

/** Words between backticks, and in blocks of code. */
function codeWords(codebase: Codebase): Mention[] {
  let inBlock = false;
  return pages(codebase, isPage).flatMap(({ path, line, word }) => {
    if (line === 1) inBlock = false;
    if (/^\s*```/.test(word)) {
      inBlock = !inBlock;
      return [];
    }
    const code = inBlock ? [word] : [...word.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside);
    return code.flatMap((text) => text.split(/\s+/)).map((text) => ({ path, line, word: text }));
  });
}

/** Words of whole-line comments in sources. */
function comments(codebase: Codebase): Mention[] {
  return pages(codebase, (path) => codebase.sources.has(path))
    .filter(({ word }) => /^\s*(\*|\/\/|\/\*)/.test(word))
    .flatMap(({ path, line, word }) => word.split(/[\s`]+/).map((part) => ({ path, line, word: part })))
    .filter(({ word }) => /\w\/\w.*\.(md|ts|json|mjs|cjs)\W*$/.test(word) && !/^(src|test)\//.test(word));
}

function links(codebase: Codebase): Mention[] {
  return pages(codebase, isPage).flatMap(({ path, line, word }) =>
    [...word.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)[^)]*\)/g)].map(([, target = '']) => ({
      path,
      line,
      word: target,
    })),
  );
}
