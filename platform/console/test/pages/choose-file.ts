import type { Page } from 'playwright-core';

interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Presses `keys` one after the other, the last of which opens a chooser of files, and chooses `file` in it. */
export async function chooseByKeyboard(page: Page, keys: readonly string[], file: ChosenFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  // A round trip: only what is pressed after the browser was told to hand over its chooser reaches us.
  await page.evaluate('0');
  for (const key of keys) await page.keyboard.press(key);
  await (await chooser).setFiles(file);
}
