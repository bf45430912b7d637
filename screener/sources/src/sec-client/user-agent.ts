import { fail, ok, type Result } from '@common/base/result';

const EMAIL = /[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>().]{2,}/;
const HEADER_SAFE = /^[\x20-\x7e]{3,256}$/;

/**
 * Checks the operator's `User-Agent`. The SEC answers 403 to clients that do not name their operator; its guide asks
 * for a name and an e-mail address. The refusal does not repeat the text, which is the operator's contact.
 */
export function checkUserAgent(userAgent: string): Result<string, 'invalid_user_agent'> {
  const text = userAgent.trim();
  if (HEADER_SAFE.test(text) && EMAIL.test(text)) return ok(text);
  return fail(
    'invalid_user_agent',
    'The SEC refuses clients that do not name their operator. Set SEC_USER_AGENT to a name and an e-mail ' +
      'address in printable ASCII, such as "Example Research admin@example.com".',
  );
}
