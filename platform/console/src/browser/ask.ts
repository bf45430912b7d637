import { fail, ok, type Result } from '@common/base/result';
import { parseStrict } from '@platform/proof/canonical';
import { printable } from '@platform/proof/report-html';
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
const Refusal = Type.Object({ detail: Type.Object({ error: Type.String(), message: Type.String() }) });

/** Asks the console, with a body by POST. `unanswered`: what was sent may have arrived. */
export async function ask(path: string, body?: unknown): Promise<Result<unknown>> {
  const headers = { 'content-type': 'application/json' };
  const options: Options | undefined =
    body === undefined ? undefined : { method: 'POST', headers, body: JSON.stringify(body) };
  try {
    const answer = await fetch(path, options);
    const parsed = parseStrict(await answer.text());
    if (answer.ok && parsed.ok) return ok(parsed.value);
    if (answer.status !== UNANSWERED && parsed.ok && Check(Refusal, parsed.value)) {
      const { error, message } = parsed.value.detail;
      return fail(error, printable(message));
    }
  } catch {
    // Told below.
  }
  return fail('unanswered', 'No answer came');
}
