import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT_FOLDER } from './source/codebase.ts';

/**
 * `npm run fonts` cuts the fonts of the screener's pages down to the characters and weights that they use, and
 * writes them with their licences. The results are checked in, so that a service needs neither the whole fonts nor the
 * program that cuts them.
 */
interface CutFont {
  /** The family as a file name. */
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

function between(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
}

type SubsetFont = (
  whole: Buffer,
  characters: string,
  options: { readonly targetFormat: 'woff2'; readonly variationAxes: { readonly wght: CutFont['weights'] } },
) => Promise<Buffer>;

export function pathOfFont({ name }: CutFont): string {
  return `${FOLDER}/${name}.woff2`;
}

export async function cutFont({ from, weights }: CutFont): Promise<Buffer> {
  const require = createRequire(import.meta.url);
  // The package has no types.
  const subsetFont: SubsetFont = require('subset-font');
  return subsetFont(await readFile(require.resolve(from)), CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
  });
}

if (import.meta.main) {
  for (const font of FONTS) {
    const [scope = '', name = ''] = font.from.split('/');
    const licence = createRequire(import.meta.url).resolve(`${scope}/${name}/LICENSE`);
    await writeFile(join(ROOT_FOLDER, pathOfFont(font)), await cutFont(font));
    await writeFile(join(ROOT_FOLDER, FOLDER, `${font.name}.licence.txt`), await readFile(licence));
  }
}
