import { LABELLED_TAGS } from './labels.ts';

/** Every qualified tag that any chain reads: what a reader of `companyfacts` keeps. */
export const SCREENED_TAGS: ReadonlySet<string> = new Set(LABELLED_TAGS);
