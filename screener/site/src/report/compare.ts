import { dateOfInstant } from '@common/base/calendar';
import type { Failure, Result } from '@common/base/result';
import type { ScreenedMethodology } from '@screener/engine/screened';
import type { CheckAnswer } from '@screener/engine/screening';
import {
  type ScreenAnswer,
  type ScreenDeps,
  type ScreenRefusal,
  suggestFor,
  understand,
} from '@screener/service/use-cases/screen-ticker';
import type { Screen } from '../parts/screen.ts';

export interface ComparingDeps extends ScreenDeps {
  readonly screen: Screen;
}

/** The fields of the form of a comparison, as typed. */
export interface AskedComparison {
  readonly a: string;
  readonly b: string;
  /** Empty means that each is screened as of its own present date. */
  readonly as_of: string;
  readonly rules: string;
  /** Ids, comma-separated; empty for no choice. */
  readonly methodologies: string;
}

interface ReportComparison {
  readonly a: Result<ScreenAnswer, ScreenRefusal>;
  readonly b: Result<ScreenAnswer, ScreenRefusal>;
}

type OnAnswer = (symbol: string, answer: Result<ScreenAnswer, ScreenRefusal>) => void;

/**
 * Screens two tickers by the same rules, and on the same date if given. Each screening goes to `onAnswer`.
 */
export async function compareTickers(
  deps: ComparingDeps,
  asked: AskedComparison,
  onAnswer: OnAnswer,
): Promise<ReportComparison> {
  const [a, b] = await Promise.all([
    screenOne(deps, asked.a, asked, onAnswer),
    screenOne(deps, asked.b, asked, onAnswer),
  ]);
  return { a, b };
}

async function screenOne(
  deps: ComparingDeps,
  ticker: string,
  { as_of: asOf, rules, methodologies }: AskedComparison,
  onAnswer: OnAnswer,
): Promise<Result<ScreenAnswer, ScreenRefusal>> {
  const request = {
    ticker,
    asOf: asOf === '' ? null : asOf,
    rules: rules === '' ? null : rules,
    methodologies,
  };
  const understood = understand(request, dateOfInstant(deps.clock()));
  if (!understood.ok) return suggestFor(deps, ticker, understood.error);
  const answer = await deps.screen(understood.value);
  onAnswer(understood.value.symbol, answer);
  return answer;
}

/** The fields of the form that a refusal can be about. */
export type ComparisonField = keyof AskedComparison;

const FIELD_OF: Readonly<Partial<Record<ScreenRefusal, ComparisonField>>> = {
  invalid_as_of: 'as_of',
  unknown_rules: 'rules',
};

/** Returns refusals by the field that they are about. A wrong date or rule set is reported only once. */
export function errorsOf({ a, b }: ReportComparison): ReadonlyMap<ComparisonField, Failure<ScreenRefusal>> {
  const sides = [
    ['a', a],
    ['b', b],
  ] as const;
  return new Map(
    sides.flatMap(([side, result]) =>
      result.ok ? [] : [[FIELD_OF[result.error.code] ?? side, result.error] as const],
    ),
  );
}

/** A check that both have with the same limit. Null if one of them lacks it. */
export interface PairedCheck {
  readonly either: CheckAnswer;
  readonly a: CheckAnswer | null;
  readonly b: CheckAnswer | null;
  /** Whether both have a result and the results differ. */
  readonly parts: boolean;
}

export interface PairedMethodology {
  readonly a: ScreenedMethodology;
  readonly b: ScreenedMethodology;
  readonly checks: readonly PairedCheck[];
}

/** Pairs methodologies and their checks, in the order in which the first answer has them. */
export function pairChecks(a: ScreenAnswer, b: ScreenAnswer): readonly PairedMethodology[] {
  return a.methodologies.flatMap((methodology) => {
    const other = b.methodologies.find(({ id }) => id === methodology.id);
    return other === undefined ? [] : [{ a: methodology, b: other, checks: pairsOf(methodology, other) }];
  });
}

function pairsOf(a: ScreenedMethodology, b: ScreenedMethodology): readonly PairedCheck[] {
  const ratios = new Set([...a.checks, ...b.checks].map(({ ratio }) => ratio));
  return [...ratios].flatMap((ratio) => {
    const [one, other] = [a, b].map(({ checks }) => checks.find((check) => check.ratio === ratio) ?? null);
    const either = one ?? other ?? null;
    if (either === null) return [];
    const parts = one != null && other != null && one.status !== other.status;
    return [{ either, a: one ?? null, b: other ?? null, parts }];
  });
}
