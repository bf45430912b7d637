import { fail, ok, type Result } from '@common/base/result';
import type { ToolResult } from '@platform/core/objects/tool-call';
import type { PepDeps, ServiceFault } from './ports.ts';
import { unknown } from './results.ts';

/** Why a grant cannot be spent now; null if it can. */
type ContinuityFinding = Result<ToolResult, ServiceFault> | null;

/** INVARIANT: nothing is spent or sent for an authority whose log does not continue the one seen here. */
export async function logFault({ witness, notices }: PepDeps, grantId: string): Promise<ContinuityFinding> {
  const looked = await witness.look();
  if (looked.ok) return null;
  const { code, message } = looked.error;
  if (code === 'log_rolled_back') return fail(code, message);
  notices.warn({ grant_id: grantId, why: message }, 'the authority does not show its log');
  return ok(unknown(grantId, 'The authority did not show its log, so nothing was done yet.'));
}

/** Describes the revocation that was seen; null if there was none. */
export async function revocationSeen({ witness }: PepDeps, mandateId: string): Promise<string | null> {
  const revocation = await witness.revocationOf(mandateId);
  if (revocation === null) return null;
  return `The mandate ${mandateId} was revoked at ${revocation.revoked_at}, for good; the evidence of it is kept here. Nothing was done: a new mandate must be signed.`;
}
