import { FRAME } from './frame.ts';

/** Every text of the public and portal pages, by the room that shows it. */
export const EN = { frame: FRAME };

export type Words = typeof EN;
