import { compareProducts } from '@common/base/exact';
import { Type } from 'typebox';
import { type Expression, evaluate, evidenceIds } from '../amounts/expression.ts';
import { MARKET_ID } from '../concepts/market-cap.ts';
import { status } from '../methodologies/check.ts';
import {
  type AnswerOf,
  date,
  flag,
  list,
  nullable,
  nullableNum,
  nullableText,
  num,
  object,
  text,
} from '../schema-parts.ts';
import type { AmountAnswer, CheckAnswer, EvidenceEntry, MarketAnswer, Screening } from '../screening.ts';
import { Stale } from '../stale.ts';
import { verdict } from '../verdict/verdict.ts';
import type { DatedScreening } from './dated-screening.ts';

/** One figure that moved. */
const FlipCause = object({
  concept: text('What the figure is: debt, revenue, market_cap'),
  xbrl_tag: nullableText('Its tag in the filing; null for market data'),
  from: nullableNum('Its earlier value, in the unit in which it is filed; null where there was none'),
  to: nullableNum('Its later value; null where there is none'),
  accession: nullableText('The filing that gives the later value; null for market data'),
  source_url: nullableText('That filing at the SEC; null for market data'),
  decisive: flag('Had this figure alone kept its earlier value, the check would not have flipped'),
});
export type FlipCause = AnswerOf<typeof FlipCause>;

const CheckFlip = object({
  methodology: text('Id of the methodology'),
  ratio: text('Name of the ratio, as in the ratios of a screening'),
  from: status('The check before'),
  to: status('The check now'),
  value_from: nullableNum('The ratio before, as a fraction; null where nothing bounded it'),
  value_to: nullableNum('The ratio now, as a fraction; null where nothing bounds it'),
  because: list(
    FlipCause,
    'The filed figures that moved, the decisive and the largest first; empty where the rules changed and no figure',
  ),
});
export type CheckFlip = AnswerOf<typeof CheckFlip>;

/** A verdict that went stale. */
const WentStale = object(
  {
    ...Stale.properties,
    verdict: verdict('The last verdict, which stands for no day from since on'),
  },
  {
    description:
      'Only where nothing changed but time: from this date on, a newer report is overdue. All other members then say that nothing changed',
  },
);
export type WentStale = AnswerOf<typeof WentStale>;

/** What changed from one dated screening to the next of the same ticker and rule set. */
export const ScreeningChanges = object({
  since: date('The date of the earlier screening'),
  verdict: nullable(object({ from: verdict('Before'), to: verdict('Now') }), 'Null where it is the same'),
  score: nullable(
    object({ from: num('Before'), to: num('Now') }),
    'In points of 100; null where it is the same',
  ),
  checks: list(CheckFlip, 'The checks whose status changed'),
  report: nullable(
    object({
      from: nullableText('Accession of the report screened before; null where there was none'),
      to: nullableText('Accession of the report screened now; null where there is none'),
    }),
    'Null where the same report was screened',
  ),
  engine_changed: flag('Whether the rules or formulas changed in between'),
  stale: Type.Optional(WentStale),
});
export type ScreeningChanges = AnswerOf<typeof ScreeningChanges>;

/**
 * Whether people who watch the ticker want to know: it changed, or it went stale.
 * @example isEvent({ verdict: null, checks: [], score: { from: 90, to: 80 } }) // false
 */
export function isEvent({
  verdict,
  checks,
  stale,
}: Pick<ScreeningChanges, 'verdict' | 'checks' | 'stale'>): boolean {
  return verdict !== null || checks.length > 0 || stale !== undefined;
}

/** What is compared of a screening, before or after words are made of it. */
type ComparedScreening = Omit<
  Screening,
  'summary' | 'methodologies' | 'market_data' | 'missing' | 'approximations'
> & {
  readonly methodologies: readonly { readonly id: string; readonly checks: readonly CheckAnswer[] }[];
  readonly market_data: Pick<MarketAnswer, 'value' | 'figure'>;
};

