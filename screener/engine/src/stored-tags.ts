import { DIVIDENDS_A_SHARE } from './concepts/dividends.ts';
import { SCREENED_TAGS } from './concepts/screened-tags.ts';
import { RANKED_TAGS } from './rankings/ranked-tags.ts';
import { SPLIT_TAGS } from './shares/open-splits.ts';

/** Which qualified tags a reader of `companyfacts` keeps the facts of. */
export interface WantedTags {
  /** Their facts also describe the report that they are in: its period end, its currency and how full it is. */
  readonly describing: ReadonlySet<string>;
  /**
   * INVARIANT: these facts have no say in which reports there are, nor in their descriptions. So a tag that
   * only rankings, the basis of a share count or dividends read changes no anchor, and with it no verdict.
   */
  readonly further: ReadonlySet<string>;
}

/** What is kept of every filer: by imports, in live mode and in the embedded snapshot. */
export const STORED_TAGS: WantedTags = {
  describing: SCREENED_TAGS,
  further: new Set([...RANKED_TAGS, ...SPLIT_TAGS, ...DIVIDENDS_A_SHARE]),
};
