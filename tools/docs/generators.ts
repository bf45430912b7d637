import { layersPage } from './layers-page.ts';

/** A page that is written by a program. `text` must depend on nothing but the sources: no clock, no machine. */
export interface Generator {
  /** Below docs/reference/. */
  readonly file: string;
  readonly text: () => string | Promise<string>;
}

/**
 * All generated pages. To add one: write a function that returns the page's text (beside the sources it
 * describes, or in tools/docs/), import it here and add its line below; then `npm run docs`. Pages are checked in, so
 * that they can be read without running anything, and the test refuses a page that is older than its source.
 */
export const GENERATORS: readonly Generator[] = [{ file: 'layers.md', text: layersPage }];
