import { readFileSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Starting a process and loading the same modules costs these files more than their tests. */
const CHEAP: readonly string[] = [
  'common/base/test/**',
  'platform/core/test/**',
  'screener/{engine,sources}/test/**',
  'tools/test/rules/**',
];
/** Text of a file that another one in the same process would notice. Such a file gets its own process. */
const SEEN_BY_OTHERS =
  /^(?:before|after|beforeEach|afterEach)\(|node:child_process|node:worker_threads|\bprocess\.(?:env|chdir|cwd|on|exit)|\.listen\(|\bmock\.|\bglobalThis\b/m;
/** A file that took longer keeps a processor busy by itself. */
const MAX_FILE_MS = 4_000;
const MAX_FILES = 12;

/** Test files that run in one process, by the path of the file that imports them. */
export type Groups = ReadonlyMap<string, readonly string[]>;

/**
 * Writes a test file for each group into `folder`: cheap files of one package that leave the process
 * unchanged. Each is a suite named by its path.
 */
export function writeGroups(
  root: string,
  folder: string,
  files: readonly string[],
  knownMs: Readonly<Record<string, number>>,
): Groups {
  const isCheap = (file: string): boolean =>
    CHEAP.some((glob) => matchesGlob(file, glob)) &&
    (knownMs[file] ?? 0) <= MAX_FILE_MS &&
    !SEEN_BY_OTHERS.test(readFileSync(join(root, file), 'utf8'));
  const byPackage = Map.groupBy(files.filter(isCheap).sort(), (file) => file.split('/', 2).join('-'));
  const groups = new Map<string, readonly string[]>();
  for (const [name, members] of byPackage) {
    for (let at = 0; at < members.length; at += MAX_FILES) {
      const group = members.slice(at, at + MAX_FILES);
      if (group.length === 1) continue;
      const entry = join(folder, `${name}-${at / MAX_FILES + 1}.test.mjs`);
      writeFileSync(entry, entryFor(root, group));
      groups.set(entry, group);
    }
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
