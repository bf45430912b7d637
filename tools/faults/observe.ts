import { setTimeout as sleep } from 'node:timers/promises';
import { FAILURES, type FailureCode } from '@common/kit/failures';
import type { Answer, Watched } from './place.ts';

/** What must be true of one service under one fault. */
interface Expectation {
  /** The codes that a caller may get. */
  readonly codes: readonly string[];
  /** Whether it is fine if no caller notices. */
  readonly mayPass?: boolean;
  /** How long a line of the log may take. Default: longer than a process waits for SQLite's lock. */
  readonly loggedMs?: number;
}

/** A cell of the table. */
export interface Cell {
  readonly fault: string;
  readonly service: string;
  /** What the caller got. */
  readonly got: string;
  /** The first line of the log about it. */
  readonly logged: string;
  /** Whether it recovered, and how. */
  readonly recovered: string;
  /** What breaks the rule; empty if nothing does. */
  readonly broken: readonly string[];
}

const POLL_MS = 200;
/** Long enough for a probe that keeps its answer for five seconds, and for three waits for SQLite's lock. */
const NOTICED_MS = 30_000;
const UNNOTICED_MS = 2_000;
/** A process that waits for SQLite's lock writes its log afterwards. */
const LOGGED_MS = 20_000;
const RECOVERED_MS = 20_000;

/** Calls a service until a call fails, and judges what its caller got and what its log says. */
export async function observe(
  { program }: Watched,
  calls: readonly (() => Promise<Answer>)[],
  expected: Expectation,
): Promise<Pick<Cell, 'got' | 'logged' | 'broken'>> {
  const until = Date.now() + (expected.mayPass === true ? UNNOTICED_MS : NOTICED_MS);
  let failed: readonly Answer[] = [];
  while (failed.length === 0 && Date.now() < until) {
    const answers: Answer[] = [];
    for (const call of calls) answers.push(await call());
    failed = answers.filter((answer) => !isWell(answer));
    if (failed.length === 0) await sleep(POLL_MS);
  }
  if (failed.length === 0) {
    const broken = expected.mayPass === true ? [] : ['no call failed'];
    return { got: 'nothing of it: every call was answered', logged: '', broken };
  }
  const lines = await Promise.all(
    failed.map((answer) => lineOf(program.output, answer, expected.loggedMs ?? LOGGED_MS)),
  );
  const broken = failed.flatMap((answer, index) => [
    ...judge(answer, expected),
    ...(lines[index] === null ? [`${answer.call}: nothing was logged`] : []),
  ]);
  const got = new Set(failed.map((answer) => `${answer.status} ${codeOf(answer)}`));
  return { got: [...got].join(', '), logged: lines.find((line) => line !== null) ?? '', broken };
}

/** Seconds until all calls of a service are answered again; null if they are not. */
export async function recovery(calls: readonly (() => Promise<Answer>)[]): Promise<number | null> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < RECOVERED_MS) {
    const answers: Answer[] = [];
    for (const call of calls) answers.push(await call());
    if (answers.every(isWell)) return (performance.now() - startedAt) / 1_000;
    await sleep(POLL_MS);
  }
  return null;
}

function isWell({ status, text }: Answer): boolean {
  // A tool's result says whether it was done.
  return status >= 200 && status < 300 && !/"status":"(?:unknown|refused)"/.test(text);
}

function judge(answer: Answer, { codes }: Expectation): readonly string[] {
  const { call, status, retryAfter } = answer;
  const code = codeOf(answer);
  if (!codes.includes(code))
    return [`${call}: ${status} ${code || answer.text.slice(0, 80)}, not ${codes.join(' or ')}`];
  if (status < 400) return [];
  const known = Object.hasOwn(FAILURES, code) ? FAILURES[code as FailureCode] : (OTHERS[code] ?? OF_PEERS);
  const { status: wanted, retryAfterS } = known;
  const waits = retryAfterS !== null;
  return [
    ...(status === wanted ? [] : [`${call}: status ${status}, not ${wanted}`]),
    ...(waits === (retryAfter !== null) ? [] : [`${call}: retry-after is ${retryAfter}`]),
  ];
}

/** Codes beside `FAILURES`: of a peer that is away. */
const OF_PEERS = { status: 503, retryAfterS: 5 };
/** An answer that cannot be read may come from a wrong address, and waiting does not mend that. */
const OTHERS: Readonly<Record<string, { readonly status: number; readonly retryAfterS: number | null }>> = {
  authority_garbled: { status: 502, retryAfterS: null },
};

/** The code in an answer of either product, as JSON or on a page; the status of a tool's result. */
function codeOf({ text, status }: Answer): string {
  if (status === 0) return 'no_answer';
  try {
    const body = JSON.parse(text);
    return body.detail?.error ?? body.error?.code ?? body.status ?? '';
  } catch {
    return /code <code>(\w+)<\/code>/.exec(text)?.[1] ?? '';
  }
}

/** The first line about a request that warns or worse; null if there is none. */
async function lineOf(output: () => string, { requestId }: Answer, withinMs: number): Promise<string | null> {
  for (let waited = 0; waited <= withinMs; waited += POLL_MS) {
    for (const line of output().split('\n')) {
      if (requestId === '' || !line.includes(requestId)) continue;
      const { level, msg, err } = parse(line);
      if (level !== 'warn' && level !== 'error') continue;
      return `${level}: ${err?.message ?? msg ?? ''}`.slice(0, 100);
    }
    await sleep(POLL_MS);
  }
  return null;
}

interface LogLine {
  readonly level?: string;
  readonly msg?: string;
  readonly err?: { readonly message?: string };
}

function parse(line: string): LogLine {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
