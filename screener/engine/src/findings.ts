import type { Amount } from './amounts/amount.ts';
import type { ComputedNumber } from './amounts/expression.ts';
import type { BusinessActivity } from './business/classify.ts';
import type { CapitalisationGap, MarketCap } from './concepts/market-cap.ts';
import type { MethodologyResult } from './methodologies/check.ts';
import type { MarketCapRefusal, Missing, ReadResult } from './screened.ts';
import type { PurificationAnswer, TrailingAverage } from './screening.ts';
import type { Anchor } from './selection/anchor.ts';
import type { FactLedger, LedgerEntry } from './selection/fact-ledger.ts';
import type { ShareBasis } from './share-basis-answer.ts';
import type { ScoreComponent } from './verdict/score.ts';
import type { DecidedVerdict, Verdict } from './verdict/verdict.ts';

/** The amounts that ratios are made of, under the names that answers use. */
export interface ScreenedAmounts {
  readonly debt: Amount;
  readonly cash: Amount;
  readonly cash_and_current_securities: Amount;
  readonly cash_and_all_securities: Amount;
  readonly receivables: Amount;
  readonly receivables_and_cash: Amount;
  readonly interest_income: Amount;
  readonly total_assets: Amount;
  readonly revenue: Amount;
  readonly market_cap: Amount;
}

/** The balances in the currency of the price, under the same names. */
export type PricedAmounts = Omit<
  ScreenedAmounts,
  'interest_income' | 'total_assets' | 'revenue' | 'market_cap'
>;

/** The figures of one company and date, before any decision. */
export interface Findings {
  readonly anchor: Anchor;
  readonly ledger: FactLedger;
  readonly amounts: ScreenedAmounts;
  readonly marketCap: ReadResult<MarketCap, MarketCapRefusal>;
  /** The balances in the currency of the price; null if the report is in it, or there is no price. */
  readonly priced: PricedAmounts | null;
  /** Where the price source's capitalisation is far from close x cover-page shares: for information. */
  readonly capitalisationGap: CapitalisationGap | null;
  readonly shares: LedgerEntry | null;
  /** On which day's shares an amount per share is; null without a count. */
  readonly shareBasis: ShareBasis | null;
  /** The interest income to give away; null if nothing bounds it. */
  readonly interestToPurify: ComputedNumber | null;
  /** For information: finance lease liabilities outside the debt tags, if they are tagged. */
  readonly financeLeases: ComputedNumber | null;
}

/** What a screening decides; an answer only presents it. */
export interface Decision {
  readonly business: BusinessActivity;
  readonly methodologies: readonly MethodologyResult[];
  readonly possible: readonly DecidedVerdict[];
  readonly compliance: Verdict;
  readonly components: Readonly<Record<string, ScoreComponent>>;
  readonly score: number;
  readonly purification: PurificationAnswer;
  readonly trailingAverages: readonly TrailingAverage[];
  readonly missing: readonly Missing[];
}
