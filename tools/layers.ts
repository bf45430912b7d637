import { matchesGlob } from 'node:path';

/**
 * Who may import whom. `tools/rules/layers.ts` checks every import against these tables, and
 * docs/reference/layers.md is generated from them.
 */
export interface Layer {
  /** Other packages that it may import. */
  readonly imports: readonly string[];
  /** Packages from which it may import only types. */
  readonly types?: readonly string[];
  /** No I/O, clock or randomness: checked by tsconfig.pure.json, by the linter and by tools/rules/text.ts. */
  readonly pure?: true;
  /** A program, or most of one: its files are in zones, and only the packages that name it in `imports` import it. */
  readonly app?: true;
  /** All files of this app are in one zone of `ZONES`. */
  readonly zone?: string;
}

const IN_OUT = ['common/base', 'common/kit'];
const SERVES = [...IN_OUT, 'common/evidence', 'platform/core', 'platform/api', 'platform/keys'];

/** Every existing or planned package, by its path; a package that is not listed here may not exist. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  'common/base': { pure: true, imports: [] },
  'common/evidence': { pure: true, imports: ['common/base'] },
  'common/kit': { imports: ['common/base'] },
  'common/web': { imports: IN_OUT },
  'screener/engine': { pure: true, imports: ['common/base'] },
  'screener/words': { imports: ['common/base', 'screener/engine'] },
  'screener/sources': { imports: IN_OUT, types: ['screener/engine'] },
  // The service knows no page; it makes the report that recomputes itself, as a file.
  'screener/service': {
    app: true,
    imports: [
      ...IN_OUT,
      'common/evidence',
      'common/web',
      'screener/engine',
      'screener/words',
      'screener/sources',
    ],
  },
  'screener/site': {
    app: true,
    imports: [
      ...IN_OUT,
      'common/web',
      'screener/engine',
      'screener/words',
      'screener/sources',
      'screener/service',
    ],
  },
  'screener/cli': {
    app: true,
    zone: 'cli',
    imports: [
      ...IN_OUT,
      'common/evidence',
      'screener/engine',
      'screener/words',
      'screener/sources',
      'screener/service',
    ],
  },
  'screener/client': { imports: [] },
  'platform/agent': { imports: [] },
  'platform/core': { pure: true, imports: ['common/base', 'common/evidence'] },
  // What each service offers over HTTP; sends nothing by itself.
  'platform/api': { imports: ['common/base', 'common/evidence', 'platform/core'], types: ['common/kit'] },
  'platform/keys': { imports: [...IN_OUT, 'common/evidence', 'platform/core', 'platform/api'] },
  'platform/words': { imports: ['common/base', 'common/evidence', 'platform/core'] },
  // It words what it tells people.
  'platform/authority': { app: true, imports: [...SERVES, 'platform/words'] },
  'platform/pep': { app: true, imports: SERVES },
  // What a counterparty of the enforcement point needs: tokens, acknowledgments, the journal of an adapter.
  'platform/frame': { imports: SERVES },
  'platform/counterparties': { app: true, imports: [...SERVES, 'platform/frame'] },
  // Each adapter is a process of its own, and alone holds its provider's credential.
  'platform/adapters': { app: true, imports: [...SERVES, 'platform/frame'] },
  // The gateway holds no signing key and decides nothing.
  'platform/gateway': { app: true, imports: [...SERVES, 'platform/words'] },
  'platform/console': { app: true, imports: [...SERVES, 'common/web', 'platform/words'] },
  'platform/cli': { app: true, zone: 'cli', imports: [...SERVES, 'platform/words', 'platform/console'] },
  // The witness knows logs, but nothing about what is logged.
  'platform/witness': { app: true, imports: SERVES },
  // What others verify with in programs of their own.
  'platform/verify': { imports: ['common/base', 'common/evidence', 'platform/core'] },
  // The verifier is the smallest trusted base: it judges by the core alone, and words only tell what it found.
  'platform/verifier': {
    app: true,
    imports: ['common/base', 'common/evidence', 'platform/core', 'platform/words'],
  },
};

/** Packages that others install, by their folders: the name that each is published under. */
export const PUBLISHED: Readonly<Record<string, string>> = {
  'screener/client': '@sanad/client',
  'platform/agent': '@sanad/agent',
  'platform/verify': '@sanad/verify',
};

