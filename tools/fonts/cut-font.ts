import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** A font of the screener's pages, as it is cut out of its npm package. */
interface CutFont {
  /** The file's name, without its ending. */
  readonly name: string;
  /** The file of the npm package. */
  readonly from: string;
  /** Of a variable font; a static one has the weight of its file. */
  readonly weights?: { readonly min: number; readonly max: number };
  readonly script: keyof typeof SCRIPTS;
}

const FOLDER = 'screener/site/src/fonts';

/** A font for another script is one more line here, with its range of characters in `fonts.css` or `arabic.css`. */
export const FONTS: readonly CutFont[] = [
  {
    name: 'inter',
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    weights: { min: 400, max: 700 },
    script: 'latin',
  },
  {
    name: 'source-serif-4',
    from: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
    weights: { min: 500, max: 700 },
    script: 'latin',
  },
  {
    name: 'noto-naskh-arabic',
    from: '@fontsource-variable/noto-naskh-arabic/files/noto-naskh-arabic-arabic-wght-normal.woff2',
    weights: { min: 500, max: 700 },
    script: 'arabic',
  },
  {
    name: 'ibm-plex-sans-arabic',
    from: '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff2',
    script: 'arabic',
  },
  {
    name: 'ibm-plex-sans-arabic-bold',
    from: '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal.woff2',
    script: 'arabic',
  },
];

/** What pages are written in, and the features of a font that it needs. Other features bring glyphs that no page shows. */
const SCRIPTS = {
  /** ASCII, the letters of Western Europe, and the signs between words and numbers; figures of one width. */
  latin: {
    characters: `${between(0x20, 0x7e)}${between(0xa0, 0xff)}–—‘’“”…•−≤≥→←↑↓›‹\u2009\u202f`,
    features: ['kern', 'tnum'],
  },
  /** Letters, marks and signs of Arabic, which join: their forms are features. */
  arabic: {
    characters: `${between(0x60c, 0x60c)}${between(0x61b, 0x61b)}${between(0x61f, 0x61f)}${between(0x621, 0x63a)}${between(0x640, 0x652)}${between(0x66a, 0x66c)}\u0670\u200c\u200d\u200e\u200f «»`,
    features: [
      'kern',
      'isol',
      'init',
      'medi',
      'fina',
      'rlig',
      'calt',
      'liga',
      'ccmp',
      'curs',
      'mark',
      'mkmk',
    ],
  },
};

function between(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
}

type SubsetFont = (
  whole: Buffer,
  characters: string,
  options: {
    readonly targetFormat: 'woff2';
    readonly keepFeatures: readonly string[];
    readonly variationAxes?: { readonly wght: NonNullable<CutFont['weights']> };
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

export async function cutFont({ from, weights, script }: CutFont): Promise<Buffer> {
  const require = createRequire(import.meta.url);
  // The package has no types.
  const subsetFont: SubsetFont = require('subset-font');
  return subsetFont(await readFile(require.resolve(from)), SCRIPTS[script].characters, {
    targetFormat: 'woff2',
    keepFeatures: SCRIPTS[script].features,
    ...(weights === undefined ? {} : { variationAxes: { wght: weights } }),
  });
}
