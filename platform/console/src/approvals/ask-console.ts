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

/** The console’s answer, which is the authority’s; `unanswered` if it is not known whether what was sent arrived. */
export async function askConsole(path: string, sent?: unknown): Promise<Result<string>> {
  const headers = { 'content-type': 'application/json' };
  const options: Options | undefined =
    sent === undefined ? undefined : { method: 'POST', headers, body: JSON.stringify(sent) };
  try {
    const answer = await fetch(path, options);
    const text = await answer.text();
    if (answer.ok) return ok(text);
    const refusal = parseStrict(text);
    if (answer.status !== UNANSWERED && refusal.ok && Check(PlatformRefusal, refusal.value)) {
      const { error, message } = refusal.value.detail;
      return fail(error, printable(message));
    }
  } catch {
    // Told below: what was sent may have arrived.
  }
  return fail('unanswered', UNKNOWN);
}

const UNKNOWN = 'No answer came, so it is not known whether it arrived. Load this page again to see.';
const PlatformRefusal = Type.Object({
  detail: Type.Object({ error: Type.String(), message: Type.String() }),
});
