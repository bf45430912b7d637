import type { Rule } from '../source/codebase.ts';
import { isTestPath } from '../source/codebase.ts';

export const MAX_FILE_LINES = 400;
export const MAX_TEST_FILE_LINES = 600;
export const MAX_FUNCTION_LINES = 70;

/** Calls whose function argument holds tests, and is as long as they are many. */
const GROUPS: ReadonlySet<string> = new Set(['describe', 'suite']);

/** A file that a reader can hold in the head; `longFiles` (path to reason) are data tables. */
export function filesAreShort(longFiles: Readonly<Record<string, string>>): Rule {
  return (codebase) => [
    ...[...codebase.sources].flatMap(([path, { lines }]) => {
      const limit = isTestPath(path) ? MAX_TEST_FILE_LINES : MAX_FILE_LINES;
      if (lines <= limit || path in longFiles) return [];
      return [{ path, line: null, message: `${lines} lines, at most ${limit}: split it by what it does` }];
    }),
    ...Object.keys(longFiles)
      .filter((path) => (codebase.sources.get(path)?.lines ?? 0) <= MAX_FILE_LINES)
      .map((path) => ({
        path,
        line: null,
        message: 'LONG_FILES in tools/tidy.ts names this, but it is not long',
      })),
  ];
}

/** A function that fits on a screen. */
export const functionsAreShort: Rule = (codebase) =>
  [...codebase.sources].flatMap(([path, { functions }]) =>
    functions
      .filter(({ lines, argumentOf }) => lines > MAX_FUNCTION_LINES && !GROUPS.has(argumentOf ?? ''))
      .map(({ name, line, lines }) => ({
        path,
        line,
        message: `${name}: ${lines} lines, at most ${MAX_FUNCTION_LINES}: name its steps`,
      })),
  );
