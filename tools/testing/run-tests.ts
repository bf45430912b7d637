import type { EndedTest } from './collect.ts';
import { expectedMs, keepDurations, readDurations } from './durations.ts';
import type { Groups } from './groups.ts';
import { writeGroups } from './groups.ts';
import { byPackage, flaky, notRun, slowest, total } from './report.ts';
import type { Limits, Pass, RunOptions } from './run-files.ts';
import { CONCURRENCY, runFiles } from './run-files.ts';

export const LIMITS: Limits = { testMs: 600_000, idleMs: 660_000 };
/** The environment of searches at full size. */
export const LONG_LIMITS: Limits = { testMs: 1_800_000, idleMs: 3_600_000 };

/** A greater number of files does not fail by chance. */
const MAX_REPEATED_FILES = 3;

/**
 * Runs the files, the longest first; true if there were tests and all passed. It repeats alone a file that
 * failed beside others, and names it if it then passes. At the end it lists each test that did not run or
 * whose failure is expected, so that none can hide, and the counts.
 */
export async function runTests(
  root: string,
  files: readonly string[],
  options: RunOptions,
): Promise<boolean> {
  const { order, groups } = plan(root, files, options);
  const first = await runFiles(root, order, options, groups);
  if (options.namePattern === null) keepDurations(root, first.durations);
  const failed = failedFiles(first);
  const isWorthRepeating =
    files.length > 1 && failed.length > 0 && failed.length <= MAX_REPEATED_FILES && first.stuck.length === 0;
  const repeated = isWorthRepeating ? await runAlone(root, failed, options) : [];
  const isRepeated = ({ file }: EndedTest): boolean => isWorthRepeating && failed.includes(file);
  const ended = [
    ...first.ended.filter((each) => !isRepeated(each)),
    ...repeated.flatMap((pass) => pass.ended),
  ];
  const healed = failed.filter((file, at) => isHealed(first, file, repeated[at]));
  process.stdout.write(slowest(first.durations));
  process.stdout.write(byPackage(ended));
  process.stdout.write(notRun(ended, 'skipped', 'skipped'));
  process.stdout.write(notRun(ended, 'todo', 'marked as todo'));
  for (const file of [first, ...repeated].flatMap(({ stuck }) => stuck)) {
    process.stdout.write(`stopped: ${file} did not end (a timer, socket or process left behind?)\n`);
  }
  process.stdout.write(flaky(first.ended.filter(({ file }) => healed.includes(file))));
  process.stdout.write(`${total(ended)}\n`);
  const passed = succeeded(first) || (failed.length > 0 && healed.length === failed.length);
  const hasRun = ended.some(({ isTest, outcome }) => isTest && outcome === 'passed');
  if (passed && !hasRun && options.namePattern !== null)
    process.stdout.write('no test has such a name; name a test inside another with its own: outer|inner\n');
  return passed && hasRun;
}

/** Orders the longest first, so that no processor ends with a long one, and puts cheap files into groups. */
function plan(
  root: string,
  files: readonly string[],
  { folder, namePattern }: RunOptions,
): { readonly order: readonly string[]; readonly groups: Groups } {
  const known = readDurations(root);
  // A pattern also matches the names of suites, and in a group each file is one.
  const isGrouped = folder !== null && namePattern === null;
  const expected = expectedMs(root, files, known);
  const groups = isGrouped
    ? writeGroups(root, folder, files, expected, CONCURRENCY)
    : new Map<string, readonly string[]>();
  const inGroups = new Set([...groups.values()].flat());
  const msOf = (unit: string): number =>
    (groups.get(unit) ?? [unit]).reduce((sum, file) => sum + (expected.get(file) ?? 0), 0);
  const units = [...groups.keys(), ...files.filter((file) => !inGroups.has(file))];
  return { order: units.toSorted((one, other) => msOf(other) - msOf(one)), groups };
}

async function runAlone(root: string, files: readonly string[], options: RunOptions): Promise<Pass[]> {
  const passes: Pass[] = [];
  for (const file of files) {
    process.stdout.write(`once more, alone: ${file}\n`);
    passes.push(await runFiles(root, [file], options));
  }
  return passes;
}

/** A test counts as healed only if it ran again by its name; a file that ended early, if it passes as a whole. */
function isHealed({ ended }: Pass, file: string, again: Pass | undefined): boolean {
  if (again === undefined || !succeeded(again)) return false;
  const passed = new Set(again.ended.map(({ name }) => name));
  const failed = ended.filter((each) => each.file === file && each.isTest && hasFailed(each));
  return failed.every(({ name }) => name === file || passed.has(name));
}

function hasFailed({ outcome }: EndedTest): boolean {
  return outcome === 'failed' || outcome === 'cancelled';
}

function failedFiles({ ended }: Pass): string[] {
  const failed = ended.filter(hasFailed);
  return [...new Set(failed.map(({ file }) => file))].sort();
}

function succeeded(pass: Pass): boolean {
  return pass.success && pass.stuck.length === 0 && failedFiles(pass).length === 0;
}
