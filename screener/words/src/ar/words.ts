import type { Words } from '../en/words.ts';
import { DATES } from './dates.ts';
import { FRAME } from './frame.ts';
import { NAMES } from './names.ts';
import { NUMBERS } from './numbers.ts';
import { TIME } from './time.ts';

/** The words of the pages in Arabic, with the terms of AAOIFI's Arabic text. */
export const AR: Words = {
  dates: DATES,
  frame: FRAME,
  names: NAMES,
  numbers: NUMBERS,
  time: TIME,
};
