import { Type } from 'typebox';
import {
  type AnswerOf,
  choice,
  count,
  date,
  flag,
  list,
  Num,
  nullable,
  nullableDate,
  nullableNum,
  nullableText,
  num,
  object,
  Text,
  text,
} from '../schema-parts.ts';
import type { DecidedScreening } from '../screened.ts';
import { Compliance } from '../verdict/verdict.ts';
import { Anomaly } from './anomalies.ts';
import { BUCKET_WORDS, BUCKETS, type Bucket } from './asset-buckets.ts';
import { RESOLUTION_METHODS } from './resolve-holding.ts';

const weight = (what: string) => num(`${what}, in percent of net assets: 4.5 is 4.5 %`);
const bucketSum = (description: string) =>
  object(
    {
      holdings: count('How many holdings'),
      value: num('Their value, in US dollars'),
      pct: weight('Their value'),
      open: num('What of it is open, in US dollars: absolute values, and the exposure of contracts'),
      open_pct: weight('What of it is open'),
    },
    { description },
  );
export type BucketAnswer = AnswerOf<ReturnType<typeof bucketSum>>;
const equities = (description: string) =>
  object({ holdings: count('How many equities'), pct: weight('Their value') }, { description });

/** One member for each bucket, with what it holds. */
const Weights = object(
  Object.fromEntries(BUCKETS.map((bucket) => [bucket, bucketSum(BUCKET_WORDS[bucket])])) as Record<
    Bucket,
    ReturnType<typeof bucketSum>
  >,
  { description: 'Where the weight of the fund is' },
);

const FundReportAnswer = object(
  {
    form: text('NPORT-P'),
    series_id: nullableText('The fund’s number at the SEC: S000067283'),
    series_name: nullableText('The fund’s name at the SEC'),
    registrant: text('The trust that files for the fund'),
    cik: text('The trust’s number at the SEC, ten digits'),
    period_end: date('The day of the holdings'),
    fiscal_year_end: nullableDate('The last day of the fund’s fiscal year'),
    filed: nullableDate('The day on which it was filed; null where that is not known'),
    accession: nullableText('The SEC’s number of the filing; null where that is not known'),
    source_url: text('The filing, or the SEC’s list of the fund’s reports'),
    is_final: flag('Whether the fund says that this is its last report'),
  },
  {
    description:
      'Form N-PORT-P. If the document came without its filing, filed and accession are null and source_url is the SEC’s list of the fund’s reports',
  },
);
export type FundReportAnswer = AnswerOf<typeof FundReportAnswer>;

const FILED = {
  line: Type.Integer({ description: 'Position in the filing, starting at 1' }),
  name: nullableText('The issuer, as filed'),
  title: nullableText('The security, as filed'),
  ticker: nullableText('As filed'),
  isin: nullableText('As filed'),
  cusip: nullableText('As filed'),
};
const VALUE = num('In US dollars, as filed');
const PCT = nullableNum('value in percent of net assets; null where net assets are not positive');

const contractAmount = (what: string) =>
  nullable(
    object({ amount: num('As filed'), currency: nullableText('ISO 4217: USD') }),
    `${what}; null where not filed`,
  );

/** What the exposure of a contract follows from. */
const ContractAnswer = object({
  kind: nullableText('The form’s code: FUT, FWD, SWP, OPT, WAR'),
  notional: contractAmount('Of a future or swap'),
  bought: contractAmount('Bought by a currency forward'),
  sold: contractAmount('Sold by it'),
  strike: contractAmount('Of an option or warrant, for one share'),
  shares_per_contract: nullableNum('Of an option or warrant; null where not filed'),
  contracts: nullableNum('How many; null where not filed'),
  unrealised: nullableNum('Unrealised appreciation, in US dollars; null where not filed'),
  currency: nullableText('Of the holding'),
  exchange_rate: nullableNum('Between currency and the US dollar; null for a holding in US dollars'),
});

