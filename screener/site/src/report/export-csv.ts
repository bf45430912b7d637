import { type CsvCell, csvOf } from '@common/base/csv';
import type { CheckAnswer, EvidenceEntry } from '@screener/engine/screening';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';

/** The columns of every line: its kind, then its screening, so that files can be concatenated. */
const HEAD = [
  'row',
  'symbol',
  'as_of',
  'today',
  'stale_since',
  'rules',
  'engine_version',
  'compliance',
  'score',
] as const;
const OF_A_CHECK = [
  'methodology',
  'ratio',
  'low',
  'high',
  'comparison',
  'threshold',
  'status',
  'basis',
  'numerator',
  'numerator_low',
  'numerator_high',
  'denominator',
  'denominator_low',
  'denominator_high',
  'source',
] as const;
const OF_A_FIGURE = [
  'id',
  'concept',
  'xbrl_tag',
  'value',
  'unit',
  'form',
  'period_start',
  'period_end',
  'filed',
  'accession',
  'source_url',
] as const;

type Cells = Readonly<Record<string, CsvCell>>;

const COLUMNS = [...HEAD, ...OF_A_CHECK, ...OF_A_FIGURE];

/** Writes the checks, the evidence and the price of screenings as one table, with the names of the API. */
export function screeningsCsv(answers: readonly ScreenAnswer[]): string {
  return csvOf([COLUMNS, ...answers.flatMap(linesOf)]);
}

function linesOf(answer: ScreenAnswer): readonly (readonly CsvCell[])[] {
  const { symbol, as_of, today, stale, rules, engine_version, compliance, score } = answer;
  const stale_since = stale?.since ?? null;
  const head = { symbol, as_of, today, stale_since, rules, engine_version, compliance, score };
  const rows = [
    ...answer.methodologies.flatMap(({ id, checks }) =>
      checks.map((check) => ({ row: 'check', methodology: id, ...checkCells(check, answer) })),
    ),
    ...answer.evidence.flatMap((entry) => figureCells(entry)),
    ...marketCells(answer),
    ...rateCells(answer),
  ];
  const cellsOf = (row: Cells) => COLUMNS.map((column) => row[column] ?? null);
  return rows.map((row) => cellsOf({ ...head, ...row }));
}

function checkCells(check: CheckAnswer, { amounts, translation }: ScreenAnswer): Cells {
  const { ratio, low, high, comparison, threshold, status, basis, numerator, denominator, source } = check;
  // Both sides of a ratio are in one currency.
  const priced = denominator === 'market_cap' ? translation?.amounts[numerator] : undefined;
  const [above, below] = [priced ?? amounts[numerator], amounts[denominator]];
  return {
    ratio,
    low,
    high,
    comparison,
    threshold,
    status,
    basis,
    numerator,
    denominator,
    source,
    numerator_low: above?.low ?? null,
    numerator_high: above?.high ?? null,
    denominator_low: below?.low ?? null,
    denominator_high: below?.high ?? null,
  };
}

/** Writes a figure, then what other filings reported for it. */
function figureCells({ superseded, ...entry }: EvidenceEntry): readonly Cells[] {
  const { id, concept, xbrl_tag, unit, period_start, period_end } = entry;
  return [
    { row: 'evidence', ...entry },
    ...superseded.map((other) => ({
      row: 'superseded',
      id,
      concept,
      xbrl_tag,
      unit,
      period_start,
      period_end,
      ...other,
    })),
  ];
}

function rateCells({ translation }: ScreenAnswer): readonly Cells[] {
  return (translation?.rates ?? []).map(({ currency, base, ...rate }) => ({
    row: 'rate',
    concept: 'exchange_rate',
    unit: `${currency}/${base}`,
    ...rate,
  }));
}

function marketCells({ market_data: market }: ScreenAnswer): readonly Cells[] {
  if (market.id === null) return [];
  const { id, figure, value, currency, date, source } = market;
  return [{ row: 'price', id, concept: figure, value, unit: currency, period_end: date, source }];
}
