import { type ComputedNumber, evidenceIds } from '../amounts/expression.ts';
import type { CompanyFacts } from '../facts.ts';
import type { DecidedScreening } from '../screened.ts';
import type { EvidenceEntry } from '../screening.ts';
import { VALUE_MEASURES, type ValueFigure, type ValueMeasureName } from './formulas.ts';
import {
  bySymbol,
  type CompanyLine,
  companyLine,
  type Entry,
  firstOf,
  leave,
  onePerFiler,
  type Ranking,
  unranked,
} from './ranking-line.ts';
import { readValueFigures } from './value-figures.ts';

/** A compliant company with its filed fundamentals per dollar of price. */
export interface ValueCandidate extends CompanyLine {
  /** Currency of the figures. */
  readonly currency: string | null;
  /** Each with the expression over evidence ids that gives it, as in `amounts` of a screening. */
  readonly figures: Readonly<Record<ValueFigure, ComputedNumber>>;
  /** Numerator over denominator, by the name of the measure: see VALUE_MEASURES. */
  readonly measures: Readonly<Record<ValueMeasureName, number>>;
  /** For all ids in the figures' expressions except that of the price, which is `market_data.id`. */
  readonly evidence: readonly EvidenceEntry[];
}

export interface RankedValue extends ValueCandidate {
  readonly rank: number;
  /** In each measure: 1 plus the number of companies with more. */
  readonly places: Readonly<Record<ValueMeasureName, number>>;
  readonly place_sum: number;
}

/**
 * `facts` are those that `screening` was made from.
 * @example valueCandidateOf({}, { symbol: 'A', compliance: 'not_screenable' }).leftOut.reason
 *   // 'not_screenable'
 */
export function valueCandidateOf(facts: CompanyFacts, screening: DecidedScreening): Entry<ValueCandidate> {
  const reason = unranked(screening);
  if (reason !== null) return leave(screening, reason);
  const read = readValueFigures(facts, screening);
  if (read.kind === 'unknown') return leave(screening, read.reason);
  const { figures } = read;
  const used = new Set(Object.values(figures).flatMap(({ from }) => evidenceIds(from)));
  const line: ValueCandidate = {
    ...companyLine(screening, facts.reports),
    currency: screening.amounts.market_cap?.unit ?? null,
    figures,
    measures: byMeasure(
      ({ numerator, denominator }) => figures[numerator].value / figures[denominator].value,
    ),
    evidence: [...read.evidence, ...screening.evidence.filter(({ id }) => used.has(id))],
  };
  return { kind: 'line', line };
}

/** Ranks by the sum of places, then by VALUE_TIES. Candidates may come in any order. */
export function rankByValue(candidates: readonly ValueCandidate[]): Ranking<RankedValue> {
  const { lines, leftOut } = onePerFiler(candidates, compareTickers);
  const placesOf = placesIn(lines);
  const placed = lines.map((line) => {
    const places = placesOf(line);
    return { ...line, places, place_sum: Object.values(places).reduce((sum, place) => sum + place, 0) };
  });
  const ranked = placed.toSorted(comparePlaced).map((line, index) => ({ ...line, rank: index + 1 }));
  return { lines: ranked, behind: [], leftOut };
}

/** Tickers of one filer have the same numerators: the cheaper one leads in every measure. */
function compareTickers(a: ValueCandidate, b: ValueCandidate): number {
  return firstOf(a.figures.market_cap.value - b.figures.market_cap.value, bySymbol(a, b));
}

function comparePlaced(a: Omit<RankedValue, 'rank'>, b: Omit<RankedValue, 'rank'>): number {
  return firstOf(a.place_sum - b.place_sum, b.measures.book_yield - a.measures.book_yield, bySymbol(a, b));
}

function placesIn(lines: readonly ValueCandidate[]): (line: ValueCandidate) => RankedValue['places'] {
  const placeByValue = byMeasure(({ name }) => {
    const places = new Map<number, number>();
    const descending = lines.map(({ measures }) => measures[name]).sort((a, b) => b - a);
    for (const [index, value] of descending.entries()) if (!places.has(value)) places.set(value, index + 1);
    return places;
  });
  return ({ measures }) =>
    byMeasure(({ name }) => {
      const place = placeByValue[name].get(measures[name]);
      if (place === undefined) throw new Error(`no place for ${name} ${measures[name]}`);
      return place;
    });
}

function byMeasure<Value>(
  of: (measure: (typeof VALUE_MEASURES)[number]) => Value,
): Readonly<Record<ValueMeasureName, Value>> {
  return Object.fromEntries(VALUE_MEASURES.map((measure) => [measure.name, of(measure)])) as Record<
    ValueMeasureName,
    Value
  >;
}
