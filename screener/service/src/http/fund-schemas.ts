import type { Anomaly } from '@screener/engine/funds/anomalies';
import { BUCKETS } from '@screener/engine/funds/asset-buckets';
import { RESOLUTION_METHODS } from '@screener/engine/funds/resolve-holding';
import { Type } from 'typebox';
import { HOLDINGS_SHOWN, type PagedLookThrough } from '../use-cases/page-holdings.ts';
import type { Same } from './same-shape.ts';
import {
  CalendarDate,
  Compliance,
  NullableDate,
  NullableNumber,
  NullableText,
  Num,
  nullable,
  object,
  Text,
} from './schema-parts.ts';

const Bucket = Type.Enum(BUCKETS);
const Method = Type.Enum(RESOLUTION_METHODS);

const Sum = object({ holdings: Type.Integer(), value: Num, pct: Num });
const Count = object({ holdings: Type.Integer(), pct: Num });

const Report = object(
  {
    form: Text,
    series_id: NullableText,
    series_name: NullableText,
    registrant: Text,
    cik: Text,
    period_end: CalendarDate,
    fiscal_year_end: NullableDate,
    filed: NullableDate,
    accession: NullableText,
    source_url: Text,
    is_final: Type.Boolean(),
  },
  {
    description:
      'Form N-PORT-P. If the document came without its filing, filed and accession are null and source_url is the SEC’s list of the fund’s reports',
  },
);

const Holding = object({
  line: Type.Integer({ description: 'Position in the filing, starting at 1' }),
  name: NullableText,
  title: NullableText,
  ticker: NullableText,
  isin: NullableText,
  cusip: NullableText,
  asset_category: NullableText,
  value: Num,
  pct: NullableNumber,
  pct_filed: NullableNumber,
  bucket: Bucket,
  resolved_by: Type.Union([Method, Type.Null()]),
  matched: NullableText,
  symbol: NullableText,
  company: NullableText,
  cik: NullableText,
  compliance: Type.Union([Compliance, Type.Null()]),
  score: NullableNumber,
  passes: Type.Array(Text, { description: 'Ids of the methodologies that the company passes' }),
  fails: Type.Array(Text, {
    description: 'Ids of those that it fails; a prohibited business fails all of them',
  }),
  purification_low_pct: NullableNumber,
  purification_high_pct: NullableNumber,
  missing: Type.Array(Text),
});

const Unresolved = object({
  line: Type.Integer(),
  name: NullableText,
  title: NullableText,
  ticker: NullableText,
  isin: NullableText,
  cusip: NullableText,
  value: Num,
  pct: NullableNumber,
  reason: Text,
});

/** Only for funds: each holding as filed, what it is, its company's verdict, and the sums. */
export const EtfLookThroughSchema = object(
  {
    report: Type.Union([Report, Type.Null()]),
    net_assets: NullableNumber,
    total_assets: NullableNumber,
    total_liabilities: NullableNumber,
    coverage_pct: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Weight of the holdings that have a verdict',
    }),
    unlisted_assets: Type.Union([Num, Type.Null()], {
      description: 'Total assets less the holdings that are assets: cash, receivables, or missing lines',
    }),
    sum_of_weights_pct: NullableNumber,
    sum_of_filed_pct: NullableNumber,
    weights: object({
      ...{ compliant: Sum, questionable: Sum, non_compliant: Sum, not_screenable: Sum, unresolved: Sum },
      ...{ cash: Sum, debt: Sum, derivatives: Sum, other: Sum, residual: Sum },
    }),
    resolved_by: object({ ticker: Count, isin: Count, cusip: Count, name: Count, unresolved: Count }),
    limits: Type.Record(Text, Num, { description: 'The limits that decide the verdict, in percent' }),
    methodologies: Type.Array(object({ id: Text, passing_pct: Num, failing_pct: Num, open_pct: Num })),
    purification: object(
      {
        low_pct: Num,
        high_pct: Num,
        covered_weight_pct: Num,
        covered_low_pct: Num,
        covered_high_pct: Num,
      },
      { description: 'Percent of dividends and gains, for the whole fund and for its known part' },
    ),
    holdings_page: object(
      {
        show: Type.Enum(HOLDINGS_SHOWN),
        holdings: Type.Integer({ minimum: 0 }),
        unresolved: Type.Integer({ minimum: 0 }),
        anomalies: Type.Integer({ minimum: 0 }),
        next_cursor: Type.Union([Text, Type.Null()], {
          description:
            'Send it as cursor, with holdings=all, for the holdings that follow; null after the last',
        }),
      },
      {
        description:
          'Which of the lines are listed here, and how many there are in all. Weights and totals are always of the whole fund',
      },
    ),
    holdings: Type.Array(Holding, { description: 'Largest first' }),
    unresolved: Type.Array(Unresolved, {
      description: 'Those among the listed holdings; with holdings=top, the largest',
    }),
    anomalies: Type.Array(
      object({
        code: Type.Unsafe<Anomaly['code']>(Text),
        line: nullable(Type.Integer()),
        message: Text,
      }),
    ),
  },
  { description: 'Weights are values over net assets, in percent; amounts are in US dollars' },
);
true satisfies Same<PagedLookThrough, typeof EtfLookThroughSchema>;
