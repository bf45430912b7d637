import { matchesGlob } from 'node:path';
import type { Codebase } from '../source/codebase.ts';
import { packageOf } from '../source/codebase.ts';
import type { References } from './references.ts';

/** Files that every test depends on: installed packages, how sources are read, and the test runner. */
const EVERYTHING: readonly string[] = [
  'package.json',
  'package-lock.json',
  'tsconfig*.json',
  'tools/{node.cjs,test.ts}',
  'tools/testing/**',
  'tools/source/**',
];
/** A source with one of these reads the whole checkout. The files above only make this possible. */
const READS_CHECKOUT = /\b(?:thisCodebase|readRepository)\(|'ls-files'/;

/** Test files by path, each with the shortest way from it to what has changed: itself, what it imports, what that reads. */
type ChosenTests = ReadonlyMap<string, readonly string[]>;

/** Finds which of `tests` import, start or read one of the changed paths, directly or not. */
export function openReach(
  codebase: Codebase,
  references: References,
  tests: readonly string[],
): (changed: readonly string[]) => ChosenTests {
  const users = invert(references.files);
  const isWholesale = (path: string): boolean => EVERYTHING.some((glob) => matchesGlob(path, glob));
  const readers = codebase.sources.filter(
    (path) => READS_CHECKOUT.test(codebase.text(path)) && !isWholesale(path),
  );
  return (changed) => {
    const wholesale = changed.find(isWholesale);
    if (wholesale !== undefined) return new Map(tests.map((test) => [test, [test, wholesale]]));
    const ways = new Map(changed.map((path) => [path, [path]]));
    for (const path of changed) {
      for (const user of [...directUsers(codebase, references, path), ...readers]) {
        if (!ways.has(user)) ways.set(user, [user, path]);
      }
    }
    // The map grows while it is read, by one step at a time.
    for (const [path, way] of ways) {
      for (const user of users.get(path) ?? []) if (!ways.has(user)) ways.set(user, [user, ...way]);
    }
    return new Map(
      tests.flatMap((test) => {
        const way = ways.get(test);
        return way === undefined ? [] : [[test, way]];
      }),
    );
  };
}

/** Finds the sources that read the folder of a file, or belong to the package whose manifest it is. */
function directUsers(codebase: Codebase, { folders }: References, changed: string): string[] {
  const owned = /^(.+)\/package\.json$/.exec(changed)?.[1];
  const members = codebase.sources.filter(
    (path) => owned !== undefined && packageOf(codebase, path) === owned,
  );
  const readers = [...folders].filter(([, named]) => [...named].some((folder) => changed.startsWith(folder)));
  return [...members, ...readers.map(([path]) => path)];
}

/** Finds those of `tests` that import `module`, directly or not. */
export function importersOf({ imports }: References, module: string, tests: readonly string[]): string[] {
  const users = invert(imports);
  const found = new Set([module]);
  for (const path of found) for (const user of users.get(path) ?? []) found.add(user);
  return tests.filter((test) => found.has(test));
}

function invert(map: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string[]> {
  const inverse = new Map<string, string[]>();
  for (const [from, targets] of map) {
    for (const target of targets) {
      const users = inverse.get(target);
      if (users === undefined) inverse.set(target, [from]);
      else users.push(from);
    }
  }
  return inverse;
}
