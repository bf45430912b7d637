import { Type } from 'typebox';
import { Basis } from './amounts/amount.ts';
import { computation } from './amounts/expression.ts';
import { BusinessActivity } from './business/classify.ts';
import { SECTOR_SOURCES } from './business/sector.ts';
import { status } from './methodologies/check.ts';
import { Comparison, Confidence, Rules } from './methodologies/methodology.ts';
import { METHODOLOGIES } from './methodologies/rule-sets.ts';
import { TranslationAnswer } from './rates/translation-answer.ts';
import { RatioInfo } from './ratio-info.ts';
import {
  type AnswerOf,
  choice,
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
} from './schema-parts.ts';
import { ShareBasis } from './share-basis-answer.ts';
import { Stale } from './stale.ts';
import { SCORE_CAPS, ScoreComponent } from './verdict/score.ts';
import { Compliance, DECIDED_VERDICTS } from './verdict/verdict.ts';

export const ReportAnswer = object(
  {
    form: text('The SEC’s form: 10-Q, 10-K, 20-F'),
    period_end: date('The day on which the report’s period ends'),
    filed: date('The day on which it was filed'),
    accession: text('The SEC’s number of the filing: 0000320193-26-000006'),
    source_url: text('The filing at the SEC'),
  },
  { title: 'Report', description: 'A filing with the SEC' },
);
export type ReportAnswer = AnswerOf<typeof ReportAnswer>;

export const MissingEntry = object(
  {
    code: text('What kind of thing is missing, for programs'),
    message: text('What is missing, for people'),
  },
  { title: 'Missing' },
);
export type MissingEntry = AnswerOf<typeof MissingEntry>;

const ApproximationEntry = object({ id: text('For programs'), message: text('For people') });

/** The verdict of an earlier date. */
export const LastVerdict = object(
  {
    as_of: date('The date of that screening'),
    compliance: choice(DECIDED_VERDICTS, 'The verdict then'),
    score: num('Of 100 points'),
    anchor: nullable(ReportAnswer, 'The report that was screened then'),
  },
  { title: 'LastVerdict' },
);
export type LastVerdict = AnswerOf<typeof LastVerdict>;

export const CheckAnswer = object(
  {
    ratio: text('Name of the ratio: a member of ratios'),
    value: nullableNum(
      'The end that decides, as a fraction: high for a pass, low for a fail; null if nothing bounds it',
    ),
    threshold: num('The limit, as a fraction: 0.3 is 30 %'),
    distance: nullableNum(
      'threshold less value, as a fraction: room under the limit for a pass, negative for a fail, null for unknown',
    ),
    comparison: Comparison,
    passed: flag('True only for status pass'),
    status: status('The check'),
    low: num('Lower end of the ratio, as a fraction with six significant digits'),
    high: nullableNum('Upper end, as a fraction; null where nothing bounds it'),
    basis: Basis,
    numerator: text('Name of an entry of amounts'),
    denominator: text('Name of an entry of amounts'),
    source: text('The text that states the limit, with its clause'),
    confidence: Confidence,
  },
  { title: 'Check', description: 'One limit of one methodology' },
);
export type CheckAnswer = AnswerOf<typeof CheckAnswer>;

export const MethodologyAnswer = object({
  id: text(`Its id: ${METHODOLOGIES.map(({ current }) => current.id).join(', ')}`),
  name: text('Its name'),
  edition: text('The text that is applied'),
  passed: flag('True only for status pass'),
  status: status('What it says on business and ratios: a business that it excludes fails it'),
  summary: text('What it says, in one plain sentence'),
  checks: list(CheckAnswer, 'Its limits, in the order in which it states them'),
});
export type MethodologyAnswer = AnswerOf<typeof MethodologyAnswer>;

export const PurificationAnswer = object(
  {
    pct_of_dividends_and_gains: nullableNum(
      'Percent of dividends and gains to give away: 2.7 is 2.7 %. From the filed figure of interest income where there is one, else the upper end; basis, low_pct and high_pct say how closely it is known; null where nothing bounds it. For a fund, covered_rate_pct where its coverage is enough to stand for the whole, else null: never a bound',
    ),
    covered_rate_pct: nullableNum(
      'For a fund: the average rate of the holdings whose own rate is known, by weight, in percent. Null for a company, and where no rate is known',
    ),
    coverage_pct: nullableNum(
      'For a fund: the weight of these holdings, in percent of net assets. Null for a company',
    ),
    income: nullableNum('The interest income behind the percentage, over twelve months, in currency'),
    income_from: nullable(computation('How income was computed'), 'How income was computed; null without it'),
    low_pct: num('Lower end of the percentage, in percent'),
    high_pct: nullableNum('Upper end, in percent; null where nothing bounds it'),
    basis: Basis,
    amount_per_share: nullableNum(
      'income for one share of share_basis.date, in currency; null without a share count, and where the basis of the count is unclear',
    ),
    amount_per_share_low: nullableNum(
      'Lower end, in currency: the lower end of interest income over the most shares; null without a share count',
    ),
    amount_per_share_high: nullableNum(
      'Upper end, in currency: the upper end of interest income over the fewest shares; null without a share count, or where nothing bounds it',
    ),
    share_basis: nullable(ShareBasis, 'On which day’s shares these amounts are; null without a share count'),
    shares: nullableNum('Shares outstanding, as filed, on the basis of share_basis.counted'),
    shares_evidence: nullableText('Id of the evidence for shares'),
    currency: nullableText('ISO 4217: USD'),
    note: text('What the percentage rests on, and how it is meant'),
  },
  { description: 'What part of dividends and gains a holder gives away' },
);
export type PurificationAnswer = AnswerOf<typeof PurificationAnswer>;

