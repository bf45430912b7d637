import { readFileSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Files of these folders run together with others of the same package. Starting a process and linking up to a
 * thousand modules would cost each of them more than most of its tests.
 */
const GROUPED: readonly string[] = [
  'common/{base,kit,web}/test/**',
  'platform/{api,authority,cli,console,core,counterparties,gateway,keys,pep,verifier,witness}/test/**',
  'screener/{cli,engine,service,site,sources,words}/test/**',
  'tools/test/rules/**',
];
/** Text of a file that another one in the same process would notice. Such a file gets its own process. */
const SEEN_BY_OTHERS =
  /^(?:before|after|beforeEach|afterEach)\(|node:child_process|node:worker_threads|\bprocess\.(?:env|chdir|cwd|on|exit)|\bmock\.|\bglobalThis\b/m;
/** A file that took longer keeps a processor busy by itself. */
const MAX_FILE_MS = 10_000;
/** No processor ends with one long group while the others have nothing to do. */
const MAX_GROUP_MS = 25_000;
const MAX_FILES = 12;

/** Test files that run in one process, by the path of the file that imports them. */
export type Groups = ReadonlyMap<string, readonly string[]>;

/**
 * Writes a test file for each group into `folder`: files of one package that leave the process unchanged.
 * Each is a suite named by its path.
 */
export function writeGroups(
  root: string,
  folder: string,
  files: readonly string[],
  expectedMs: ReadonlyMap<string, number>,
): Groups {
  const msOf = (file: string): number => expectedMs.get(file) ?? 0;
  const isGrouped = (file: string): boolean =>
    GROUPED.some((glob) => matchesGlob(file, glob)) &&
    msOf(file) <= MAX_FILE_MS &&
    !SEEN_BY_OTHERS.test(readFileSync(join(root, file), 'utf8'));
  const byPackage = Map.groupBy(files.filter(isGrouped).sort(), (file) => file.split('/', 2).join('-'));
  const groups = new Map<string, readonly string[]>();
  for (const [name, members] of byPackage) {
    for (const [at, group] of inGroups(members, msOf).entries()) {
      if (group.length === 1) continue;
      const entry = join(folder, `${name}-${at + 1}.test.mjs`);
      writeFileSync(entry, entryFor(root, group));
      groups.set(entry, group);
    }
  }
  return groups;
}

/** Neighbours stay together, because they import the same modules. */
function inGroups(files: readonly string[], msOf: (file: string) => number): readonly string[][] {
  const groups: string[][] = [];
  let room = 0;
  for (const file of files) {
    const last = groups.at(-1);
    const fits = last !== undefined && last.length < MAX_FILES && msOf(file) <= room;
    if (fits) last.push(file);
    else groups.push([file]);
    room = (fits ? room : MAX_GROUP_MS) - msOf(file);
  }
  return groups;
}

function entryFor(root: string, group: readonly string[]): string {
  const suites = group.map((file) => {
    const url = pathToFileURL(join(root, file)).href;
    return `describe(${JSON.stringify(file)}, async () => { await import(${JSON.stringify(url)}); });\n`;
  });
  return `import { describe } from 'node:test';\n${suites.join('')}`;
}
