import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { cutFont, FONTS, pathsOfFont } from '../fonts/cut-font.ts';
import { ROOT_FOLDER } from '../source/codebase.ts';

test('the fonts of the pages are those that the packages of this version give', async () => {
  for (const font of FONTS) {
    const kept = await readFile(join(ROOT_FOLDER, pathsOfFont(font).font));
    assert.ok(kept.equals(await cutFont(font)), `${font.name}: npm run fonts`);
  }
});
