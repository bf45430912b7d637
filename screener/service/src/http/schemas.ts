import { ErrorEnvelopeSchema } from '@common/kit/http/errors';
import type { Expression } from '@screener/engine/amounts/expression';
import type { Overlays } from '@screener/engine/overlays/overlays';
import { DECIDED_VERDICTS } from '@screener/engine/verdict/verdict';
import { type TSchema, Type } from 'typebox';
import { OverlayOfferSchema, OverlaysSchema } from '../overlays/overlay-schemas.http.ts';
import type { OverlayOffer } from '../overlays/read-overlays.ts';
import type { PagedAnswer } from '../use-cases/page-holdings.ts';
import type { HistoryAnswer } from '../use-cases/read-history.ts';
import { EtfLookThroughSchema } from './fund-schemas.ts';
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
  Rules,
  Status,
  Text,
} from './schema-parts.ts';

const Basis = Type.Enum(['reported', 'derived', 'bounded', 'unknown']);

export const ErrorEnvelope = ErrorEnvelopeSchema;

/** Refusals that every route with callers may send. */
export const REFUSED_CALLER = { 401: ErrorEnvelope, 429: ErrorEnvelope };

const Computation = Type.Unsafe<Expression>(
  Type.Unknown({
    description:
      'How this end was computed: an evidence id, a constant, or {"sum"|"max"|"min": [...]}, {"minus": [a, b]}, {"times": [a, b]}',
  }),
);

const Check = object(
  {
    ratio: Text,
    value: Type.Union([Num, Type.Null()], {
      description: 'The end that decides: high for a pass, low for a fail; null if nothing bounds it',
    }),
    threshold: Type.Number({ description: 'The limit, as a fraction: 0.3 is 30 %' }),
    distance: Type.Union([Num, Type.Null()], {
      description:
        'threshold less value, in the ratio’s own unit: room under the limit for a pass, negative for a fail, null for unknown',
    }),
    comparison: Type.Enum(['<', '<='], { description: 'The check passes when value comparison threshold' }),
    passed: Type.Boolean({ description: 'True only for status pass' }),
    status: Status,
    low: Type.Number({ description: 'Lower end of the ratio, as a fraction with six significant digits' }),
    high: Type.Union([Num, Type.Null()], { description: 'Upper end; null where nothing bounds it' }),
    basis: Basis,
    numerator: Type.String({ description: 'Name of an entry of amounts' }),
    denominator: Text,
    source: Text,
    confidence: Type.Enum(['high', 'medium', 'low']),
  },
  { title: 'Check' },
);

const Report = object(
  {
    form: Text,
    period_end: CalendarDate,
    filed: CalendarDate,
    accession: Text,
    source_url: Text,
  },
  { title: 'Report' },
);

const Evidence = object(
  {
    id: Text,
    concept: Text,
    xbrl_tag: Text,
    value: Num,
    unit: Text,
    form: Text,
    period_start: NullableDate,
    period_end: CalendarDate,
    filed: NullableDate,
    accession: NullableText,
    source_url: Type.String({
      description:
        'The filing; for a fund’s report that came without its filing, the SEC’s list of the fund’s reports',
    }),
    superseded: Type.Array(object({ value: Num, form: Text, accession: Text })),
  },
  { title: 'Evidence' },
);

const MarketData = object({
  id: NullableText,
  figure: Type.Union([Type.Enum(['market_cap', 'close']), Type.Null()]),
  value: NullableNumber,
  close: NullableNumber,
  currency: NullableText,
  date: NullableDate,
  source: NullableText,
  reason: Type.Union([Text, Type.Null()], { description: 'Why there is no market capitalisation' }),
  trailing_averages: Type.Array(
    object({
      methodology: Text,
      months: Type.Integer(),
      months_present: Type.Integer(),
      average_market_cap: NullableNumber,
      status: Status,
    }),
    { description: 'For information only: what the trailing average would say' },
  ),
});