/** One holding: what is filed about it, and what was found. */
const HoldingAnswer = object({
  ...FILED,
  asset_category: nullableText('The form’s code: EC for common equity, STIV for a money market fund'),
  value: VALUE,
  pct: PCT,
  pct_filed: nullableNum('The percentage that the fund filed, unrounded'),
  contract: nullable(ContractAnswer, 'What is filed about a contract; null for anything else'),
  open: num(
    'What of it is open, in US dollars: nothing with a verdict, its absolute value without one; for a contract its exposure, and all of net assets where nothing bounds that',
  ),
  bucket: choice(BUCKETS, 'The member of weights that it counts in'),
  resolved_by: nullable(
    Type.Enum(RESOLUTION_METHODS),
    'What led to the company; null where nothing did, or where the holding is no common equity',
  ),
  matched: nullableText('The ticker, ISIN, CUSIP or name that led there; null where nothing did'),
  symbol: nullableText('The company’s ticker, in the SEC’s spelling; null without a company'),
  company: nullableText('The company’s name at the SEC; null without a company'),
  cik: nullableText('The company’s number at the SEC; null without a company'),
  compliance: nullable(
    Compliance,
    'The company’s verdict on the date of the screening; null without a company',
  ),
  score: nullableNum('The company’s score, of 100 points; null without a company'),
  passes: list(Text, 'Ids of the methodologies that the company passes'),
  fails: list(Text, 'Ids of those that it fails'),
  purification_pct: nullableNum(
    'The rate that the company’s own answer recommends, in percent of its dividends; null without one',
  ),
  purification_low_pct: nullableNum(
    'Lower end of the company’s own purification, in percent of its dividends; null without a company',
  ),
  purification_high_pct: nullableNum('Upper end, in percent of its dividends; null where nothing bounds it'),
  missing: list(Text, 'Codes of what is missing for the company’s verdict'),
});
export type HoldingAnswer = AnswerOf<typeof HoldingAnswer>;

const UnresolvedAnswer = object({
  ...FILED,
  value: VALUE,
  pct: PCT,
  reason: text('Why it leads to no company'),
});
export type UnresolvedAnswer = AnswerOf<typeof UnresolvedAnswer>;

const MethodologyWeights = object({
  id: text('Id of the methodology'),
  passing_pct: weight('Companies that pass it'),
  failing_pct: weight('Companies that fail it'),
  open_pct: weight(
    'What may fail it beyond what does: all else, up to what passes. A fund that owes holds more than its net assets',
  ),
});

const Purification = object(
  {
    low_pct: num('Lower end, in percent: what is unknown counts nothing'),
    high_pct: num('Upper end, in percent: what is unknown counts in full'),
    covered_weight_pct: weight('Holdings whose own rate is bounded'),
    covered_low_pct: num('Lower end for these holdings, in percent'),
    covered_high_pct: num('Upper end for these holdings, in percent'),
    covered_rate_pct: nullableNum(
      'The average of these holdings’ own rates, by weight, in percent; null where none is known',
    ),
  },
  { description: 'Percent of dividends and gains, for the whole fund and for its known part' },
);

/** Each holding as filed, what it is, its company's verdict, and the sums. */
export const EtfLookThrough = object(
  {
    report: nullable(FundReportAnswer, 'The report of holdings; null where none is available'),
    net_assets: nullableNum('In US dollars, as filed; null without a report'),
    total_assets: nullableNum('In US dollars, as filed; null without a report'),
    total_liabilities: nullableNum('In US dollars, as filed; null without a report'),
    coverage_pct: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Weight of the holdings that have a verdict, in percent of net assets',
    }),
    unlisted_assets: nullableNum(
      'Total assets less the holdings that are assets, in US dollars: cash, receivables, or missing lines',
    ),
    sum_of_weights_pct: nullableNum('All holdings, value over net assets, in percent'),
    sum_of_filed_pct: nullableNum('The sum of the percentages that the fund filed, unrounded'),
    weights: Weights,
    resolved_by: object(
      {
        ticker: equities('Led to their company by ticker'),
        isin: equities('By ISIN, or the CUSIP inside it'),
        cusip: equities('By CUSIP'),
        name: equities('By exact name'),
        unresolved: equities('Led to no company'),
      },
      { description: 'The common equities, by what led to the company' },
    ),
    limits: Type.Record(Text, Num, { description: 'The limits that decide the verdict, in percent' }),
    methodologies: list(MethodologyWeights, 'What each methodology says of the weight'),
    purification: Purification,
    holdings: list(HoldingAnswer, 'Largest first'),
    unresolved: list(UnresolvedAnswer, 'Those among the listed holdings; with holdings=top, the largest'),
    anomalies: list(Anomaly, 'What is wrong in the report, which is read all the same'),
  },
  {
    description:
      'Only for funds: what they hold. Weights are values over net assets, in percent; amounts are in US dollars',
  },
);
export type EtfLookThrough = AnswerOf<typeof EtfLookThrough>;

/** A screening of a fund: the members of a company's, and the look-through. */
export type ScreenedFund = DecidedScreening & { readonly etf_look_through: EtfLookThrough };
