import { fail } from '@common/base/result';
import type { GrantRecord } from '@platform/core/objects/grant';

/** Refuses an answer that came too late, and names the answer that the grant already has. */
export function alreadyAnswered(
  { status, approval, ending }: GrantRecord,
  wanted: 'approved' | 'rejected',
): ReturnType<typeof fail<'grant_not_pending'>> {
  const [by, at] =
    ending?.rejection !== undefined
      ? [`${ending.rejection.signature.kid} rejected it`, ending.rejection.rejected_at]
      : [approval === null ? null : `${approval.signature.kid} approved it`, approval?.approved_at];
  const answered = by === null ? '' : ` (${by} at ${at})`;
  return fail(
    'grant_not_pending',
    `This grant is ${status}${answered}: only a pending grant can be ${wanted}.`,
  );
}
