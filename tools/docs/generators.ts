import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT_FOLDER, thisCodebase } from '../source/codebase.ts';
import { layersPage } from './layers-page.ts';

/** A file written by a program. `text` must depend only on the sources, not on the clock or the machine. */
export interface Generator {
  /** Path from the root. */
  readonly path: string;
  readonly text: () => string | Promise<string>;
}

/**
 * All generated pages. To add one: write a function that returns the page's text (in the `src/docs/` of the app it
 * describes, or in tools/docs/), add its line below, and run `npm run docs`. The import is inside the line, so that
 * an app that does not load breaks only its own pages, not every check. Pages are checked in, so that they can be
 * read without running anything, and a test refuses one that is out of date.
 */
export const GENERATORS: readonly Generator[] = [
  {
    path: '.env.example',
    text: async () => (await import('./env-example.ts')).envExample(),
  },
  {
    path: 'docs/reference/evidence/examples.md',
    text: async () => (await import('./evidence-examples-page.ts')).evidenceExamplesPage(),
  },
  {
    path: 'docs/reference/evidence/tables.md',
    text: async () => (await import('./evidence-tables-page.ts')).evidenceTablesPage(),
  },
  { path: 'docs/reference/layers.md', text: () => layersPage(thisCodebase()) },
  {
    path: 'docs/reference/methodology.md',
    text: async () => (await import('@screener/service/methodology/methodology.text')).methodologyPage(),
  },
  {
    path: 'docs/reference/open-screenings.md',
    text: async () => (await import('@screener/service/docs/open-screenings.text')).openScreeningsPage(),
  },
  {
    path: 'docs/reference/platform-config.md',
    text: async () => (await import('./platform-config-page.ts')).platformConfigPage(),
  },
  {
    path: 'docs/reference/screener-config.md',
    text: async () => (await import('@screener/service/docs/config-page')).screenerConfigPage(),
  },
  {
    // This comes before the description, which contains it.
    path: 'screener/service/src/http/recorded-examples.json',
    text: () => printedBy('screener/conformance/examples/main.ts'),
  },
  {
    path: 'docs/reference/screener-openapi.json',
    text: description,
  },
  {
    path: 'screener/client/src/schema.ts',
    text: async () => {
      const { clientTypes } = await import('./client-types.ts');
      return clientTypes(await description());
    },
  },
];

let described: Promise<string> | undefined;

/** This is made once, for the two pages that need it. */
function description(): Promise<string> {
  described ??= import('@screener/site/docs/openapi-page').then(({ screenerOpenApi }) => screenerOpenApi());
  return described;
}

async function printedBy(program: string): Promise<string> {
  const options = { cwd: ROOT_FOLDER, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT_FOLDER, program)], options);
  return stdout;
}
