import { matchesGlob } from 'node:path';

/**
 * Who may import whom. `tools/rules/imports.ts` checks every import against these tables, and
 * docs/reference/layers.md is generated from them.
 */
export interface Layer {
  /** No I/O, clock or randomness: checked by tsconfig.pure.json and by tools/rules/pure.ts. */
  readonly pure: boolean;
  /** A process of its own: nobody imports it. */
  readonly app: boolean;
  /** Other packages that it may import; `types` allows `import type` alone. */
  readonly imports: Readonly<Record<string, 'values' | 'types'>>;
  readonly about: string;
}

const values = (...names: readonly string[]): Record<string, 'values'> =>
  Object.fromEntries(names.map((name) => [name, 'values' as const]));

const pure = (imports: Layer['imports'], about: string): Layer => ({
  pure: true,
  app: false,
  imports,
  about,
});
const library = (imports: Layer['imports'], about: string): Layer => ({
  pure: false,
  app: false,
  imports,
  about,
});
const app = (imports: Layer['imports'], about: string): Layer => ({ pure: false, app: true, imports, about });

/** Every package that is there or planned, by its path; one that is missing here may not exist. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  'common/base': pure({}, 'Result, exact decimals, calendar dates, instants'),
  'common/kit': library(values('common/base'), 'I/O toolkit, by subpath'),
  'common/web': library(
    values('common/base', 'common/kit'),
    'what pages are made of: html, shell, assets, headers',
  ),
  'screener/engine': pure(values('common/base'), 'filed facts in, verdict out'),
  'screener/edgar': library(
    { ...values('common/base', 'common/kit'), 'screener/engine': 'types' },
    'SEC client, parsers, the snapshot',
  ),
  'screener/market': library(
    { ...values('common/base', 'common/kit'), 'screener/engine': 'types' },
    'closes and capitalisations: the port and its sources',
  ),
  'screener/service': app(
    values('common/base', 'screener/engine', 'screener/edgar', 'screener/market', 'common/kit', 'common/web'),
    'screening service and command line',
  ),
  'screener/client': library(
    {},
    'typed HTTP client of the screening service, generated from its description',
  ),
  'platform/protocol': pure(values('common/base'), 'what is signed or crosses a process boundary'),
  'platform/proof': pure(
    values('common/base', 'platform/protocol'),
    'canonical JSON, hashes, signatures, the log, the nine checks',
  ),
  'platform/policy': pure(values('common/base', 'platform/protocol'), 'the decision'),
  'platform/trust': library(
    values('common/base', 'common/kit', 'platform/protocol', 'platform/proof'),
    'keys on disk, tokens between services, error bodies: shared by services',
  ),
  'platform/authority': app(
    values(
      'common/base',
      'platform/protocol',
      'platform/proof',
      'platform/policy',
      'common/kit',
      'platform/trust',
    ),
    'mandates, grants, receipts, the log',
  ),
  'platform/pep': app(
    values('common/base', 'platform/protocol', 'platform/proof', 'common/kit', 'platform/trust'),
    "enforcement point: holds the counterparty's only credential, so its list is short",
  ),
  'platform/counterparties': app(
    values('common/base', 'platform/protocol', 'platform/proof', 'common/kit', 'platform/trust'),
    'two mock counterparties',
  ),
  'platform/console': app(
    values('common/base', 'platform/protocol', 'platform/proof', 'common/kit', 'platform/trust'),
    'where people sign and approve',
  ),
  'platform/gateway': app(
    values('common/base', 'platform/protocol', 'common/kit', 'platform/trust'),
    "agents' entrance: decides nothing, holds no key",
  ),
  'platform/verifier': app(
    values('common/base', 'platform/protocol', 'platform/proof'),
    'offline verification: the smallest trusted base',
  ),
};

/** Packages, built-in modules and subpaths (globs) that belong to one side of an app. */
export const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  HTTP: [
    'fastify',
    '@fastify/*',
    'node:http',
    'node:https',
    'node:http2',
    '@common/kit/http',
    '@common/kit/http/**',
  ],
  SQL: ['kysely', 'pg', 'node:sqlite', '@common/kit/sql', '@common/kit/sql/**'],
  CLI: ['commander'],
};

/** Inside an app: `main -> app -> http -> use-cases -> domain packages`. */
export interface Zone {
  /** Globs below the app's `src/`; the first zone that matches a file is its zone. */
  readonly files: readonly string[];
  /** Other zones of the same app that it may import. */
  readonly imports: readonly string[];
  /** Zones of which it may import types alone. */
  readonly types: readonly string[];
  /** Groups of `LIBRARIES` that it may not import, not even types of them. */
  readonly forbids: readonly string[];
}

const zone = (
  files: readonly string[],
  imports: readonly string[],
  types: readonly string[],
  forbids: readonly string[],
): Zone => ({ files, imports, types, forbids });

export const ZONES: Readonly<Record<string, Zone>> = {
  // Entry points, and what they share to open and put together the parts.
  main: zone(
    ['main.ts', '**/open-*.ts', 'cli/**', '**/*.cli.ts'],
    ['config', 'app', 'jobs', 'use-cases', 'port', 'store', 'adapters'],
    [],
    [],
  ),
  // A page that the service itself gives to agents too.
  texts: zone(['**/*.text.ts'], ['use-cases'], [], ['HTTP', 'SQL', 'CLI']),
  // Pages that are generated from the app's own tables, for tools/docs/generators.ts.
  docs: zone(['docs/**'], ['config', 'app', 'http', 'use-cases', 'texts'], [], ['SQL', 'CLI']),
  config: zone(['config.ts'], [], [], ['HTTP', 'SQL', 'CLI']),
  app: zone(['app.ts'], ['http', 'jobs', 'use-cases'], ['config', 'port'], ['SQL', 'CLI']),
  http: zone(
    ['http/**', 'mcp/**', '**/*.http.ts', '**/*.page.ts'],
    ['use-cases', 'texts'],
    ['config', 'port'],
    ['SQL', 'CLI'],
  ),
  jobs: zone(['jobs/**', '**/*.job.ts'], ['use-cases'], ['config', 'port'], ['HTTP', 'SQL', 'CLI']),
  port: zone(['store/store.ts', '**/*.store.ts'], [], [], ['HTTP', 'SQL', 'CLI']),
  store: zone(['store/**', '**/*.sql.ts'], ['port'], [], ['HTTP', 'CLI']),
  adapters: zone(['adapters/**', '**/*.adapter.ts'], ['use-cases'], ['port'], ['SQL', 'CLI']),
  // The operations of the core, and what is left in a room: its operations and its terms.
  'use-cases': zone(['use-cases/**', '*/**'], ['port'], [], ['HTTP', 'SQL', 'CLI']),
};

/** The zone of a file given relative to the app's `src/`; undefined when the table has no place for it. */
export function zoneOf(file: string): string | undefined {
  return Object.keys(ZONES).find((name) => ZONES[name]?.files.some((glob) => matchesGlob(file, glob)));
}

/** Folders beside packages and apps: their files may import any package and app, and nobody imports them. */
export const OUTSIDE: readonly string[] = [
  'tools',
  'bench',
  'screener/conformance',
  'platform/conformance',
  'platform/demo',
];

/**
 * Globs of files that share no code with what they check (their tests may compare both), so that they agree with
 * it only if both are right.
 */
export const INDEPENDENT: readonly string[] = ['screener/conformance/recompute*{,/**}'];
