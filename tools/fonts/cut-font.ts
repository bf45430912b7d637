import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** A font of the screener's pages, as it is cut out of its npm package. */
interface CutFont {
  /** The file's name, without its ending. */
  readonly name: string;
  /** The file of the npm package. */
  readonly from: string;
  readonly weights: { readonly min: number; readonly max: number };
}

const FOLDER = 'screener/site/src/fonts';

/** A font for another script is one more line here, with its range of characters in `fonts.css`. */
export const FONTS: readonly CutFont[] = [
  {
    name: 'inter',
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    weights: { min: 400, max: 700 },
  },
  {
    name: 'source-serif-4',
    from: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
    weights: { min: 500, max: 700 },
  },
];

/** What pages are written in: ASCII, the letters of Western Europe, and the signs between words and numbers. */
const CHARACTERS = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}–—‘’“”…•−≤≥→←↑↓›‹\u2009\u202f`;

/** Spacing of pairs, and figures of one width. Other features bring glyphs that no page shows. */
const FEATURES = ['kern', 'tnum'];

function between(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
}

type SubsetFont = (
  whole: Buffer,
  characters: string,
  options: {
    readonly targetFormat: 'woff2';
    readonly keepFeatures: readonly string[];
    readonly variationAxes: { readonly wght: CutFont['weights'] };
  },
) => Promise<Buffer>;

/** Where the cut font is, and its licence. */
export function pathsOfFont({ name }: CutFont): { readonly font: string; readonly licence: string } {
  return { font: `${FOLDER}/${name}.woff2`, licence: `${FOLDER}/${name}.licence.txt` };
}

export function licenceOf({ from }: CutFont): Promise<Buffer> {
  const [scope, name] = from.split('/');
  return readFile(createRequire(import.meta.url).resolve(`${scope}/${name}/LICENSE`));
}

export async function cutFont({ from, weights }: CutFont): Promise<Buffer> {
  const require = createRequire(import.meta.url);
  // The package has no types.
  const subsetFont: SubsetFont = require('subset-font');
  return subsetFont(await readFile(require.resolve(from)), CHARACTERS, {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: weights },
  });
}
