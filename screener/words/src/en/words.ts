import { ANSWER, FIGURES, GLANCE, NO_ANSWER, SEVERAL } from './answer.ts';
import { DATES } from './dates.ts';
import { FRAME } from './frame.ts';
import { GIVING } from './giving.ts';
import { HOLDINGS } from './holdings.ts';
import { NAMES } from './names.ts';
import { NUMBERS } from './numbers.ts';
import { DATA, INTERVAL_KEY, PARTS } from './parts.ts';
import { PURIFICATION } from './purification.ts';
import { ERRORS, START } from './start.ts';
import { TIME } from './time.ts';
import { ZAKAT } from './zakat.ts';

/** Every text of the public and portal pages, by the room that shows it. */
export const EN = {
  answer: ANSWER,
  data: DATA,
  dates: DATES,
  errors: ERRORS,
  figures: FIGURES,
  frame: FRAME,
  giving: GIVING,
  glance: GLANCE,
  holdings: HOLDINGS,
  intervalKey: INTERVAL_KEY,
  names: NAMES,
  noAnswer: NO_ANSWER,
  numbers: NUMBERS,
  parts: PARTS,
  purification: PURIFICATION,
  several: SEVERAL,
  start: START,
  time: TIME,
  zakat: ZAKAT,
};

export type Words = typeof EN;
