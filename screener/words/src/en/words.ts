import { FRAME } from './frame.ts';
import { INTERVAL } from './interval.ts';
import { REPORT } from './report.ts';
import { ERRORS, START } from './start.ts';

/** Every text of the public and portal pages, by the room that shows it. */
export const EN = { frame: FRAME, start: START, errors: ERRORS, interval: INTERVAL, report: REPORT };

export type Words = typeof EN;
