import { DATES } from './dates.ts';
import { FRAME } from './frame.ts';
import { NAMES } from './names.ts';
import { NUMBERS } from './numbers.ts';
import { TIME } from './time.ts';

/** Every text of the public and portal pages, by the room that shows it. */
export const EN = {
  dates: DATES,
  frame: FRAME,
  names: NAMES,
  numbers: NUMBERS,
  time: TIME,
};

export type Words = typeof EN;
