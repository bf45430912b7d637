import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { declaredRules } from '@platform/core/objects/plugin-schemas';
import { listedValues } from '@platform/core/row/listed-uses';
import type { ProfileRefusal } from '@platform/core/signed/profile';
import type { SearchStore } from '../store/search.store.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { type DirectoryName, directoryState } from '../use-cases/read-directory.ts';
import type { SearchEntering } from './enter-receipts.ts';

export interface CountDeps extends Pick<AuthorityDeps, 'deployment' | 'crypto' | 'store' | 'readProfile'> {
  readonly search: Pick<SearchStore, 'uses'>;
  readonly entering: Pick<SearchEntering, 'freshen'>;
}

interface EntryUses {
  readonly name: string;
  readonly times: number;
  readonly first_at: string;
  readonly last_at: string;
}

/** How often something was done by each entry that a directory has in force; others are left out. */
export async function countEntryUses(
  deps: CountDeps,
  place: DirectoryName,
): Promise<Result<EntryUses[], ProfileRefusal | 'directory_not_named'>> {
  const profile = await deps.readProfile(place.profile);
  if (!profile.ok) return profile;
  const rule = declaredRules(profile.value.plugin.manifest).get(place.directory)?.rule;
  if (rule?.kind !== 'allow_list') {
    return fail('directory_not_named', `The plugin of ${place.profile} has no list ${place.directory}.`);
  }
  await deps.entering.freshen();
  const { inForce } = await directoryState(deps, deps.store, { deployment: deps.deployment, ...place });
  const names = [...inForce.keys()];
  const values = [...inForce.values()].map(({ signed }) => listedValues(rule, signed.entry.values ?? {}));
  const { tenant, profile: name, directory: list } = place;
  const counts = await deps.search.uses({ tenant, profile: name, list }, values);
  return ok(
    names.flatMap((entry, index): EntryUses[] => {
      const count = counts[index] ?? null;
      if (count === null) return [];
      const { times, firstMs, lastMs } = count;
      return [{ name: entry, times, first_at: formatInstant(firstMs), last_at: formatInstant(lastMs) }];
    }),
  );
}