const Business = object({
  status: Type.Enum(['pass', 'fail', 'review', 'unknown']),
  sic: NullableText,
  sic_description: NullableText,
  source: Text,
  confidence: Type.Enum(['medium', 'low', 'none']),
  findings: Type.Array(
    object({
      line: Text,
      label: Text,
      status: Type.Enum(['fail', 'review', 'pass'], {
        description:
          'pass: the SIC code would leave it to review, and the company’s annual report settles it',
      }),
      matched_by: Type.Enum(['sic', 'company']),
      matched: Type.String({
        description: 'The SIC code; or a ticker of the company, which is matched by CIK',
      }),
      note: Type.Union([Text, Type.Null()], {
        description: 'What the company does; null for a match by code',
      }),
      source: Type.Union([Text, Type.Null()], {
        description: 'The annual report that describes the business',
      }),
      source_url: NullableText,
    }),
  ),
});

const DecidedVerdict = Type.Enum(DECIDED_VERDICTS);

const LastVerdict = object(
  {
    as_of: CalendarDate,
    compliance: DecidedVerdict,
    score: Num,
    anchor: Type.Union([Report, Type.Null()], { description: 'The report that was screened then' }),
  },
  { title: 'LastVerdict' },
);

const Missing = object({ code: Text, message: Text }, { title: 'Missing' });

export const ScreeningSchema = object(
  {
    symbol: Text,
    name: Text,
    cik: Text,
    type: Type.Enum(['company', 'fund']),
    exchange: Type.Union([Text, Type.Null()], { description: 'Null where it is not known, and for funds' }),
    sector: Type.Union([Text, Type.Null()], {
      description: 'As the source of the listing names it; null where it is not known, and for funds',
    }),
    as_of: CalendarDate,
    rules: Rules,
    engine_version: Text,
    compliance: Compliance,
    possible: Type.Array(DecidedVerdict, {
      description:
        'The verdicts that what is known still allows, best first: one where there is a verdict, several for not_screenable',
    }),
    decided_methodologies: Type.Array(Text, {
      description: 'Ids of the methodologies that are decided, pass or fail, whatever is missing',
    }),
    last_verdict: Type.Union([LastVerdict, Type.Null()], {
      description:
        'For not_screenable: of the last 12 filing dates with a close, the newest at which there was a verdict, with it. Null where there is a verdict now, where there was none then, and for funds',
    }),
    score: Type.Number({ minimum: 0, maximum: 100 }),
    summary: Type.String({ description: 'The verdict and why, in one plain sentence' }),
    components: Type.Record(Text, object({ score: Num, max: Num })),
    ratios: Type.Record(Text, NullableNumber, {
      description:
        'Each ratio by name: the upper end, as a fraction with six significant digits; null where nothing bounds it. See ratio_info',
    }),
    ratio_info: Type.Record(
      Text,
      object({
        label: Type.String({ description: 'In plain words' }),
        unit: Type.Enum(['fraction'], { description: 'fraction: 0.3 is 30 %' }),
        numerator: Text,
        denominator: Text,
      }),
      { description: 'What each member of ratios is' },
    ),
    business_activity: Business,
    methodologies: Type.Array(
      object({
        id: Text,
        name: Text,
        edition: Text,
        passed: Type.Boolean(),
        status: Status,
        summary: Type.String({ description: 'What it says on the ratios, in one plain sentence' }),
        checks: Type.Array(Check),
      }),
    ),
    purification: object({
      pct_of_dividends_and_gains: Type.Union([Type.Number(), Type.Null()], {
        description:
          'From the filed figure of interest income where there is one, else the upper end; `basis`, `low_pct` and `high_pct` say how closely it is known',
      }),
      income: Type.Union([Type.Number(), Type.Null()], {
        description: 'The interest income behind the percentage, over twelve months',
      }),
      income_from: nullable(Computation),
      low_pct: Num,
      high_pct: NullableNumber,
      basis: Basis,
      amount_per_share: NullableNumber,
      shares: NullableNumber,
      shares_evidence: NullableText,
      currency: NullableText,
      note: Text,
    }),
    amounts: Type.Record(
      Text,
      object({
        low: Num,
        high: NullableNumber,
        unit: NullableText,
        basis: Basis,
        low_from: Computation,
        high_from: nullable(Computation),
        rules: Type.Array(Text),
      }),
    ),
    evidence: Type.Array(Evidence),
    market_data: MarketData,
    anchor: Type.Union([Report, Type.Null()], {
      description: 'The report whose period end all balances are taken at; null where there is none',
    }),
    data_age_days: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Whole days from the period end of the report screened (for a fund, of its holdings) to as_of; null where there is none',
    }),
    next_report_expected: Type.Union([CalendarDate, Type.Null()], {
      description:
        'An estimate, not an announcement: a year after the filing of the report that the next one follows in the filer’s rhythm. A date before as_of means that a later report may be missing here. Null where no rhythm is seen',
    }),
    missing: Type.Array(Missing),
    approximations: Type.Array(object({ id: Text, message: Text })),
    data_source: Type.Enum(['snapshot', 'sec_bulk', 'sec_live']),
    facts_through: NullableDate,
    etf_look_through: Type.Optional(EtfLookThroughSchema),
    overlays: Type.Optional(Type.Union([OverlaysSchema, OverlayOfferSchema])),
  },
  { title: 'Screening' },
);
true satisfies Same<PagedAnswer & { readonly overlays?: Overlays | OverlayOffer }, typeof ScreeningSchema>;

