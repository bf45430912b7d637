import { LABELLED_TAGS } from './labels.ts';

/** Every qualified tag that a chain reads. A reader of `companyfacts` keeps these. */
export const SCREENED_TAGS: ReadonlySet<string> = new Set(LABELLED_TAGS);
