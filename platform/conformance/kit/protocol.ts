import type { LogCode, LogVerdict } from '@platform/core/log/note/judge-log-proof';
import type { ProblemCode } from '@platform/core/verify/problems';
import type { CheckOutcome, Verdict } from '@platform/core/verify/verification';

/** What a verifier answers about one case. */
interface Answer {
  readonly verdict: string;
  readonly checks: readonly {
    readonly number: number;
    readonly outcome: string;
    /** Why it fails: any code that is true of it. */
    readonly code?: string | null;
  }[];
}

/** A judge’s answer about one dispute file. */
export interface DisputeAnswered {
  readonly answer: string;
  readonly exit: number;
  /** The ids of points, by their own answers. */
  readonly inside: readonly string[];
  readonly outside: readonly string[];
  readonly undecided: readonly string[];
}

/** A verifier’s answer about a proof of the log beside a receipt. */
export interface LogAnswered {
  readonly logged: string;
  /** Why not: any code that is true of it. */
  readonly code?: string | null;
}

/** What is right about one such proof. */
export interface LogExpected {
  readonly logged: LogVerdict['logged'];
  readonly codes: readonly LogCode[];
}

/** What is right about one case of a receipt. */
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

/** One dispute file as a judge gets it. */
export interface DisputeFile {
  readonly id: string;
  readonly dispute: string;
  readonly keys: string | null;
}

/** One proof of the log, with a policy, as a verifier gets it. */
export interface LogFile {
  readonly id: string;
  readonly receipt: string;
  readonly proof: string;
  readonly policy: string;
}

/** What is right about a case of any kind. */
export type AnyExpected = Expected | DisputeAnswered | LogExpected;
/** What a verifier answers about a case of any kind. */
export type AnyAnswer = Answer | DisputeAnswered | LogAnswered;

/** In what an answer, as it was parsed, differs; empty if it agrees. */
export function differences(expected: AnyExpected, answer: AnyAnswer | null): readonly string[] {
  if (answer === null) return ['no answer'];
  if ('verdict' in expected)
    return 'verdict' in answer ? differencesOfChecks(expected, answer) : ['no verdict'];
  if ('logged' in expected) return 'logged' in answer ? differencesOfLog(expected, answer) : ['no logged'];
  return 'exit' in answer ? differencesOfPoints(expected, answer) : ['no answer about a dispute'];
}

function differencesOfLog({ logged, codes }: LogExpected, found: LogAnswered): readonly string[] {
  if (found.logged !== logged) return [`logged ${found.logged}, not ${logged}`];
  if (logged !== 'no' || codes.some((code) => code === found.code)) return [];
  return [`not logged for ${found.code ?? 'no code'}, not ${codes.join(' or ')}`];
}

function differencesOfPoints(expected: DisputeAnswered, found: DisputeAnswered): readonly string[] {
  return [
    ...(found.answer === expected.answer ? [] : [`answer ${found.answer}, not ${expected.answer}`]),
    ...(found.exit === expected.exit ? [] : [`exit code ${found.exit}, not ${expected.exit}`]),
    ...(['inside', 'outside', 'undecided'] as const).flatMap((each) => {
      const [own, right] = [found[each].toSorted().join(' '), expected[each].toSorted().join(' ')];
      return own === right ? [] : [`${each}: ${own || 'nothing'}, not ${right || 'nothing'}`];
    }),
  ];
}

function differencesOfChecks(expected: Expected, answer: Answer): readonly string[] {
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
export function readAnswer(text: string): AnyAnswer | null {
  try {
    const value: unknown = JSON.parse(text);
    return isAnswer(value) || isDisputeAnswered(value) || isLogAnswered(value) ? value : null;
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

function isLogAnswered(value: unknown): value is LogAnswered {
  return typeof value === 'object' && value !== null && 'logged' in value && typeof value.logged === 'string';
}

function isDisputeAnswered(value: unknown): value is DisputeAnswered {
  if (typeof value !== 'object' || value === null || !('answer' in value) || !('exit' in value)) return false;
  return ['inside', 'outside', 'undecided'].every((name) => {
    const ids: unknown = Reflect.get(value, name);
    return Array.isArray(ids) && ids.every((id) => typeof id === 'string');
  });
}