export const AmountAnswer = object({
  low: num('Lower end, in unit'),
  high: nullableNum('Upper end, in unit; null where nothing bounds it'),
  unit: nullableText(
    'The report’s currency, for market_cap the price’s, ISO 4217: USD. In units, not in thousands',
  ),
  basis: Basis,
  low_from: computation('How low was computed'),
  high_from: nullable(computation('How high was computed'), 'How high was computed; null without it'),
  rules: list(
    Text,
    'Ids of the rules behind the ends (docs/reference/methodology.md); empty for a filed figure',
  ),
});
export type AmountAnswer = AnswerOf<typeof AmountAnswer>;

export const EvidenceEntry = object(
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
export type EvidenceEntry = AnswerOf<typeof EvidenceEntry>;

/** What a methodology would say on the trailing average that its text specifies. */
const TrailingAverage = object({
  methodology: text('Id of the methodology whose text specifies the average'),
  months: Type.Integer({ description: 'Months that the text asks for' }),
  months_present: Type.Integer({ description: 'Months for which there is a capitalisation' }),
  average_market_cap: nullableNum('In the currency of the market data; null where it cannot be computed'),
  status: status('What its check would say'),
});
export type TrailingAverage = AnswerOf<typeof TrailingAverage>;

export const MarketAnswer = object(
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
export type MarketAnswer = AnswerOf<typeof MarketAnswer>;

/**
 * The screening result, with the field names of the interface document (2.2) and some more. Money is in the report's
 * currency, ratios are fractions, `*_pct` are percent, dates are `YYYY-MM-DD`. Quotients have six significant digits.
 */
export const Screening = object({
  symbol: text('The ticker, in the SEC’s spelling: BRK-B'),
  name: text('The filer’s name at the SEC'),
  cik: text('The filer’s number at the SEC, ten digits'),
  type: choice(['company', 'fund'], 'What the ticker is; a fund has etf_look_through'),
  exchange: nullableText('Of the listing: Nasdaq, NYSE. Null where it is not known, and for funds'),
  sector: nullableText(
    'What the company is in, in plain words: Technology, Consumer Staples. Null where it is not known, and for funds',
  ),
  sector_source: nullable(
    Type.Enum(SECTOR_SOURCES),
    'What names the sector: our list of companies, the SIC code, or the source of the listing; null without a sector',
  ),
  industry: nullable(
    object({
      id: text('Its id, as GET /v1/lists takes it: chips'),
      name: text('In a person’s words: Chips'),
    }),
    'The company’s industry, by our list of companies, else by its SIC code; null where neither says one, and for funds',
  ),
  as_of: date('The date as of which was screened: only what was filed by then counts'),
  today: date('The day on which the answer was given, in UTC. Ages count to it'),
  facts_through: nullableDate(
    'The day through which the filer’s filings are known to be here; where that is not known, the newest filing date. For a fund, the date of its report of holdings. Null where there is none',
  ),
  stale: nullable(
    Stale,
    'Null unless a newer periodic report is overdue and not here, counted to today, or to as_of where later filings are here. A stale verdict is of as_of: do not show it as today’s',
  ),
  rules: Rules,
  engine_version: text('Version of the rules and formulas'),
  compliance: Compliance,
  possible: list(
    Type.Enum(DECIDED_VERDICTS),
    'The verdicts that what is known still allows, best first: one where there is a verdict, several for not_screenable',
  ),
  decided_methodologies: list(
    Text,
    'Ids of the methodologies that are decided, pass or fail, whatever is missing',
  ),
  score: Type.Number({
    minimum: 0,
    maximum: 100,
    description: `The sum of components, at most ${SCORE_CAPS.questionable} for questionable, ${SCORE_CAPS.non_compliant} for non_compliant and ${SCORE_CAPS.not_screenable} for not_screenable`,
  }),
  summary: text('The verdict and why, in one plain sentence'),
  components: Type.Record(Text, ScoreComponent, {
    description: 'The parts of the score by name: debt, business_activity, data_quality',
  }),
  ratios: Type.Record(Text, nullable(Num), {
    description:
      'Each ratio by name: the upper end, as a fraction with six significant digits; null where nothing bounds it. See ratio_info',
  }),
  ratio_info: Type.Record(Text, RatioInfo, { description: 'What each member of ratios is' }),
  business_activity: BusinessActivity,
  methodologies: list(
    MethodologyAnswer,
    'What each methodology says: all of the rule set, whatever is known',
  ),
  purification: PurificationAnswer,
  amounts: Type.Record(Text, AmountAnswer, {
    description: 'The amounts behind the ratios, by name: debt, cash, total_assets, revenue',
  }),
  translation: nullable(
    TranslationAnswer,
    'How balances are put into the currency of the price; null where the report is in it, or there is no price',
  ),
  evidence: list(EvidenceEntry, 'Every filed figure behind a number of this answer'),
  market_data: MarketAnswer,
  anchor: nullable(
    ReportAnswer,
    'The report whose period end all balances are taken at; null where there is none',
  ),
  data_age_days: nullable(
    Type.Integer(),
    'Whole days from the period end of the report screened (for a fund, of its holdings) to today; null where there is none',
  ),
  next_report_expected: nullableDate(
    'An estimate made at as_of, not today, and not an announcement: a year after the filing of the report that the next one follows in the filer’s rhythm. A date before as_of means that a later report may be missing here. Null where no rhythm is seen',
  ),
  missing: list(
    MissingEntry,
    'What would have to be filed or known for a verdict; empty where nothing is missing',
  ),
  approximations: list(
    ApproximationEntry,
    'Where this answer departs from a methodology’s text, or rests on older data',
  ),
});
export type Screening = AnswerOf<typeof Screening>;
