import { formatInstant } from '@common/base/instant';
import { ok, type Result } from '@common/base/result';
import type { OfTenants, Place, StoredMandate } from '../store/store.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { lookedFor, type SearchDeps, type SearchRefusal, type Wanted } from './search-receipts.ts';

interface MandateSearch extends OfTenants {
  readonly wanted: Wanted;
  readonly after: Place | null;
  readonly limit: number;
}

/** The mandates that have all that is wanted, newest first; the days are those of their registration. */
export async function findMandates(
  { store, search }: Pick<AuthorityDeps, 'store'> & Pick<SearchDeps, 'search'>,
  { wanted, tenants, after, limit }: MandateSearch,
): Promise<Result<readonly StoredMandate[], SearchRefusal>> {
  if (Object.values(wanted).every((value) => value === undefined))
    return ok(await store.mandates({ tenants, after, limit }));
  const looked = lookedFor(wanted);
  if (!looked.ok) return looked;
  const { terms, fromMs, untilMs } = looked.value;
  const [from, until] = [formatInstant(fromMs), formatInstant(untilMs)];
  const ids = await search.mandates({ terms, tenants, from, until, after, limit });
  const found = await Promise.all(ids.map((id) => store.mandate(id)));
  return ok(found.filter((mandate) => mandate !== null));
}