/** What an earlier screening said. */
type KeptScreening = Pick<DatedScreening, 'as_of' | 'compliance' | 'score' | 'engine_version' | 'anchor'> & {
  readonly methodologies: readonly {
    readonly id: string;
    readonly checks: readonly Pick<CheckAnswer, 'ratio' | 'status' | 'value'>[];
  }[];
};

/** At most this many figures are named for one flip, the decisive and the largest first. */
const CAUSES_LISTED = 5;

/**
 * The differences between two screenings of one ticker and rule set. `kept` is the earlier one as stored,
 * perhaps by another engine. Its answer at that time counts. `earlier` is the same date screened by the
 * engine of `later`, and shows which figures moved. So a flip that `earlier` and `later` do not show was
 * caused by the engine, and has no figures.
 */
export function changesBetween(
  earlier: ComparedScreening,
  later: ComparedScreening,
  kept: KeptScreening = earlier,
): ScreeningChanges {
  const reportFrom = kept.anchor?.accession ?? null;
  const reportTo = later.anchor?.accession ?? null;
  return {
    since: kept.as_of,
    verdict: kept.compliance === later.compliance ? null : { from: kept.compliance, to: later.compliance },
    score: kept.score === later.score ? null : { from: kept.score, to: later.score },
    checks: flipsBetween(kept, earlier, later),
    report: reportFrom === reportTo ? null : { from: reportFrom, to: reportTo },
    engine_changed: kept.engine_version !== later.engine_version,
  };
}

function flipsBetween(
  kept: KeptScreening,
  earlier: ComparedScreening,
  later: ComparedScreening,
): readonly CheckFlip[] {
  return later.methodologies.flatMap(({ id, checks }) =>
    checks.flatMap((check) => {
      const was = checkOf(kept, id, check.ratio);
      const computed = checkOf(earlier, id, check.ratio);
      if (was === undefined || was.status === check.status) return [];
      const flip: CheckFlip = {
        methodology: id,
        ratio: check.ratio,
        from: was.status,
        to: check.status,
        value_from: was.value,
        value_to: check.value,
        because:
          computed === undefined || computed.status === check.status
            ? []
            : causesOf(earlier, later, computed, check),
      };
      return [flip];
    }),
  );
}

/** The check of one ratio in one methodology of a screening, whole or kept. */
function checkOf<Check extends { readonly ratio: string }>(
  screening: {
    readonly methodologies: readonly { readonly id: string; readonly checks: readonly Check[] }[];
  },
  methodology: string,
  ratio: string,
): Check | undefined {
  const found = screening.methodologies.find(({ id }) => id === methodology);
  return found?.checks.find((check) => check.ratio === ratio);
}

/** A figure of the later screening's check, or one that the earlier had, with the values on both sides. */
interface Figure {
  readonly key: string;
  readonly concept: string;
  readonly xbrl_tag: string | null;
  readonly value: number;
  readonly id: string;
  readonly entry: EvidenceEntry | null;
}

function causesOf(
  earlier: ComparedScreening,
  later: ComparedScreening,
  was: CheckAnswer,
  check: CheckAnswer,
): readonly FlipCause[] {
  const end = decidingEnd(later, was, check);
  const before = new Map(figuresOf(earlier, was, end).map((figure) => [figure.key, figure]));
  const after = new Map(figuresOf(later, check, end).map((figure) => [figure.key, figure]));
  const causes: FlipCause[] = [];
  for (const key of new Set([...after.keys(), ...before.keys()])) {
    const from = before.get(key) ?? null;
    const to = after.get(key) ?? null;
    const named = to ?? from;
    if (named === null || from?.value === to?.value) continue;
    causes.push({
      concept: named.concept,
      xbrl_tag: named.xbrl_tag,
      from: from?.value ?? null,
      to: to?.value ?? null,
      accession: named.entry?.accession ?? null,
      source_url: named.entry?.source_url ?? null,
      // A missing figure counts as zero in a sum, and as unknown in a denominator.
      decisive: to !== null && isUndone(later, check, end, to, from?.value ?? 0),
    });
  }
  return causes.sort(byWeight).slice(0, CAUSES_LISTED);
}

