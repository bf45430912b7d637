import { ErrorEnvelopeSchema } from '@common/kit/http/errors';
import type { Expression } from '@screener/engine/amounts/expression';
import type { Overlays } from '@screener/engine/overlays/overlays';
import { SCORE_CAPS } from '@screener/engine/verdict/score';
import { DECIDED_VERDICTS } from '@screener/engine/verdict/verdict';
import { type TSchema, Type } from 'typebox';
import type { OverlayOffer } from '../overlays/read-overlays.ts';
import type { PagedAnswer } from '../use-cases/page-holdings.ts';
import { EtfLookThroughSchema } from './fund-schemas.ts';
import { OverlayOfferSchema, OverlaysSchema } from './overlay-schemas.ts';
import type { Same } from './same-shape.ts';
import {
  Basis,
  BUSINESS_STATUSES,
  Compliance,
  choice,
  DataSource,
  date,
  flag,
  list,
  Missing,
  Num,
  nullable,
  nullableDate,
  nullableNum,
  nullableText,
  num,
  object,
  Report,
  Rules,
  status,
  Text,
  text,
} from './schema-parts.ts';

export const ErrorEnvelope = ErrorEnvelopeSchema;

/** Refusals that every route with callers may send; 503 while the database is away. */
export const REFUSED_CALLER = { 401: ErrorEnvelope, 429: ErrorEnvelope, 503: ErrorEnvelope };

/** Of answers with an ETag. */
export const NOT_MODIFIED = {
  304: Type.Null({ description: 'The caller has this answer: If-None-Match names its ETag' }),
};

const EXPRESSION =
  'an evidence id, a constant, or {"sum"|"max"|"min": [...]}, {"minus": [a, b]}, {"times": [a, b]}, of expressions';
const computation = (what: string) =>
  Type.Unsafe<Expression>(Type.Unknown({ description: `${what}: ${EXPRESSION}` }));

const Check = object(
  {
    ratio: text('Name of the ratio: a member of ratios'),
    value: nullableNum(
      'The end that decides, as a fraction: high for a pass, low for a fail; null if nothing bounds it',
    ),
    threshold: num('The limit, as a fraction: 0.3 is 30 %'),
    distance: nullableNum(
      'threshold less value, as a fraction: room under the limit for a pass, negative for a fail, null for unknown',
    ),
    comparison: choice(['<', '<='], 'The check passes when value comparison threshold'),
    passed: flag('True only for status pass'),
    status: status('The check'),
    low: num('Lower end of the ratio, as a fraction with six significant digits'),
    high: nullableNum('Upper end, as a fraction; null where nothing bounds it'),
    basis: Basis,
    numerator: text('Name of an entry of amounts'),
    denominator: text('Name of an entry of amounts'),
    source: text('The text that states the limit, with its clause'),
    confidence: choice(
      ['high', 'medium', 'low'],
      'How well the reading of that text is supported: a property of the rule, not of the company',
    ),
  },
  { title: 'Check', description: 'One limit of one methodology' },
);

const Evidence = object(
  {
    id: text('By which expressions in this answer name it'),
    concept: text('What the figure is: debt, revenue'),
    xbrl_tag: text('Its tag in the filing, with the taxonomy: us-gaap:LongTermDebtCurrent'),
    value: num('As filed, in unit'),
    unit: text('USD or another currency, in units and not in thousands; or shares'),
    form: text('The SEC’s form: 10-Q, 10-K, 20-F; NPORT-P for a fund'),
    period_start: nullableDate('First day of the period; null for a balance on one day'),
    period_end: date('Last day of the period, or the day of the balance'),
    filed: nullableDate('The day on which it was filed; null where that is not known'),
    accession: nullableText('The SEC’s number of the filing; null where that is not known'),
    source_url: text(
      'The filing; for a fund’s report that came without its filing, the SEC’s list of the fund’s reports',
    ),
    superseded: list(
      object({
        value: num('The other value, in unit'),
        form: text('The form of the other filing'),
        accession: text('The SEC’s number of the other filing'),
      }),
      'What other filings gave for the same figure, where it differs',
    ),
  },
  { title: 'Evidence', description: 'One figure as filed' },
);

const TrailingAverage = object({
  methodology: text('Id of the methodology whose text specifies the average'),
  months: Type.Integer({ description: 'Months that the text asks for' }),
  months_present: Type.Integer({ description: 'Months for which there is a capitalisation' }),
  average_market_cap: nullableNum('In the currency of the market data; null where it cannot be computed'),
  status: status('What its check would say'),
});

