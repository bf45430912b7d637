import { layersPage } from './layers-page.ts';

/** A page that is written by a program. `text` must depend on nothing but the sources: no clock, no machine. */
export interface Generator {
  /** Below docs/reference/. */
  readonly file: string;
  readonly text: () => string | Promise<string>;
}

/**
 * All generated pages. To add one: write a function that returns the page's text (in the `src/docs/` of the app it
 * describes, or in tools/docs/), add its line below, and `npm run docs`. The import stands inside the line, so that
 * an app that does not load breaks its own pages and not every check. Pages are checked in, so that they can be
 * read without running anything, and a test refuses one that is older than its source.
 */
export const GENERATORS: readonly Generator[] = [
  { file: 'layers.md', text: layersPage },
  {
    file: 'methodology.md',
    text: async () => (await import('@sanad/screener/docs/methodology-page')).methodologyPage(),
  },
  {
    file: 'platform-config.md',
    text: async () => (await import('./platform-config-page.ts')).platformConfigPage(),
  },
  {
    file: 'screener-config.md',
    text: async () => (await import('@sanad/screener/docs/config-page')).screenerConfigPage(),
  },
  {
    file: 'screener-openapi.json',
    text: async () => (await import('@sanad/screener/docs/openapi-page')).screenerOpenApi(),
  },
];
