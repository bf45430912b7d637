import type { Words } from '../en/words.ts';
import { FRAME } from './frame.ts';
import { INTERVAL } from './interval.ts';
import { REPORT } from './report.ts';
import { ERRORS, START } from './start.ts';

/** The words of the pages in Arabic, with the terms of AAOIFI's Arabic text. */
export const AR: Words = { frame: FRAME, start: START, errors: ERRORS, interval: INTERVAL, report: REPORT };
