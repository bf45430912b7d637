import { together } from '@common/base/together';
import { addAmounts, compareAmounts, subtractAmounts } from '@platform/core/decide/amount';
import { dayLimits } from '@platform/core/decide/day-limits';
import { facadeOf } from '@platform/core/decide/decide';
import { isLive } from '@platform/core/decide/grant-states';
import type { GrantStanding, WaitingStanding } from '@platform/core/objects/grant-standing';
import { USES } from '@platform/keys/standing';
import type { OfTenants, Place, PlacePage } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';

/**
 * What the books have of a grant’s mandate and payee, for the person who is asked; null if there is no such grant. It is
 * read without a lock, so it is a moment’s picture and nothing is decided by it.
 */
export async function readStanding(
  { store }: Pick<AuthorityDeps, 'store'>,
  grantId: string,
): Promise<GrantStanding | null> {
  const record = await store.grant(grantId);
  if (record === null) return null;
  const { grant, action } = record;
  const [rules, mandate] = await together([
    store.rules(grant.profile_hash),
    store.mandate(grant.contract_id),
  ]);
  if (rules === null || mandate === null)
    throw new Error(`the rules or the mandate of ${grantId} were not kept`);
  const { manifest } = rules.plugin;
  const spec = facadeOf(manifest, action);
  if (spec === undefined) return { grant_id: grantId, sums: [], uses: null, done: [] };
  const of = { mandate: mandate.contract, profile: rules.profile.profile };
  const sums = dayLimits(spec, action, of);
  const asked = [...sums.map(({ rule, day }) => ({ counter: rule, period: day })), USES];
  const [values, done] = await together([
    store.counters(grant.contract_id, asked),
    store.doneLike(spec, action),
  ]);
  const isCounted = isLive(record.status);
  const isCovered = action.facade === manifest.covered_facade;
  return {
    grant_id: grantId,
    sums: sums.map(({ amount, ...sum }, index) => ({
      ...sum,
      ...beforeAndAfter(values[index] ?? '0', amount, isCounted),
    })),
    uses: isCovered
      ? {
          before: Number(beforeAndAfter(values[sums.length] ?? '0', '1', isCounted).before),
          max: mandate.contract.limits.use_count_max,
        }
      : null,
    done: [...done],
  };
}

interface StandingPage {
  readonly standings: readonly WaitingStanding[];
  /** The place of the last grant, if more may follow; null otherwise. */
  readonly more: Place | null;
}

/** When something was last done for the payees of the grants that wait, newest grant first. */
export async function listStandings(
  { store }: Pick<AuthorityDeps, 'store'>,
  page: PlacePage & OfTenants,
): Promise<StandingPage> {
  const grants = await store.grants({ ...page, statuses: ['pending'], mandateId: null });
  const hashes = [...new Set(grants.map(({ grant }) => grant.profile_hash))];
  const rules = new Map(await together(hashes.map(async (hash) => [hash, await store.rules(hash)] as const)));
  const asked = grants.flatMap(({ grant, action }) => {
    const manifest = rules.get(grant.profile_hash)?.plugin.manifest;
    const facade = manifest && facadeOf(manifest, action);
    return facade === undefined ? [] : [{ facade, action }];
  });
  const found = await store.lastDoneLike(asked);
  const done = new Map(asked.map(({ action }, index) => [action.grant_id, found[index] ?? []]));
  const last = grants.at(page.limit - 1);
  return {
    standings: grants.map(({ grant: { grant_id, tenant } }) => ({
      grant_id,
      tenant,
      done: [...(done.get(grant_id) ?? [])],
    })),
    more: last === undefined ? null : { at: last.action.proposed_at, id: last.grant.grant_id },
  };
}

/** A grant that ended between two reads has given back what it took. */
function beforeAndAfter(value: string, amount: string, isCounted: boolean) {
  return isCounted && compareAmounts(value, amount) >= 0
    ? { before: subtractAmounts(value, amount), after: value }
    : { before: value, after: addAmounts(value, amount) };
}
