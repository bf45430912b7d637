import { consequencesOf } from '@platform/core/decide/consequences';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { ProfileDraft } from '@platform/core/objects/profile';
import { mandateWithId } from '@platform/words/mandate-name';
import type { Place } from '../context.ts';

/** What ends once this version is in force, for the person who is about to sign it. */
export async function endsWords(
  { authority, now }: Pick<Place, 'authority' | 'now'>,
  draft: ProfileDraft,
  manifest: PluginManifest,
): Promise<string> {
  const [mandates, grants] = await Promise.all([authority.mandates(), authority.openGrants()]);
  if (!mandates.ok || !grants.ok)
    return 'all mandates under the earlier version and their open requests; the authority cannot be asked how many';
  const standing = { mandates: mandates.value, grants: grants.value, now: now() };
  const ends = consequencesOf(draft, manifest, standing);
  const counts = [
    counted(ends.mandates.length, 'mandate', 'mandates'),
    counted(ends.grants.length, 'open request', 'open requests'),
  ];
  const ids = [
    ...ends.mandates.map(({ record }) => mandateWithId(record.contract)),
    ...ends.grants.map(({ grant, status }) => `${grant.grant_id} (${status}, ${grant.contract_id})`),
  ];
  return [counts.join(' and '), ...ids].join('\n');
}

function counted(count: number, one: string, many: string): string {
  return count === 0 ? `no ${one}` : `${count} ${count === 1 ? one : many}`;
}
