import { requiredMs } from '@common/base/instant';
import type { EventRecord } from '@platform/core/objects/event';
import { type KeySet, type KeyVersion, SignedCompromise } from '@platform/core/objects/key-entry';
import { versionsOf } from '@platform/core/signed/key-history';
import { isRoot } from '@platform/core/signed/key-registry';
import { quoted } from '@platform/words/short';
import { dayAndTime } from '@platform/words/when';
import { Value } from 'typebox/value';
import { shortFingerprint, worthOf } from './key-words.ts';

export interface KeyChange {
  /** RFC 3339. */
  readonly at: string;
  readonly kid: string;
  readonly what: string;
  readonly note: string;
}

/** The changes that the keys’ entries show and those that principals signed, newest first. */
export function changesOf(keys: KeySet, events: readonly EventRecord[]): readonly KeyChange[] {
  const said = new Map<string, KeyChange>();
  for (const { event, body } of events) {
    if (event.kind !== 'key_compromised' || !Value.Check(SignedCompromise, body)) continue;
    const { kid, fingerprint, compromised_at: since, reason } = body.compromise;
    const note = `by ${body.signature.kid}: ${quoted(reason)}. Since ${dayAndTime(since)}; what it signed before stays valid`;
    said.set(fingerprint, { at: event.at, kid, what: 'compromised', note });
  }
  const changes = Object.values(keys).flatMap((entry) => {
    const versions = versionsOf(entry);
    return versions.flatMap((version, index) => [
      begun(version, versions[index + 1]),
      ...lost(version, said),
    ]);
  });
  return changes.toSorted((a, b) => requiredMs(b.at) - requiredMs(a.at));
}

function begun(version: KeyVersion, before: KeyVersion | undefined): KeyChange {
  const { kid, not_before: at, enrolment, person } = version;
  const by = enrolment?.signature.kid;
  const worth = worthOf(version);
  const counts = `${worth.name}, counts ${worth.strength} of 4`;
  if (before !== undefined) {
    const keys = `${shortFingerprint(before.fingerprint)} by ${shortFingerprint(version.fingerprint)}`;
    return { at, kid, what: 'replaced', note: `${keys}; ${by ?? 'its operator'} says so; ${counts}` };
  }
  if (by === undefined) return { at, kid, what: 'named', note: 'by the operator; no person signed for it' };
  const whose = isRoot(version) ? 'by itself, a root of trust' : `by ${by}`;
  return {
    at,
    kid,
    what: 'enrolled',
    note: `${whose}${person === null ? '' : `, for ${person}`}; ${counts}`,
  };
}

function lost(version: KeyVersion, said: ReadonlyMap<string, KeyChange>): readonly KeyChange[] {
  const { kid, compromised_at: since, fingerprint } = version;
  if (since === null) return [];
  const known = said.get(fingerprint);
  if (known !== undefined) return [known];
  return [
    { at: since, kid, what: 'compromised', note: 'since then, says the operator; no person signed that' },
  ];
}
