import type { ProblemCode } from '@platform/core/verify/problems';
import type { CheckOutcome, Verdict } from '@platform/core/verify/verification';

/** What a verifier answers about one case. */
export interface Answer {
  readonly verdict: string;
  readonly checks: readonly {
    readonly number: number;
    readonly outcome: string;
    /** Why it fails: any code that is true of it. */
    readonly code?: string | null;
  }[];
}

/** What is right about one case. */
export interface Expected {
  readonly verdict: Verdict;
  readonly checks: readonly {
    readonly number: number;
    readonly outcome: CheckOutcome;
    /** Those that are true of a failed check. */
    readonly codes: readonly ProblemCode[];
  }[];
}

/** One case as a verifier gets it. Paths are relative to the kit’s folder. */
export interface CaseFile {
  readonly id: string;
  readonly receipt: string;
  readonly keys: string | null;
  readonly previous: string | null;
  readonly as_of: string | null;
}

/** In what an answer differs; empty if it agrees. */
export function differences(expected: Expected, answer: Answer): readonly string[] {
  const verdict =
    answer.verdict === expected.verdict ? [] : [`verdict ${answer.verdict}, not ${expected.verdict}`];
  return [
    ...verdict,
    ...expected.checks.flatMap(({ number, outcome, codes }) => {
      const found = answer.checks.find((check) => check.number === number);
      if (found?.outcome !== outcome)
        return [`check ${number} is ${found?.outcome ?? 'not there'}, not ${outcome}`];
      if (outcome !== 'fail' || codes.some((code) => code === found.code)) return [];
      return [`check ${number} fails for ${found.code ?? 'no code'}, not ${codes.join(' or ')}`];
    }),
  ];
}

/** Null for what is no answer. */
export function readAnswer(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text);
    return isAnswer(value) ? value : null;
  } catch {
    return null;
  }
}

function isAnswer(value: unknown): value is Answer {
  if (typeof value !== 'object' || value === null || !('verdict' in value) || !('checks' in value))
    return false;
  return (
    typeof value.verdict === 'string' &&
    Array.isArray(value.checks) &&
    value.checks.every((check: unknown) => typeof check === 'object' && check !== null)
  );
}
