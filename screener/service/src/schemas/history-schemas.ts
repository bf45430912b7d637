import type { HistoryAnswer } from '../use-cases/read-history.ts';
import type { Same } from './same-shape.ts';
import {
  BUSINESS_STATUSES,
  Compliance,
  choice,
  date,
  flag,
  list,
  Missing,
  nullable,
  nullableNum,
  nullableText,
  num,
  object,
  Report,
  Rules,
  status,
  text,
  verdict,
} from './schema-parts.ts';

const Cause = object({
  concept: text('What the figure is: debt, revenue, market_cap'),
  xbrl_tag: nullableText('Its tag in the filing; null for market data'),
  from: nullableNum('Its earlier value, in the unit in which it is filed; null where there was none'),
  to: nullableNum('Its later value; null where there is none'),
  accession: nullableText('The filing that gives the later value; null for market data'),
  source_url: nullableText('That filing at the SEC; null for market data'),
  decisive: flag('Had this figure alone kept its earlier value, the check would not have flipped'),
});

const Flip = object({
  methodology: text('Id of the methodology'),
  ratio: text('Name of the ratio, as in the ratios of a screening'),
  from: status('The check before'),
  to: status('The check now'),
  value_from: nullableNum('The ratio before, as a fraction; null where nothing bounded it'),
  value_to: nullableNum('The ratio now, as a fraction; null where nothing bounds it'),
  because: list(
    Cause,
    'The filed figures that moved, the decisive and the largest first; empty where the rules changed and no figure',
  ),
});

const Changes = object({
  since: date('The date of the earlier screening'),
  verdict: nullable(object({ from: verdict('Before'), to: verdict('Now') }), 'Null where it is the same'),
  score: nullable(
    object({ from: num('Before'), to: num('Now') }),
    'In points of 100; null where it is the same',
  ),
  checks: list(Flip, 'The checks whose status changed'),
  report: nullable(
    object({
      from: nullableText('Accession of the report screened before; null where there was none'),
      to: nullableText('Accession of the report screened now; null where there is none'),
    }),
    'Null where the same report was screened',
  ),
  engine_changed: flag('Whether the rules or formulas changed in between'),
});

const DatedMethodology = object({
  id: text('Id of the methodology'),
  passed: flag('True only for status pass'),
  status: status('What the methodology says'),
  checks: list(
    object({
      ratio: text('Name of the ratio'),
      value: nullableNum('The end that decides, as a fraction; null where nothing bounds it'),
      threshold: num('The limit, as a fraction: 0.3 is 30 %'),
      passed: flag('True only for status pass'),
      status: status('The check'),
    }),
    'Its limits, in the order in which it states them',
  ),
});

const Snapshot = object({
  as_of: date('The date as of which was screened: only what was filed by then counts'),
  rules: Rules,
  engine_version: text('Version of the rules and formulas'),
  compliance: Compliance,
  score: num('Of 100 points'),
  business_activity: choice(BUSINESS_STATUSES, 'What the business says'),
  purification_pct: nullableNum(
    'Percent of dividends and gains to give away: 3.1 is 3.1 %; null where nothing bounds it',
  ),
  methodologies: list(DatedMethodology, 'What each methodology said'),
  anchor: nullable(Report, 'The report that was screened; null where there was none'),
  missing: list(Missing, 'What was missing for a verdict'),
  origin: choice(
    ['backfill', 'live'],
    'backfill: computed later, from what was filed by then; live: when it was asked for',
  ),
  changes: nullable(Changes, 'What is different from the screening before; null for the first'),
});

export const HistorySchema = object(
  {
    symbol: text('The ticker, in the SEC’s spelling: BRK-B'),
    rules: Rules,
    snapshots: list(Snapshot, 'Screenings that differ from the one before, newest first; empty for funds'),
    next_cursor: nullableText('Send it as cursor for older screenings; null if there are none'),
  },
  { title: 'History', description: 'Dated screenings of one ticker' },
);
true satisfies Same<HistoryAnswer, typeof HistorySchema>;