/** Packages, built-in modules and subpaths (globs) that belong to one side of an app. */
export const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  HTTP: words('fastify @fastify/* node:http node:https node:http2 @common/kit/http{,/**} @common/web{,/**}'),
  SQL: words('kysely pg node:sqlite @common/kit/sql{,/**}'),
  CLI: ['commander'],
};

/** A part of an app, identified by folder in its core and by suffix in its rooms. */
interface Zone {
  /** Globs below the app's `src/`; the first zone that matches a file is its zone. */
  readonly files: readonly string[];
  /** Other zones of the same app that it may import. */
  readonly imports: readonly string[];
  /** Zones from which it may import only types. */
  readonly types: readonly string[];
  /** Groups of `LIBRARIES` that it may not import, not even their types. */
  readonly forbids: readonly string[];
}

const zone = (files: string, imports: string, types: string, forbids: string): Zone => ({
  files: words(files),
  imports: words(imports),
  types: words(types),
  forbids: words(forbids),
});

/** `main -> app -> http, page, cli -> use cases -> domain packages`. A new room or port needs no line here. */
export const ZONES: Readonly<Record<string, Zone>> = {
  main: zone('main.ts cli/main.ts', 'open config app cli jobs use-cases port sql adapters', '', ''),
  // This zone opens resources and assembles the parts, for main and the commands.
  open: zone('**/open-*.ts', 'config app jobs use-cases port sql adapters', '', 'CLI'),
  config: zone('config.ts', '', '', 'HTTP SQL CLI'),
  // This zone holds text that generated pages, agents and browsers share.
  text: zone('**/*.text.ts', 'use-cases', '', 'HTTP SQL CLI'),
  // This zone holds pages generated from the app's own tables, for tools/docs/generators.ts.
  docs: zone('docs/**', 'config app http use-cases text', '', 'SQL CLI'),
  app: zone('app.ts', 'http page jobs use-cases', 'config port', 'SQL CLI'),
  page: zone('**/*.page.ts', 'http use-cases text', 'config port', 'SQL CLI'),
  http: zone('http/** mcp/** schemas/** **/*.http.ts', 'use-cases text', 'config port', 'SQL CLI'),
  cli: zone('cli/** **/*.cli.ts', 'open config use-cases text adapters', 'port', 'HTTP SQL'),
  jobs: zone('jobs/** **/*.job.ts', 'use-cases', 'config port', 'HTTP SQL CLI'),
  port: zone('store/store.ts **/*.store.ts', '', 'use-cases', 'HTTP SQL CLI'),
  sql: zone('store/** **/*.sql.ts', 'port', 'use-cases', 'HTTP CLI'),
  adapters: zone('adapters/** **/*.adapter.ts', 'use-cases', 'port', 'SQL CLI'),
  // This zone holds the core's operations, and a room's operations and terms.
  'use-cases': zone('use-cases/** */**', 'port', '', 'HTTP SQL CLI'),
};

/** The zone of a file given relative to the app's `src/`; undefined if the table has no place for it. */
export function zoneOf(file: string): string | undefined {
  return Object.keys(ZONES).find((name) => ZONES[name]?.files.some((glob) => matchesGlob(file, glob)));
}

/** Folders outside packages and apps, which nobody imports: they may import any package and app on their side. */
export const OUTSIDE: readonly string[] = words(
  'tools bench screener/conformance platform/conformance platform/demo',
);

/** What a launcher in `bin/` may start. The launchers are the only shipped files that know both products. */
export const LAUNCHED: readonly string[] = [
  '{screener,platform}/*/src/{main,cli/main}.ts',
  'screener/conformance/recompute/main.ts',
  'tools/{node.cjs,doctor.ts,backup.ts}',
];

/**
 * Globs of files that share no code with what they check (their tests may compare both), so that both agree only if
 * both are right.
 */
export const INDEPENDENT: readonly string[] = [
  'screener/conformance/recompute*{,/**}',
  'platform/conformance/read-log{,/**}',
];

function words(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
