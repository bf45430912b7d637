import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Text of a file that changes its process, or ends it: such a file gets a process of its own. */
const SEEN_BY_OTHERS =
  /\bdelete process\.env|\bprocess\.(?:chdir|on|exitCode|env(?:\.\w+|\[\w+\]) =[^=])|node:worker_threads|syncBuiltinESMExports/;
/** A shorter group gains nothing. */
const SHORT_GROUP_MS = 60_000;
/**
 * The parts of a processor's work of which a group is at most one: no processor ends with one long group while the
 * others have nothing to do. A share, not a time, because a busy machine stretches all durations alike, and groups of
 * fewer files start, link and launch browsers more often.
 */
const PARTS = 10;
const MAX_FILES = 20;

/** Test files that run in one process, by the path of the file that imports them. */
export type Groups = ReadonlyMap<string, readonly string[]>;

/**
 * Writes a test file for each group into `folder`: files of one top folder that leave the process unchanged, since
 * starting a process and linking up to a thousand modules costs more than most files' tests. Each is a suite
 * named by its path.
 */
export function writeGroups(
  root: string,
  folder: string,
  files: readonly string[],
  expectedMs: ReadonlyMap<string, number>,
  processes: number,
): Groups {
  const msOf = (file: string): number => expectedMs.get(file) ?? 0;
  const total = files.reduce((sum, file) => sum + msOf(file), 0);
  const limit = Math.max(SHORT_GROUP_MS, total / (PARTS * processes));
  const isGrouped = (file: string): boolean =>
    msOf(file) < limit && !SEEN_BY_OTHERS.test(readFileSync(join(root, file), 'utf8'));
  const byFolder = Map.groupBy(files.filter(isGrouped).sort(), (file) => file.split('/', 1).join());
  const groups = new Map<string, readonly string[]>();
  for (const [name, members] of byFolder) {
    for (const [at, group] of inGroups(members, msOf, limit).entries()) {
      if (group.length === 1) continue;
      const entry = join(folder, `${name}-${at + 1}.test.mjs`);
      writeFileSync(entry, entryFor(root, group));
      groups.set(entry, group);
    }
  }
  return groups;
}

/** Neighbours stay together, because they import the same modules. */
function inGroups(
  files: readonly string[],
  msOf: (file: string) => number,
  limit: number,
): readonly string[][] {
  const groups: string[][] = [];
  let room = 0;
  for (const file of files) {
    const last = groups.at(-1);
    const fits = last !== undefined && last.length < MAX_FILES && msOf(file) <= room;
    if (fits) last.push(file);
    else groups.push([file]);
    room = (fits ? room : limit) - msOf(file);
  }
  return groups;
}

/** The symbol of what a group's files leave to its end: a list of functions. */
const GROUP_ENDINGS = 'sanad.test.group-endings';

/** A test belongs to the suite in whose scope its file is evaluated, so each is bound to its own. */
const SUITES_IN_TURN = `import { AsyncResource } from 'node:async_hooks';
import { after, describe } from 'node:test';
const endings = (globalThis[Symbol.for('${GROUP_ENDINGS}')] = []);
after(async () => {
  for (const end of endings) await end();
});
let last = Promise.resolve();
const suite = (name, load) =>
  describe(name, () => {
    const inScope = AsyncResource.bind(() => load());
    return (last = last.then(inScope, inScope));
  });
`;

/**
 * INVARIANT: files are imported one after the other. Beside others, a file that imports a module which awaits something
 * is evaluated once that module is ready, and its tests then belong to the suite of any file that imports it.
 */
function entryFor(root: string, group: readonly string[]): string {
  const suites = group.map((file) => {
    const url = pathToFileURL(join(root, file)).href;
    return `suite(${JSON.stringify(file)}, () => import(${JSON.stringify(url)}));\n`;
  });
  return `${SUITES_IN_TURN}${suites.join('')}`;
}