const MarketData = object(
  {
    id: nullableText('By which expressions in this answer name the capitalisation; null where there is none'),
    figure: nullable(
      Type.Enum(['market_cap', 'close']),
      'What the source gives: the capitalisation itself, or a close that is multiplied by the filed shares',
    ),
    value: nullableNum('The market capitalisation, in currency'),
    close: nullableNum('The close of one share, in currency'),
    currency: nullableText('ISO 4217: USD'),
    date: nullableDate('The trading day of the close'),
    source: nullableText('Where the price comes from'),
    reason: nullableText('Why there is no market capitalisation; null where there is one'),
    trailing_averages: list(
      TrailingAverage,
      'For information only: what the trailing average would say. No verdict rests on it',
    ),
  },
  { description: 'The price and capitalisation that were used; members are null where there is none' },
);

const BusinessFinding = object({
  line: text('Id of the line of business: alcohol, gambling'),
  label: text('The line of business in words'),
  status: choice(
    ['fail', 'review', 'pass'],
    'pass: the SIC code would leave it to review, and the company’s annual report settles it',
  ),
  matched_by: choice(['sic', 'company'], 'Whether the SIC code matched, or the company itself'),
  matched: text('The SIC code; or a ticker of the company, which is matched by CIK'),
  note: nullableText('What the company does; null for a match by code'),
  source: nullableText('The annual report that describes the business; null where none is named'),
  source_url: nullableText('That report at the SEC; null where none is named'),
});

const Business = object(
  {
    status: choice(
      BUSINESS_STATUSES,
      'What the business says; unknown: no source says what the company does',
    ),
    sic: nullableText('The SEC’s industry code, four digits; null where it is not known'),
    sic_description: nullableText('The SEC’s words for the code'),
    source: text('Where the code comes from'),
    confidence: choice(
      ['medium', 'low', 'none'],
      'Never high: one code, which the filer declares itself, stands for the whole business',
    ),
    findings: list(
      BusinessFinding,
      'Prohibited or doubtful lines of business that match; empty where none does',
    ),
  },
  { description: 'What the company does, and whether that is allowed' },
);

const DecidedVerdict = Type.Enum(DECIDED_VERDICTS);

const LastVerdict = object(
  {
    as_of: date('The date of that screening'),
    compliance: choice(DECIDED_VERDICTS, 'The verdict then'),
    score: num('Of 100 points'),
    anchor: nullable(Report, 'The report that was screened then'),
  },
  { title: 'LastVerdict' },
);

const RatioInfo = object({
  label: text('The ratio in plain words'),
  unit: choice(['fraction'], 'fraction: 0.3 is 30 %'),
  numerator: text('Name of an entry of amounts'),
  denominator: text('Name of an entry of amounts'),
});

const Methodology = object({
  id: text('Its id: aaoifi, djim, ftse, msci, sp'),
  name: text('Its name'),
  edition: text('The text that is applied'),
  passed: flag('True only for status pass'),
  status: status('What it says on the ratios'),
  summary: text('What it says on the ratios, in one plain sentence'),
  checks: list(Check, 'Its limits, in the order in which it states them'),
});

const Purification = object(
  {
    pct_of_dividends_and_gains: nullableNum(
      'Percent of dividends and gains to give away: 2.7 is 2.7 %. From the filed figure of interest income where there is one, else the upper end; basis, low_pct and high_pct say how closely it is known; null where nothing bounds it',
    ),
    income: nullableNum('The interest income behind the percentage, over twelve months, in currency'),
    income_from: nullable(computation('How income was computed'), 'How income was computed; null without it'),
    low_pct: num('Lower end of the percentage, in percent'),
    high_pct: nullableNum('Upper end, in percent; null where nothing bounds it'),
    basis: Basis,
    amount_per_share: nullableNum('income over shares, in currency per share; null without a share count'),
    shares: nullableNum('Shares outstanding, as filed'),
    shares_evidence: nullableText('Id of the evidence for shares'),
    currency: nullableText('ISO 4217: USD'),
    note: text('What the percentage rests on, and how it is meant'),
  },
  { description: 'What part of dividends and gains a holder gives away' },
);

const Amount = object({
  low: num('Lower end, in unit'),
  high: nullableNum('Upper end, in unit; null where nothing bounds it'),
  unit: nullableText('The report’s currency, ISO 4217: USD. In units, not in thousands'),
  basis: Basis,
  low_from: computation('How low was computed'),
  high_from: nullable(computation('How high was computed'), 'How high was computed; null without it'),
  rules: list(
    Text,
    'Ids of the rules behind the ends (docs/reference/methodology.md); empty for a filed figure',
  ),
});

