import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cutFont, FONTS, licenceOf, pathsOfFont } from './fonts/cut-font.ts';
import { ROOT_FOLDER } from './source/codebase.ts';

/**
 * `npm run fonts` cuts the fonts of the screener's pages down to the characters and weights that they use, and writes
 * them with their licences. The results are checked in, so that a service needs neither the whole fonts nor the
 * program that cuts them.
 */
for (const one of FONTS) {
  const { font, licence } = pathsOfFont(one);
  await writeFile(join(ROOT_FOLDER, font), await cutFont(one));
  await writeFile(join(ROOT_FOLDER, licence), await licenceOf(one));
}
