import { matchesGlob, posix } from 'node:path';
import { LAYERS, PUBLISHED } from '../layers.ts';
import type { Codebase, Edge, Rule } from '../source/codebase.ts';
import { isTestPath, packageOf } from '../source/codebase.ts';
import { examplesIn } from '../source/examples.ts';
import { TEST_FILES } from '../testing/test-files.ts';

/** Files that other programs import; our own end-to-end tests use them. */
const FOR_OTHERS: readonly string[] = [
  ...Object.keys(PUBLISHED).map((folder) => `${folder}/src/*.ts`),
  'platform/agent/examples/*.ts',
];

/** Files that a person, npm or a test runner starts, and that nothing imports. */
const STARTED: readonly string[] = [
  '{screener,platform}/*/src/{main,cli/main}.ts',
  'bin/*.cjs',
  'bench/*.ts',
  ...TEST_FILES,
  ...FOR_OTHERS,
];

const isOne = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => matchesGlob(path, glob));

/** A source is imported, started by a script or a quoted path, or an entry point; otherwise it is dead. */
export const everyFileIsUsed: Rule = (codebase) => {
  const byShipped = new Set(scriptsOf(codebase));
  const byTests = new Set<string>();
  for (const { path, target } of codebase.edges)
    if (target !== null && target !== path) (isTestPath(path) ? byTests : byShipped).add(target);
  const tests = codebase.sources.filter(isTestPath).map(codebase.text).join('\n');
  // Tests also start programs by name.
  const isNamed = (path: string): boolean => tests.includes(`'${posix.basename(path, '.ts')}'`);
  return codebase.sources.flatMap((path) => {
    if (isOne(path, STARTED) || byShipped.has(path)) return [];
    if (isTestPath(path) && (byTests.has(path) || isNamed(path))) return [];
    const who = byTests.has(path) ? 'only tests import' : 'nobody imports';
    return [`${path}: ${who} this file: use it or delete it`];
  });
};

/** An exported value or type is imported by some other file, even if only by its test. */
export const everyExportIsUsed: Rule = ({ exports, edges }) => {
  const used = new Set(edges.flatMap(({ target, names }) => names.map((name) => `${target} ${name}`)));
  return exports
    .filter(
      ({ path, name }) => !used.has(`${path} ${name}`) && !used.has(`${path} *`) && !isOne(path, FOR_OTHERS),
    )
    .map(({ path, line, name }) => `${path}:${line}: nobody imports ${name}: drop "export", or delete it`);
};

/** A function with its docstring, its name and its parameters. */
const FUNCTION =
  /^(?:(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\n)?export (?:async )?function (\w+)(?:<[^(]*>)?\(((?:[^()]|\([^()]*\))*)\)/gm;
/** Types whose values an example can write; it has a `Crypto` in its scope. */
const PLAIN: readonly string[] = [
  ...['string', 'number', 'bigint', 'boolean', 'null', 'undefined', 'Uint8Array', 'Crypto', 'CalendarDate'],
  ...['CsvCell', 'BusinessStatus', 'CheckStatus', 'DecidedVerdict', 'GrantStatus', 'GrantEvent'],
];

/**
 * A function of a pure package that other packages import, and that takes plain values, shows in its
 * docstring what it returns. `tools/test/examples.test.ts` runs these examples.
 */
export const publicFunctionsHaveExamples: Rule = (codebase) => {
  const { sources, edges, text } = codebase;
  const isPure = (path: string): boolean => LAYERS[packageOf(codebase, path) ?? '']?.pure === true;
  const isAcross = ({ path, target }: Edge): boolean =>
    !isTestPath(path) && packageOf(codebase, path) !== packageOf(codebase, target ?? path);
  const used = new Set(
    edges.filter(isAcross).flatMap(({ target, names }) => names.map((name) => `${target} ${name}`)),
  );
  return sources
    .filter((path) => isPure(path) && !isTestPath(path))
    .flatMap((path) =>
      [...text(path).matchAll(FUNCTION)].flatMap(({ index, 1: docs = '', 2: name = '', 3: taken = '' }) => {
        const isUsed = used.has(`${path} ${name}`) || used.has(`${path} *`);
        const isShown = examplesIn(docs).some(({ expression }) => expression.includes(`${name}(`));
        if (!isUsed || isShown || !taken.split(',').every(isPlain)) return [];
        const start = index + (docs === '' ? 0 : docs.length + 1);
        const line = text(path).slice(0, start).split('\n').length;
        return [`${path}:${line}: show in its docstring what ${name} returns: @example ${name}(...) // ...`];
      }),
    );
};

/** Whether a parameter takes plain values, lists of them, or one of several. */
function isPlain(parameter: string): boolean {
  // Nothing follows the last comma.
  if (parameter.trim() === '') return true;
  const [, type = ''] = /: ([^=]+)/.exec(parameter) ?? [];
  return type
    .replaceAll(/\breadonly\b|[()[\]]/g, '')
    .split('|')
    .every((each) => PLAIN.includes(each.trim()) || /^\s*'[^']*'\s*$/.test(each));
}

/** A file named as a test but outside the folders that `npm test` runs would never run. */
export const everyTestRuns: Rule = ({ sources }) =>
  sources
    .filter((path) => path.endsWith('.test.ts') && !isOne(path, TEST_FILES))
    .map((path) => `${path}: npm test does not run this: see tools/testing/test-files.ts`);

/** The files that package.json scripts, the image's build, or instructions on a page run: `node <script>`. */
function scriptsOf({ paths, text, manifests }: Codebase): string[] {
  const commands = Object.values(manifests.get('.')?.scripts ?? {}).flatMap((script) => script.split(' '));
  const pages = paths.filter(
    (path) => path === 'Dockerfile' || path.endsWith('.md') || path.startsWith('tools/hooks/'),
  );
  const told = pages.flatMap((path) => [...text(path).matchAll(/\bnode ((?:[\w./-]+\.(?:ts|cjs)\b ?)+)/g)]);
  return [...commands, ...told.flatMap(([, scripts = '']) => scripts.split(' '))];
}