function byWeight(a: FlipCause, b: FlipCause): number {
  if (a.decisive !== b.decisive) return a.decisive ? -1 : 1;
  return Math.abs((b.to ?? 0) - (b.from ?? 0)) - Math.abs((a.to ?? 0) - (a.from ?? 0));
}

type End = 'low' | 'high';

/**
 * The end of the later interval that decided the status: the low end for a fail, and for a check that no
 * longer fails; the high end for a pass, and for one that no longer passes. An exact amount is explained by
 * its known part, whose figures are the amount itself and not its bounds.
 */
function decidingEnd(later: ComparedScreening, was: CheckAnswer, check: CheckAnswer): End {
  const numerator = later.amounts[check.numerator];
  const isExact = translationFor(later, check)?.rule == null;
  if (isExact && numerator !== undefined && numerator.low === numerator.high) return 'low';
  return check.status === 'fail' || (check.status === 'unknown' && was.status === 'fail') ? 'low' : 'high';
}

function expressionOf(amount: AmountAnswer, end: End): Expression {
  return end === 'high' && amount.high_from !== null ? amount.high_from : amount.low_from;
}

/** How the check's numerator was put into the currency of the price; null if it was not. */
function translationFor(
  { translation }: ComparedScreening,
  { denominator }: CheckAnswer,
): ComparedScreening['translation'] {
  return denominator === 'market_cap' ? translation : null;
}

/**
 * The figures under one end of a check, keyed so that the same line in two reports matches: tag, and place in a flow.
 */
function figuresOf(screening: ComparedScreening, check: CheckAnswer, end: End): readonly Figure[] {
  const evidence = new Map(screening.evidence.map((entry) => [entry.id, entry]));
  const ids = [check.numerator, check.denominator].flatMap((name) => {
    const amount = screening.amounts[name];
    return amount === undefined ? [] : evidenceIds(expressionOf(amount, end));
  });
  const seen = new Map<string, number>();
  return [...new Set(ids)].flatMap((id): readonly Figure[] => {
    if (id === MARKET_ID) {
      const { value, figure } = screening.market_data;
      if (value === null || figure === null) return [];
      return [{ key: MARKET_ID, concept: figure, xbrl_tag: null, value, id, entry: null }];
    }
    const entry = evidence.get(id);
    if (entry === undefined) return [];
    const place = seen.get(entry.xbrl_tag) ?? 0;
    seen.set(entry.xbrl_tag, place + 1);
    return [{ key: `${entry.xbrl_tag}#${place}`, ...entry, entry }];
  });
}

/**
 * Whether the check's end would lie on the other side of the limit with one figure at its earlier value. The same
 * figure under two tags (total assets, and liabilities with equity) is put back under both.
 */
function isUndone(
  later: ComparedScreening,
  check: CheckAnswer,
  end: End,
  figure: Figure,
  earlier: number,
): boolean {
  const numerator = later.amounts[check.numerator];
  const denominator = later.amounts[check.denominator];
  if (numerator === undefined || denominator === undefined) return false;
  const values = new Map(later.evidence.map((entry) => [entry.id, entry.value]));
  values.set(MARKET_ID, later.market_data.value ?? 0);
  const factor = translationFor(later, check)?.[end].value ?? 1;
  const isInside = (): boolean | null => {
    const figureOf = (id: string) => values.get(id) ?? 0;
    const divisor = evaluate(denominator.low_from, figureOf);
    if (divisor <= 0) return null;
    const amount = evaluate(expressionOf(numerator, end), figureOf);
    const sign = compareProducts([amount, factor], [check.threshold, divisor]);
    return check.comparison === '<' ? sign < 0 : sign <= 0;
  };
  const now = isInside();
  const twins = later.evidence.filter(
    (entry) => entry.concept === figure.concept && entry.value === figure.value,
  );
  for (const id of [figure.id, ...twins.map((entry) => entry.id)]) values.set(id, earlier);
  return isInside() !== now;
}
