import { matchesGlob, posix } from 'node:path';
import { LAYERS } from '../layers.ts';
import type { Repository, Rule } from '../source/codebase.ts';
import { eachLine } from '../source/codebase.ts';

/** A word on a page that starts with one of these folders is meant as a path. */
const IN_FOLDER = /^(common|screener|platform|bin|tools|docs|bench|\.ci)\//;
const A_FILE = /\.(md|ts|json|cjs)$/;
/** A word without a slash that is meant as a file at the root, or next to the page. */
const ROOT_FILE = /^([A-Z]+\.md|biome\.json|package(-lock)?\.json|tsconfig[\w.]*\.json)$/;

/** A path that a page or comment names exists. Placeholders are written `<name>`, sets of files with `*`. */
export const pagePathsExist: Rule = (codebase) =>
  eachLine(codebase, isPageOrSource, (line, path) => {
    const isProse = isPage(path) || /^\s*(\*|\/\/|\/\*)/.test(line);
    return (isProse ? line.split(/[\s`'"()[\],;|]+/) : [])
      .map((word) => word.replace(/(?<=\w)[.:]+$|(:\d+)+$/g, ''))
      .filter((word) => {
        const meant = meantPaths(path, word);
        // A planned package may be named before it exists.
        return meant.length > 0 && !(word in LAYERS) && !meant.some((each) => exists(codebase, each));
      })
      .map((word) => `"${word}" does not exist: correct it, or write <name> for a placeholder`);
  });

/** A relative link leads to a file in the repository. */
export const pageLinksExist: Rule = (codebase) =>
  eachLine(codebase, isPage, (line, path) =>
    [...line.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/i.test(link) && !exists(codebase, posix.join(posix.dirname(path), link)))
      .map((link) => `the link "${link}" is broken`),
  );

/** A script that a page tells its reader to run is in package.json. */
export const pageScriptsExist: Rule = (codebase) => {
  const scripts = codebase.manifests.get('.')?.scripts ?? {};
  return eachLine(
    codebase,
    (path) => isPage(path) || path === '.ci/run',
    (line) =>
      [...line.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)]
        .filter(([, run, bare]) => !((run ?? bare ?? '') in scripts))
        .map(([command]) => `"${command}": package.json has no such script`),
  );
};

/** `.ci/run` runs what the README tells its reader to run, in that order, and nothing else. */
export const ciRunsTheReadme: Rule = ({ text }) => {
  const lines = text('.ci/run').split('\n');
  const commands = lines.filter((line) => line !== '' && !/^(#|set |cd )/.test(line)).join(' && ');
  return text('README.md').includes(commands) ? [] : [`.ci/run: README.md does not contain "${commands}"`];
};

/** "ADR 0002" names an existing decision record. */
export const adrMentionsExist: Rule = (codebase) =>
  eachLine(codebase, isPageOrSource, (line) =>
    [...line.matchAll(/\bADR (\d{4})\b/g)]
      .filter(([, number]) => !codebase.paths.some((file) => file.startsWith(`docs/adr/${number}-`)))
      .map(([mention]) => `${mention} is not in docs/adr`),
  );

/** Decision records are docs/adr/<number>-<title>.md, each number once, with the sections of ADR 0001. */
export const adrsKeepTheirForm: Rule = ({ paths, text }) => {
  const files = paths.filter((path) => path.startsWith('docs/adr/'));
  return files.flatMap((path, index) => {
    const [, number] = /^docs\/adr\/(\d{4})-[a-z0-9-]+\.md$/.exec(path) ?? [];
    if (number === undefined) return [`${path}: name it docs/adr/<four digits>-<title>.md`];
    const twin = files.slice(0, index).find((other) => other.startsWith(`docs/adr/${number}-`));
    if (twin !== undefined) return [`${path}: has the same number as ${twin}: take the next free one`];
    return [`# ${number}. `, 'Status: ', '## Context', '## Decision', '## Consequences']
      .filter((start) => !`\n${text(path)}`.includes(`\n${start}`))
      .map((start) => `${path}: has no line that starts with "${start}" (ADR 0001)`);
  });
};

/** The paths that a word may mean, any of which will do; none if it is not a path in this repository. */
function meantPaths(page: string, word: string): string[] {
  if (!/^[\w@.*-]+(\/[\w@.*-]+)*\/?$/.test(word)) return [];
  if (ROOT_FILE.test(word)) return [word, posix.join(posix.dirname(page), word)];
  if (isPage(page) ? IN_FOLDER.test(word) : IN_FOLDER.test(word) && A_FILE.test(word)) return [word];
  const [ownPackage] = /^(common|screener|platform)\/[^/]+(?=\/)/.exec(page) ?? [];
  return isPage(page) && ownPackage && /^(src|test)\//.test(word) ? [`${ownPackage}/${word}`] : [];
}

/** A file, a folder, or a glob that matches one. */
function exists({ paths }: Repository, path: string): boolean {
  const bare = path.replace(/\/$/, '');
  return paths.some((each) => each === bare || each.startsWith(`${bare}/`) || matchesGlob(each, bare));
}

function isPage(path: string): boolean {
  return path.endsWith('.md');
}

function isPageOrSource(path: string): boolean {
  return /\.(md|ts|cjs)$/.test(path);
}
