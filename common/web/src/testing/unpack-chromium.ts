/** The program that `browser.ts` starts: unpacks Chromium, its libraries and a font into the folder of TMPDIR. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inflate } from '@sparticuz/chromium';

const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin');
for (const file of ['chromium.br', 'al2023.tar.br', 'fonts.tar.br']) await inflate(join(packed, file));
