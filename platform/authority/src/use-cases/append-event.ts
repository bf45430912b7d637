import { formatInstant } from '@common/base/instant';
import { hashOf } from '@common/evidence/hash';
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
  event: NewEvent,
  held?: ChainHead,
): Promise<EventRecord> {
  const record = linkEvent(deps, event, held ?? (await unit.lockEvents()));
  await unit.insertEvents([record]);
  return record;
}

/** Makes the link that follows a chain, which the caller has locked. */
export function linkEvent(
  deps: Deps,
  { kind, source = deps.authority.kid, tenant, contract_id, grant_id, body }: NewEvent,
  { sequence, previousHash }: ChainHead,
): EventRecord {
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
  return { event: link, event_hash: hash, signature, body };
}