/** A screening of which the caller chose the members. */
export const ScreeningPartSchema = Type.Partial(ScreeningSchema);

const Flip = object({
  methodology: Text,
  ratio: Text,
  from: Status,
  to: Status,
  value_from: NullableNumber,
  value_to: NullableNumber,
  because: Type.Array(
    object({
      concept: Text,
      xbrl_tag: NullableText,
      from: NullableNumber,
      to: NullableNumber,
      accession: NullableText,
      source_url: NullableText,
      decisive: Type.Boolean({
        description: 'Had this figure alone kept its earlier value, the check would not have flipped',
      }),
    }),
  ),
});

const Changes = object({
  since: CalendarDate,
  verdict: Type.Union([object({ from: Compliance, to: Compliance }), Type.Null()]),
  score: Type.Union([object({ from: Num, to: Num }), Type.Null()]),
  checks: Type.Array(Flip),
  report: Type.Union([object({ from: NullableText, to: NullableText }), Type.Null()]),
  engine_changed: Type.Boolean(),
});

export const HistorySchema = object(
  {
    symbol: Text,
    rules: Rules,
    snapshots: Type.Array(
      object({
        as_of: CalendarDate,
        rules: Rules,
        engine_version: Text,
        compliance: Compliance,
        score: Num,
        business_activity: Type.Enum(['pass', 'fail', 'review', 'unknown']),
        purification_pct: NullableNumber,
        methodologies: Type.Array(
          object({
            id: Text,
            passed: Type.Boolean(),
            status: Status,
            checks: Type.Array(
              object({
                ratio: Text,
                value: NullableNumber,
                threshold: Num,
                passed: Type.Boolean(),
                status: Status,
              }),
            ),
          }),
        ),
        anchor: Type.Union([Report, Type.Null()]),
        missing: Type.Array(Missing),
        origin: Type.Enum(['backfill', 'live']),
        changes: Type.Union([Changes, Type.Null()]),
      }),
    ),
    next_cursor: Type.Union([Text, Type.Null()], {
      description: 'Send it as cursor for older screenings; null if there are none',
    }),
  },
  { title: 'History' },
);
true satisfies Same<HistoryAnswer, typeof HistorySchema>;

export const envelopeOf = <Data extends TSchema>(data: Data) =>
  object({ success: Type.Literal(true), error: Type.Null(), data }, { description: 'The answer' });
