import { ok, type Result } from '@common/base/result';
import { checkGrant } from '@platform/console/use-cases/approvals';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { Place } from '../context.ts';
import { grantWords } from '../render/words.ts';

export interface CheckedGrant {
  readonly record: GrantRecord;
  readonly keys: KeySet;
  readonly actionHash: string;
}

/** The authority’s grant, checked under the keys that are trusted here. */
export async function checkedGrant(place: Place, id: string): Promise<Result<CheckedGrant, string>> {
  const record = await place.authority.grant(id);
  if (!record.ok) return record;
  const { keys } = await place.localKeys();
  const checked = checkGrant(place.crypto, keys, record.value, id);
  if (!checked.ok) return checked;
  return ok({ record: record.value, keys, actionHash: checked.value.actionHash });
}

/** A grant in words, beside the one that it may repeat. */
export async function grantText(place: Place, record: GrantRecord): Promise<string> {
  const { possible_duplicate_of: found } = record.grant;
  const earlier = found === undefined ? null : await place.authority.grant(found.grant_id);
  return grantWords(record, await manifestFor(place, record), earlier?.ok === true ? earlier.value : null);
}

export async function manifestFor(place: Place, { action }: GrantRecord): Promise<PluginManifest | null> {
  return place.manifestOf(action.policy_version.slice(0, action.policy_version.indexOf('@')));
}
