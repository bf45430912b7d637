import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { TRANSITIONS } from '@platform/core/decide/grant-states';
import type { EventRecord } from '@platform/core/objects/event';
import type { SignedDoubt } from '@platform/core/objects/settlement';
import { type SignedRefusal, verifySigned } from '@platform/core/signed/signed';
import { unlessStolen } from '@platform/core/signed/stolen-keys';
import { appendEvent } from './append-event.ts';
import type { AuthorityDeps } from './deps.ts';
import { doubtRound } from './notice-rounds.ts';

export type DoubtRefusal =
  | SignedRefusal
  | 'grant_not_found'
  | 'grant_not_redeemed'
  | 'decision_of_another_grant'
  | 'decision_differs';

type Deps = Pick<
  AuthorityDeps,
  'deployment' | 'store' | 'keys' | 'crypto' | 'authority' | 'clock' | 'randomBytes'
>;

/** Records that only a person can decide what became of a grant. A repeated report is recorded again. */
export async function recordDoubt(
  deps: Deps,
  signed: SignedDoubt,
): Promise<Result<EventRecord, DoubtRefusal>> {
  const { doubt, doubt_hash: hash, signature } = signed;
  const { grant_id: grantId } = doubt;
  const keys = await deps.keys();
  const at = formatInstant(deps.clock());
  const valid = unlessStolen(verifySigned(deps.crypto, { object: doubt, hash, signature, keys, at }));
  if (!valid.ok) return valid;
  const found = await deps.store.grant(grantId);
  if (found === null) return fail('grant_not_found', `There is no grant ${grantId}.`);
  if (found.action_hash !== doubt.action_hash) {
    return fail('decision_of_another_grant', 'The report does not name this grant’s action.');
  }
  const { tenant, contract_id } = found.grant;
  return deps.store.atomically(async (unit): Promise<Result<EventRecord, DoubtRefusal>> => {
    await unit.lockTenant(tenant);
    const record = (await unit.grant(grantId))?.record ?? found;
    if (record.status !== TRANSITIONS.redeem.to) {
      return fail(
        'grant_not_redeemed',
        `The grant is ${record.status}: only a redeemed grant can be in doubt.`,
      );
    }
    if ((await unit.enforcementEvent(grantId)) !== null) {
      return fail('decision_differs', 'How this grant ended is recorded already.');
    }
    // A repeated report of the same doubt opens nothing that was answered, and tells nobody again.
    const answered = record.settlement?.settlement;
    const asksAgain = answered?.choice === 'ask_again' && answered.doubt_hash === hash;
    if (!asksAgain) await unit.noteOnGrant(grantId, { inDoubt: signed });
    const isNew = !asksAgain && record.in_doubt?.doubt_hash !== hash;
    if (isNew) await unit.requestNotices([doubtRound(grantId, deps.clock())]);
    const source = signature.kid;
    const event = {
      kind: 'grant_in_doubt',
      source,
      tenant,
      contract_id,
      grant_id: grantId,
      body: signed,
    } as const;
    return ok(await appendEvent(deps, unit, event));
  });
}
