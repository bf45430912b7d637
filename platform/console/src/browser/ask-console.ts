import { fail, ok, type Result } from '@common/base/result';
import { parseStrict } from '@common/evidence/canonical';
import { printable } from '@platform/core/verify/report-html';
import { Type } from 'typebox';
import { Check } from 'typebox/value';

interface Options {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
declare const fetch: (
  path: string,
  options?: Options,
) => Promise<{ readonly ok: boolean; readonly status: number; text(): Promise<string> }>;

const UNANSWERED = 504;
/** What a person typed stays on the page while they sign in elsewhere. */
const SIGN_IN_AGAIN =
  'Your session is over. Sign in at /sign-in in another tab, then press the button here again: what you typed stays.';
const Refusal = Type.Object({ detail: Type.Object({ error: Type.String(), message: Type.String() }) });

/** Returns the console’s answer, which is the authority’s; `unanswered` if none came. */
export function askConsole(path: string): Promise<Result<unknown>> {
  return answerOf(path, undefined, 'No answer came. Load this page again.');
}

/**
 * Posts an object and returns the answer. `refused` begins the message of a refusal, as in "Not enrolled.";
 * `unanswered` if it is unknown whether the object arrived.
 */
export async function sendToConsole(path: string, sent: unknown, refused: string): Promise<Result<unknown>> {
  const options = {
    method: 'POST' as const,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  };
  const unknown = 'No answer came, so it is not known whether it arrived. Load this page again to see.';
  const answer = await answerOf(path, options, unknown);
  if (answer.ok || answer.error.code === 'unanswered') return answer;
  return fail(answer.error.code, `${refused} ${answer.error.message}`);
}

async function answerOf(
  path: string,
  options: Options | undefined,
  silence: string,
): Promise<Result<unknown>> {
  try {
    const answer = await fetch(path, options);
    const parsed = parseStrict(await answer.text());
    if (answer.ok && parsed.ok) return ok(parsed.value);
    if (answer.status !== UNANSWERED && parsed.ok && Check(Refusal, parsed.value)) {
      const { error, message } = parsed.value.detail;
      return fail(error, error === 'session_missing' ? SIGN_IN_AGAIN : printable(message));
    }
  } catch {
    // Answered below.
  }
  return fail('unanswered', silence);
}
