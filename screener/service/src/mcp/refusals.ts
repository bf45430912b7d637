import { type Failure, fail } from '@common/base/result';
import type { ScreenRefusal } from '../use-cases/screen-ticker.ts';

/** What an agent should do about a refusal; appended to the refusal's own message. */
const ADVICE: Readonly<Record<ScreenRefusal | 'invalid_cursor', string>> = {
  malformed_ticker:
    'Give only the ticker: no exchange prefix, no company name; find_ticker finds it by name.',
  ticker_not_found:
    'Find the US ticker of the company or fund with find_ticker; companies and funds not listed in the US are not covered. There is no verdict: do not report it as compliant.',
  invalid_as_of: 'Leave as_of out for the present.',
  unknown_rules: 'Leave rules out for the editions in force.',
  unknown_methodology: 'Leave methodologies out for the verdict by all of them.',
  invalid_cursor: 'Leave cursor out to begin with the newest.',
  facts_unavailable: 'There is no verdict until then.',
};

export function adviseOn(refusal: Failure<keyof typeof ADVICE>): {
  readonly ok: false;
  readonly error: Failure;
} {
  const wait = refusal.detail?.retry_after_s;
  const when = typeof wait === 'number' ? ` Wait ${wait} s.` : '';
  return fail(refusal.code, `${refusal.message} ${ADVICE[refusal.code]}${when}`);
}

export const KEY_REQUIRED = fail(
  'key_required',
  'This tool needs an API key, which is free: get one with POST /api/keys and {"email": "..."}, and configure it as the header `x-api-key` or `Authorization: Bearer` of this MCP server. Without a key, call screen_ticker once per ticker.',
);
