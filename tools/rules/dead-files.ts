import { matchesGlob, posix } from 'node:path';
import type { Codebase, Rule } from '../source/codebase.ts';
import { isTestPath, resolveImport } from '../source/codebase.ts';
import { TEST_FILES } from '../source/test-files.ts';

/** What is started by a person, by npm or by a test runner, and so imported by nobody. */
export const ENTRY_POINTS: readonly string[] = [
  '{screener,platform}/*/src/main.ts',
  '{screener,platform}/*/src/cli/main.ts',
  'bin/*.cjs',
  // For other programs than ours; our own end-to-end tests use it.
  'screener/client/src/screener-client.ts',
  // The cryptography of browsers, which no program of Node's imports.
  'platform/proof/src/web.ts',
  'bench/*.ts',
  ...TEST_FILES,
];

/** A source is imported, started by a script, a URL or a written path, or an entry point; else it is dead. */
export const everyFileIsUsed: Rule = (codebase) => {
  const { byShipped, byTests } = usedFiles(codebase);
  return [...codebase.sources.keys()].flatMap((path) => {
    if (ENTRY_POINTS.some((glob) => matchesGlob(path, glob)) || byShipped.has(path)) return [];
    if (byTests.has(path)) {
      if (isTestPath(path)) return [];
      return [{ path, line: null, message: 'only tests import this: use it or delete it' }];
    }
    return [{ path, line: null, message: 'nobody imports this file: use it or delete it' }];
  });
};

/** A file named as a test but outside the folders that `npm test` runs would never run. */
export const everyTestRuns: Rule = (codebase) =>
  [...codebase.sources.keys()]
    .filter((path) => path.endsWith('.test.ts') && !TEST_FILES.some((glob) => matchesGlob(path, glob)))
    .map((path) => ({
      path,
      line: null,
      message: 'npm test does not run this: see TEST_FILES in tools/source/test-files.ts',
    }));

export const DEAD_FILE_RULES: Readonly<Record<string, Rule>> = { everyFileIsUsed, everyTestRuns };

function usedFiles(codebase: Codebase): { byShipped: Set<string>; byTests: Set<string> } {
  const byShipped = new Set<string>();
  const byTests = new Set<string>();
  const programs = testPrograms(codebase);
  for (const [path, { imports, fileUrls, strings }] of codebase.sources) {
    const used = isTestPath(path) ? byTests : byShipped;
    for (const { specifier } of imports) {
      const target = specifier === null ? undefined : resolveImport(codebase, path, specifier);
      if (target !== undefined && target !== path) used.add(target);
    }
    for (const text of strings) for (const program of programs.get(text) ?? []) used.add(program);
    for (const url of fileUrls) used.add(posix.join(posix.dirname(path), url));
    // Written paths of programs that are started: from the root, or beside the file that starts them.
    for (const text of strings.filter((string) => /\.(ts|mjs|cjs)$/.test(string))) {
      for (const target of [text, posix.join(posix.dirname(path), text)])
        if (target !== path) used.add(target);
    }
  }
  const commands = [...Object.values(codebase.rootManifest.scripts ?? {}), ...commandsInDocs(codebase)];
  for (const word of commands.join(' ').split(/\s+/)) byShipped.add(word);
  return { byShipped, byTests };
}

/** Scripts that a page tells its reader to run: `node <script>` in a block or in backticks. */
function commandsInDocs(codebase: Codebase): string[] {
  const pages = codebase.repository.paths.filter((path) => path.endsWith('.md'));
  return pages.flatMap(
    (path) => codebase.repository.text(path)?.match(/\bnode [\w./-]+\.(ts|mjs|cjs)\b/g) ?? [],
  );
}

/** Programs that tests start, in a folder `programs`: by their names, which is how tests call them. */
function testPrograms(codebase: Codebase): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const path of codebase.sources.keys()) {
    const [, name] = /\/test\/(?:.*\/)?programs\/([^/]+)\.ts$/.exec(path) ?? [];
    if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  return byName;
}