export const ScreeningSchema = object(
  {
    symbol: text('The ticker, in the SEC’s spelling: BRK-B'),
    name: text('The filer’s name at the SEC'),
    cik: text('The filer’s number at the SEC, ten digits'),
    type: choice(['company', 'fund'], 'What the ticker is; a fund has etf_look_through'),
    exchange: nullableText('Of the listing: Nasdaq, NYSE. Null where it is not known, and for funds'),
    sector: nullableText('As the source of the listing names it; null where it is not known, and for funds'),
    as_of: date('The date as of which was screened: only what was filed by then counts'),
    rules: Rules,
    engine_version: text('Version of the rules and formulas'),
    compliance: Compliance,
    possible: list(
      DecidedVerdict,
      'The verdicts that what is known still allows, best first: one where there is a verdict, several for not_screenable',
    ),
    decided_methodologies: list(
      Text,
      'Ids of the methodologies that are decided, pass or fail, whatever is missing',
    ),
    last_verdict: nullable(
      LastVerdict,
      'For not_screenable: of the last 12 filing dates with a close, the newest at which there was a verdict, with it. Null where there is a verdict now, where there was none then, and for funds',
    ),
    score: Type.Number({
      minimum: 0,
      maximum: 100,
      description: `The sum of components, at most ${SCORE_CAPS.questionable} for questionable, ${SCORE_CAPS.non_compliant} for non_compliant and ${SCORE_CAPS.not_screenable} for not_screenable`,
    }),
    summary: text('The verdict and why, in one plain sentence'),
    components: Type.Record(
      Text,
      object({ score: num('Points given'), max: num('Points that could be given') }),
      { description: 'The parts of the score by name: debt, business_activity, data_quality' },
    ),
    ratios: Type.Record(Text, nullable(Num), {
      description:
        'Each ratio by name: the upper end, as a fraction with six significant digits; null where nothing bounds it. See ratio_info',
    }),
    ratio_info: Type.Record(Text, RatioInfo, { description: 'What each member of ratios is' }),
    business_activity: Business,
    methodologies: list(Methodology, 'What each methodology says: all of the rule set, whatever is known'),
    purification: Purification,
    amounts: Type.Record(Text, Amount, {
      description: 'The amounts behind the ratios, by name: debt, cash, total_assets, revenue',
    }),
    evidence: list(Evidence, 'Every filed figure behind a number of this answer'),
    market_data: MarketData,
    anchor: nullable(
      Report,
      'The report whose period end all balances are taken at; null where there is none',
    ),
    data_age_days: nullable(
      Type.Integer(),
      'Whole days from the period end of the report screened (for a fund, of its holdings) to as_of, not to today; null where there is none',
    ),
    next_report_expected: nullableDate(
      'An estimate made at as_of, not today, and not an announcement: a year after the filing of the report that the next one follows in the filer’s rhythm. A date before as_of means that a later report may be missing here. Null where no rhythm is seen',
    ),
    missing: list(
      Missing,
      'What would have to be filed or known for a verdict; empty where nothing is missing',
    ),
    approximations: list(
      object({ id: text('For programs'), message: text('For people') }),
      'Where this answer departs from a methodology’s text, or rests on older data',
    ),
    data_source: DataSource,
    facts_through: nullableDate(
      'The newest filing date among the stored facts; for a fund, that of its report of holdings; null where there is none',
    ),
    etf_look_through: Type.Optional(EtfLookThroughSchema),
    overlays: Type.Optional(
      Type.Union([OverlaysSchema, OverlayOfferSchema], {
        description: 'Where overlays were asked for. They never change the verdict or the score',
      }),
    ),
  },
  { title: 'Screening', description: 'One ticker at one date, with the evidence for every number' },
);
true satisfies Same<PagedAnswer & { readonly overlays?: Overlays | OverlayOffer }, typeof ScreeningSchema>;

/** A screening of which the caller chose the members. */
export const ScreeningPartSchema = Type.Partial(ScreeningSchema);

export const envelopeOf = <Data extends TSchema>(data: Data) =>
  object(
    {
      success: Type.Literal(true, { description: 'Always true here; a refusal has false and an error' }),
      error: Type.Null({ description: 'Always null here' }),
      data,
    },
    { description: 'The answer' },
  );
