import { requiredMs } from '@common/base/instant';
import type { Enrolment, KeyEntry, KeyVersion, SignedEnrolment } from '../objects/key-entry.ts';

/**
 * All keys that a kid has had, newest first.
 * @example versionsOf({ public_key: 'b', retired: [{ public_key: 'a' }] })
 *   // [{ public_key: 'b' }, { public_key: 'a' }]
 */
export function versionsOf(entry: KeyEntry): readonly KeyVersion[] {
  if (entry.retired === undefined) return [entry];
  const { retired, ...current } = entry;
  return [current, ...retired];
}

/**
 * One entry of these versions, newest first; undefined for none.
 * @example entryOf([{ public_key: 'b' }, { public_key: 'a' }])
 *   // { public_key: 'b', retired: [{ public_key: 'a' }] }
 * @example entryOf([]) // undefined
 */
export function entryOf([current, ...retired]: readonly KeyVersion[]): KeyEntry | undefined {
  if (current === undefined) return undefined;
  return retired.length === 0 ? current : { ...current, retired };
}

/**
 * The entry without keys that were retired before that instant, which is enough for anything signed since.
 * @example historySince(
 *     { public_key: 'b', retired: [{ not_after: '2026-01-01T00:00:00Z' }] }, '2026-01-02T00:00:00Z',
 *   ) // { public_key: 'b' }
 */
export function historySince(entry: KeyEntry, since: string): KeyEntry {
  if (entry.retired === undefined) return entry;
  const { retired, ...current } = entry;
  const kept = retired.filter(({ not_after: end }) => end !== null && requiredMs(end) >= requiredMs(since));
  return kept.length === 0 ? current : { ...current, retired: kept };
}

/**
 * The entry with each of its keys marked as compromised since the earlier instant of the two; the same object
 * if the other knows no earlier one. INVARIANT: it takes over nothing else, so that the signed parts remain
 * signed.
 * @example markedAlsoAs({ fingerprint: 'f', compromised_at: null }, {
 *     fingerprint: 'f', compromised_at: '2026-01-01T00:00:00Z',
 *   }).compromised_at // '2026-01-01T00:00:00Z'
 */
export function markedAlsoAs(entry: KeyEntry, other: KeyEntry): KeyEntry {
  const marks = new Map(versionsOf(other).map((version) => [version.fingerprint, version.compromised_at]));
  const versions = versionsOf(entry);
  const marked = versions.map((version) => {
    const mark = marks.get(version.fingerprint) ?? null;
    const known = version.compromised_at;
    if (mark === null || (known !== null && requiredMs(known) <= requiredMs(mark))) return version;
    return { ...version, compromised_at: mark };
  });
  return marked.every((version, index) => version === versions[index]) ? entry : (entryOf(marked) ?? entry);
}

/**
 * The part of a person's key that a principal signs.
 * @example enrolmentOf({ kid: 'approver_anna', compromised_at: null, enrolment: null })
 *   // { type: 'sanad/enrolment/1', kid: 'approver_anna' }
 */
export function enrolmentOf(version: KeyVersion): Enrolment {
  const { compromised_at: _, enrolment: __, ...facts } = version;
  return { type: 'sanad/enrolment/1', ...facts };
}

/**
 * A key's first entry, once a principal has signed its enrolment.
 * @example enrolledEntry({
 *     enrolment: { type: 'sanad/enrolment/1', kid: 'a' }, enrolment_hash: 'h', signature: {},
 *   }) // { kid: 'a', compromised_at: null, enrolment: { enrolment_hash: 'h', signature: {} } }
 */
export function enrolledEntry({ enrolment, enrolment_hash, signature }: SignedEnrolment): KeyEntry {
  const { type: _, ...facts } = enrolment;
  return { ...facts, compromised_at: null, enrolment: { enrolment_hash, signature } };
}

/**
 * Says why the versions of an entry do not belong to one holder; null if they do. INVARIANT: a replacement
 * changes the key, never its holder or what it may sign.
 */
export function historyFault(entry: KeyEntry): string | null {
  const { retired = [] } = entry;
  const keys = new Set([entry.public_key]);
  for (const old of retired) {
    const same = (['deployment', 'kid', 'role', 'person'] as const).find(
      (field) => old[field] !== entry[field],
    );
    if (same !== undefined) return `has a retired key with another ${same}`;
    if (old.not_after === null) return 'has a retired key without an end (not_after)';
    if (keys.has(old.public_key)) return 'has the same key twice';
    keys.add(old.public_key);
  }
  return null;
}
