import { formatInstant } from '@common/base/instant';
import { hashOf } from '@platform/core/crypto/hash';
import type { Event, EventKind, EventRecord } from '@platform/core/objects/event';
import { signObject } from '@platform/core/signed/signed';
import type { ChainHead, Unit } from '../store/store.ts';
import { type AuthorityDeps, freshId } from './deps.ts';

export interface NewEvent {
  readonly kind: EventKind;
  readonly source: string;
  readonly tenant: string | null;
  readonly mandateId: string | null;
  readonly grantId: string | null;
  readonly body: unknown;
}

type Deps = Pick<AuthorityDeps, 'deployment' | 'crypto' | 'authority' | 'clock' | 'randomBytes'>;

/** Appends a link to the evidence chain, in the transaction that it is evidence of. `held`: the chain, if locked. */
export async function appendEvent(
  deps: Deps,
  unit: Unit,
  event: NewEvent,
  held?: ChainHead,
): Promise<EventRecord> {
  const bodyHash = hashOf(deps.crypto, event.body);
  const { sequence, previousHash } = held ?? (await unit.lockEvents());
  const link: Event = {
    type: 'sanad/event/1',
    deployment: deps.deployment,
    event_id: freshId('evt_', deps),
    sequence,
    previous_event_hash: previousHash,
    kind: event.kind,
    source: event.source,
    tenant: event.tenant,
    contract_id: event.mandateId,
    grant_id: event.grantId,
    body_hash: bodyHash,
    at: formatInstant(deps.clock()),
  };
  const { hash, signature } = signObject(deps.crypto, deps.authority, link);
  const record = { event: link, event_hash: hash, signature, body: event.body };
  await unit.insertEvent(record);
  return record;
}
