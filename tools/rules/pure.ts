import { isBuiltin } from 'node:module';
import { LAYERS } from '../layers.ts';
import type { Codebase, Finding, Rule } from '../source/codebase.ts';
import { isTestPath } from '../source/codebase.ts';
import type { Reference, SourceFacts } from '../source/syntax.ts';

/** Names of the environment. tsconfig.pure.json refuses most of them too; this also sees what types cannot. */
const ENVIRONMENT: ReadonlySet<string> = new Set([
  'process',
  'console',
  'globalThis',
  'global',
  'window',
  'self',
  'document',
  'navigator',
  'localStorage',
  'Buffer',
  'require',
  'fetch',
  'WebSocket',
  'XMLHttpRequest',
  'performance',
  'crypto',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'clearTimeout',
  'clearInterval',
  'Intl',
  'eval',
  'Function',
  'WeakRef',
  'FinalizationRegistry',
]);

/** Methods whose answer depends on the machine's time zone or language. */
const LOCAL_METHODS: ReadonlySet<string> = new Set([
  ...['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'].flatMap((part) => [
    `get${part}`,
    `set${part}`,
  ]),
  'getTimezoneOffset',
  'toDateString',
  'toTimeString',
  'toLocaleString',
  'toLocaleDateString',
  'toLocaleTimeString',
  'toLocaleUpperCase',
  'toLocaleLowerCase',
  'localeCompare',
]);

/**
 * Adapters of a pure package to a platform, behind a port of its own and a subpath of their own: who imports one knows
 * where it runs. They hash and verify, and do no I/O. tsconfig.pure.json leaves them out too.
 */
export const PLATFORM_ADAPTERS: Readonly<Record<string, string>> = {
  'platform/proof/src/node.ts': 'the port `Crypto` on node:crypto; `proof/web` is the same without Node',
};

/** Packages without I/O import no built-in module of Node. */
export const pureImportsNoBuiltin: Rule = (codebase) =>
  inPureSources(codebase, (path, { imports }) =>
    imports
      .filter(({ specifier }) => specifier !== null && isBuiltin(specifier))
      .map(({ specifier, line }) => ({ path, line, message: `a pure package may not import ${specifier}` })),
  );

/** No process, network, timer or console in a pure package. */
export const pureUsesNoEnvironment: Rule = (codebase) =>
  inPureSources(codebase, (path, { references, declared }) =>
    references
      .filter(({ name }) => ENVIRONMENT.has(name) && !declared.has(name))
      .map(({ name, line }) => ({
        path,
        line,
        message: `a pure package may not use ${name}: pass it as an argument`,
      })),
  );

/** No clock: `Date` serves to convert a given instant, in UTC. */
export const pureReadsNoClock: Rule = (codebase) =>
  inPureSources(codebase, (path, { references }) =>
    references
      .filter((reference) => reference.name === 'Date' && !isConversion(reference))
      .map(({ line }) => ({
        path,
        line,
        message:
          'a pure package reads no clock: pass the instant; only new Date(instant), Date.parse and Date.UTC',
      })),
  );

/** No randomness: `Math` by its other members only. */
export const pureIsDeterministic: Rule = (codebase) =>
  inPureSources(codebase, (path, { references }) =>
    references
      .filter(({ name, member }) => name === 'Math' && (member === null || member === 'random'))
      .map(({ line }) => ({
        path,
        line,
        message: 'a pure package draws no random numbers: pass them as an argument',
      })),
  );

/** The same answer in every time zone and language. */
export const pureIgnoresLocale: Rule = (codebase) =>
  inPureSources(codebase, (path, { members }) =>
    members
      .filter(({ name }) => LOCAL_METHODS.has(name))
      .map(({ name, line }) => ({
        path,
        line,
        message: `${name} depends on the machine's zone or language: use the UTC or plain form`,
      })),
  );

/** `process` and `console` belong to entry points: services read their environment in main.ts alone. */
export const processStaysInMain: Rule = (codebase) =>
  [...codebase.sources].flatMap(([path, { references, declared }]) => {
    if (!/^(common|screener|platform)\/[^/]+\/src\//.test(path) || isEntry(path) || isTestPath(path))
      return [];
    return references
      .filter(({ name }) => (name === 'process' || name === 'console') && !declared.has(name))
      .map(({ name, line }) => ({
        path,
        line,
        message: `${name} is for main.ts and cli/: pass what you need as an argument`,
      }));
  });

/** The program without the types of Node and browsers compiles every pure package. */
export const pureProgramIsComplete: Rule = (codebase) => {
  const path = 'tsconfig.pure.json';
  const { include = [] }: { include?: string[] } = JSON.parse(codebase.repository.text(path) ?? '{}');
  return codebase.workspaces
    .filter(({ folder }) => LAYERS[folder]?.pure === true && !include.includes(`${folder}/src`))
    .map(({ folder }) => ({ path, line: null, message: `"include" lacks "${folder}/src"` }));
};

export const PURE_RULES: Readonly<Record<string, Rule>> = {
  pureImportsNoBuiltin,
  pureUsesNoEnvironment,
  pureReadsNoClock,
  pureIsDeterministic,
  pureIgnoresLocale,
  pureProgramIsComplete,
  processStaysInMain,
};

function isEntry(path: string): boolean {
  const [, folder = ''] = /^((?:screener|platform)\/[^/]+)\/src\/(main\.ts|cli\/)/.exec(path) ?? [];
  return LAYERS[folder]?.app === true;
}

/** `new Date(x)` of one argument is UTC; of more it is local time, of none it is the clock. */
function isConversion({ member, form, args }: Reference): boolean {
  if (member === null) return form === 'new' && args === 1;
  return member === 'parse' || member === 'UTC';
}

function inPureSources(codebase: Codebase, look: (path: string, facts: SourceFacts) => Finding[]): Finding[] {
  return [...codebase.sources].flatMap(([path, facts]) => {
    const [, folder = ''] = /^((?:common|screener|platform)\/[^/]+)\/src\//.exec(path) ?? [];
    return LAYERS[folder]?.pure === true && !Object.hasOwn(PLATFORM_ADAPTERS, path) ? look(path, facts) : [];
  });
}
