import { formatInstant } from '@common/base/instant';
import { hashOf } from '@platform/core/crypto/hash';
import type { Event, EventRecord } from '@platform/core/objects/event';
import { signObject } from '@platform/core/signed/signed';
import type { ChainHead, Unit } from '../store/store.ts';
import { type AuthorityDeps, freshId } from './deps.ts';

interface NewEvent extends Pick<Event, 'kind' | 'tenant' | 'contract_id' | 'grant_id'> {
  /** The authority, unless another source is given. */
  readonly source?: string;
  readonly body: unknown;
}

type Deps = Pick<AuthorityDeps, 'deployment' | 'crypto' | 'authority' | 'clock' | 'randomBytes'>;

/**
 * Appends a link to the evidence chain, in the transaction that it is evidence of. `held`: the locked chain.
 */
export async function appendEvent(
  deps: Deps,
  unit: Unit,
  { kind, source = deps.authority.kid, tenant, contract_id, grant_id, body }: NewEvent,
  held?: ChainHead,
): Promise<EventRecord> {
  const { sequence, previousHash } = held ?? (await unit.lockEvents());
  const link: Event = {
    type: 'sanad/event/1',
    deployment: deps.deployment,
    event_id: freshId('evt_', deps),
    sequence,
    previous_event_hash: previousHash,
    kind,
    source,
    tenant,
    contract_id,
    grant_id,
    body_hash: hashOf(deps.crypto, body),
    at: formatInstant(deps.clock()),
  };
  const { hash, signature } = signObject(deps.crypto, deps.authority, link);
  const record = { event: link, event_hash: hash, signature, body };
  await unit.insertEvent(record);
  return record;
}
