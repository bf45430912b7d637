import type { ErrorShape, HttpFailure, ValidationIssue } from '@common/kit/http/errors';
import { RefusalBody } from '@platform/api/route';

/** How many faults a message names. It counts the others. */
const MAX_NAMED_ISSUES = 10;

/** `{"detail": {"error", "message"}}`, also for status 422, where `error` is `invalid_request`. */
export const platformErrors = {
  failure: ({ code, message }: HttpFailure) => ({ detail: { error: code, message } }),
  validation: (issues: readonly ValidationIssue[]) => ({
    detail: { error: 'invalid_request', message: messageOf(issues) },
  }),
  validationSchema: RefusalBody,
} satisfies ErrorShape;

/** `body.params.amount must be a text; query.status must be "pending" or "active"`. Values are not repeated. */
function messageOf(issues: readonly ValidationIssue[]): string {
  if (issues.length === 0) return 'The request does not match the schema.';
  const named = issues.slice(0, MAX_NAMED_ISSUES).map(({ loc, msg }) => `${loc.join('.')} ${msg}`);
  const more = issues.length - named.length;
  return named.join('; ') + (more > 0 ? `; and ${more} more` : '');
}
