import type { Codebase } from '../source/codebase.ts';
import { readCodebase, readRepository } from '../source/codebase.ts';
import { readChanges } from './changes.ts';
import type { Preparation } from './preparations.ts';
import { importersOf, openReach } from './reach.ts';
import type { References } from './references.ts';
import { readReferences } from './references.ts';
import { findTestFiles, isLong, SIZE, TEST_FILES } from './test-files.ts';

interface TestSelection {
  readonly long: boolean;
  readonly changed: boolean;
  /** Part of a path: say how the changes reach those test files. */
  readonly why: string | null;
  /** Parts of paths; with `changed`, at most one commit. */
  readonly positionals: readonly string[];
}

export interface Choice {
  /** At least one. */
  readonly files: readonly string[];
  readonly preparations: readonly Preparation[];
  /** The text to print before the run. */
  readonly lines: readonly string[];
}

interface Sources {
  readonly codebase: Codebase;
  readonly references: References;
}

const LISTED_CHANGES = 20;

/** Throws with what to do if there is nothing to run: running nothing must not look like success. */
export function chooseTests(
  root: string,
  preparations: readonly Preparation[],
  wanted: TestSelection,
): Choice {
  const { long, changed, why, positionals } = wanted;
  const [commit = null, ...more] = changed ? positionals : [];
  if (more.length > 0) throw new Error(`--changed takes one commit, not also ${more.join(' ')}`);
  if (why !== null && !changed) throw new Error('--why says why --changed chooses a file: give both');
  const changes = changed ? readChanges(root, commit) : null;
  // Reading all sources takes a second.
  const sources =
    long || changes !== null || preparations.length > 0 ? read(root, changes?.paths ?? []) : null;
  const found = findTestFiles(root, TEST_FILES, changed ? [] : positionals);
  const sized = sources !== null && long ? importersOf(sources.references, SIZE, found) : [];
  const possible = found.filter((file) => (long ? isLong(file) || sized.includes(file) : !isLong(file)));
  if (possible.length === 0) throw new Error(nothingMatches(positionals, long, found));
  if (sources === null) return { files: possible, preparations: [], lines: [] };
  const needed = (files: readonly string[]): Preparation[] =>
    preparations.filter(({ neededBy }) => importersOf(sources.references, neededBy, files).length > 0);
  if (changes === null) return { files: possible, preparations: needed(possible), lines: [] };

  const reach = openReach(sources.codebase, sources.references, possible);
  const chosen = reach(changes.paths);
  const files = [...chosen.keys()];
  if (files.length === 0)
    throw new Error(`no test file is reached by what has changed since ${changes.since}`);
  const counts = changes.paths.map((path) => ({ path, count: reach([path]).size }));
  const listed = counts.toSorted((one, other) => other.count - one.count).slice(0, LISTED_CHANGES);
  const lines = [
    `${files.length} of ${possible.length} test files can see what has changed since ${changes.since}, by changed file:`,
    ...listed.map(({ path, count }) => `${String(count).padStart(6)}  ${path}`),
    ...(counts.length > listed.length ? [`        and ${counts.length - listed.length} more`] : []),
  ];
  if (why === null) return { files, preparations: needed(files), lines };
  const ways = [...chosen].filter(([file]) => file.includes(why)).map(([, way]) => way.join('\n  -> '));
  return {
    files,
    preparations: [],
    lines: [...lines, ...(ways.length > 0 ? ways : [`none of them is ${why}`])],
  };
}

function read(root: string, changed: readonly string[]): Sources {
  const codebase = readCodebase(readRepository(root));
  return { codebase, references: readReferences(codebase, changed) };
}

function nothingMatches(filters: readonly string[], long: boolean, found: readonly string[]): string {
  const what = `no test file matches ${filters.join(' ') || TEST_FILES.join(' ')}`;
  if (found.length === 0) return what;
  return long ? `${what} and has a long form` : `${what}; npm run test:long runs ${found.join(' ')}`;
}
