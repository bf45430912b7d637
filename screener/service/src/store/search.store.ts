import { type AnswerOf, choice, flag, nullableText, object, text } from '@screener/engine/schema-parts';

/** A ticker that can be found. A class of a fund whose reports are not stored has no name. */
export const FindableTicker = object({
  symbol: text('The ticker, in the SEC’s spelling: BRK-B'),
  name: nullableText('The filer’s name at the SEC; null where it is not known'),
  exchange: nullableText('Of the listing: Nasdaq, NYSE. Null where it is not known'),
  type: choice(['company', 'fund'], 'What the ticker is'),
  cik: text('The filer’s number at the SEC, ten digits'),
  facts_at_hand: flag(
    'Whether there are facts here to screen it from; where there are none, live mode fetches them',
  ),
});
export type FindableTicker = AnswerOf<typeof FindableTicker>;

/** A ticker, with the figure that ranks it. */
export interface RankedTicker extends FindableTicker {
  /** The newest market capitalisation in the ticker's listing; null if there is none. */
  readonly marketCap: number | null;
}

export interface SearchStore {
  /** Returns every ticker once, companies first. */
  findableTickers(): Promise<readonly RankedTicker[]>;
}
