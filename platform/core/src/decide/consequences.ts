import { requiredMs } from '@common/base/instant';
import type { GrantRecord } from '../objects/grant.ts';
import type { Mandate, MandateRecord } from '../objects/mandate.ts';
import type { PluginManifest } from '../objects/plugin.ts';
import type { ProfileDraft } from '../objects/profile.ts';
import { isOpen, isOver } from './grant-states.ts';
import { mandateRefusals, type PolicyRefusal } from './mandate-bounds.ts';
import { mandateEnd } from './mandate-end.ts';

/** The present state, as the authority shows it. */
interface Standing {
  readonly mandates: readonly MandateRecord[];
  readonly grants: readonly GrantRecord[];
  /** RFC 3339. */
  readonly now: string;
}

interface EndingMandate {
  readonly record: MandateRecord;
  /** Why the same text, signed again under the new version, would be refused; empty if it would not. */
  readonly refusals: readonly PolicyRefusal[];
}

interface Consequences {
  readonly mandates: readonly EndingMandate[];
  /** The pending or active grants that end with them. */
  readonly grants: readonly GrantRecord[];
}

/** Lists what ends once this version of a profile is in force. */
export function consequencesOf(
  draft: ProfileDraft,
  manifest: PluginManifest,
  standing: Standing,
): Consequences {
  const nowMs = requiredMs(standing.now);
  const version = `${draft.name}@${draft.version}`;
  const ending = standing.mandates.filter(
    (record) =>
      record.contract.profile === draft.name &&
      record.status === 'active' &&
      mandateEnd(record, null, nowMs) === null &&
      mandateEnd(record, version, nowMs) !== null,
  );
  const mandates = ending.map((record) => {
    const again: Mandate = { ...record.contract, policy_version: version };
    const refusals = mandateRefusals(draft, manifest, again, nowMs).map(({ error }) => error);
    return { record, refusals };
  });
  const ids = ending.map(({ contract }) => contract.contract_id);
  return { mandates, grants: openGrants(standing.grants, ids, nowMs) };
}

/**
 * Lists the grants under these mandates that could still be approved or executed. They end with their
 * mandates.
 */
export function openGrants(
  grants: readonly GrantRecord[],
  mandateIds: readonly string[],
  nowMs: number,
): readonly GrantRecord[] {
  return grants.filter(
    ({ grant, status }) => mandateIds.includes(grant.contract_id) && isOpen(status) && !isOver(grant, nowMs),
  );
}
