import { requiredMs } from '@common/base/instant';
import { ok, type Result } from '@common/base/result';
import { OPEN_STATUSES } from '@platform/core/decide/grant-states';
import type { GrantRecord, GrantStatus } from '@platform/core/objects/grant';
import { amountKey, termsOfGrant } from '@platform/core/row/search-terms';
import { toldFields } from '@platform/core/row/told-fields';
import { keyOf } from '@platform/core/signed/signed';
import type { ReceiptQuery } from '../store/search.store.ts';
import type { Place } from '../store/store.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { listGrants, readGrant } from '../use-cases/read-grants.ts';
import { mayRead } from '../use-cases/readers.ts';
import {
  placeOfSpot,
  receiptQuery,
  type SearchDeps,
  type Searched,
  type SearchRefusal,
} from './search-receipts.ts';

type Deps = SearchDeps &
  Pick<AuthorityDeps, 'store' | 'plugins' | 'readProfile' | 'keys' | 'crypto' | 'clock'>;

interface GrantSearch extends Searched {
  readonly status: GrantStatus | null;
}

interface FoundGrants {
  readonly grants: readonly GrantRecord[];
  /** The place in the search of each grant, and from where to look further. */
  readonly places: readonly Place[];
  readonly more: Place | null;
}

/** More open grants than this are not looked at. */
const MOST_OPEN = 1_000;

/**
 * Finds grants: those that have ended by their receipts, in the order of decisions, and among them those that are open,
 * by when they were proposed. They are few, so each is compared.
 */
export async function searchGrants(
  deps: Deps,
  { status, ...searched }: GrantSearch,
): Promise<Result<FoundGrants, SearchRefusal>> {
  const query = receiptQuery(searched);
  if (!query.ok) return query;
  const { limit } = searched;
  await deps.entering.freshen();
  const open = await openWanted(deps, searched, query.value);
  const { spots, more } = await deps.search.find(query.value);
  const ended = (await deps.search.rowsAt(spots)).filter(({ tenant }) => mayRead(searched.tenants, tenant));
  const spotOf = new Map(spots.map((spot) => [spot.leafIndex, spot]));
  const end = more === null ? null : placeOfSpot(more).at;
  const candidates: Candidate[] = [
    ...ended.flatMap(({ grant_id: id, leaf_index: leaf }) => {
      const spot = spotOf.get(leaf);
      return spot === undefined ? [] : [{ place: placeOfSpot(spot), read: () => readGrant(deps, id) }];
    }),
    ...open
      // Older ones stand between receipts of later pages.
      .filter(({ action }) => end === null || action.proposed_at >= end)
      .map((grant) => ({
        place: { at: grant.action.proposed_at, id: grant.grant.grant_id },
        read: async () => grant,
      })),
  ].sort((one, other) => compare(other.place.at, one.place.at) || compare(rankOf(other), rankOf(one)));
  const page = candidates.slice(0, limit);
  const found: { readonly grant: GrantRecord; readonly place: Place }[] = [];
  for (const { place, read } of page) {
    const grant = await read();
    if (grant !== null && (status === null || grant.status === status)) found.push({ grant, place });
  }
  const last = page.at(-1)?.place ?? null;
  return ok({
    grants: found.map(({ grant }) => grant),
    places: found.map(({ place }) => place),
    more: candidates.length > limit ? last : more === null ? null : placeOfSpot(more),
  });
}

interface Candidate {
  readonly place: Place;
  readonly read: () => Promise<GrantRecord | null>;
}

async function openGrants(deps: Deps, tenants: GrantSearch['tenants']): Promise<readonly GrantRecord[]> {
  const found = new Map<string, GrantRecord>();
  const any = { mandateId: null, tenants, inDoubt: false, after: null, limit: MOST_OPEN };
  for (const status of OPEN_STATUSES) {
    const { grants } = await listGrants(deps, { ...any, status, unreported: false });
    for (const grant of grants) found.set(grant.grant.grant_id, grant);
  }
  const { grants } = await listGrants(deps, { ...any, status: null, unreported: true });
  for (const grant of grants) found.set(grant.grant.grant_id, grant);
  return [...found.values()].filter(({ receipt_id: receipt }) => receipt === null);
}

async function openWanted(
  deps: Deps,
  { tenants, after }: Searched,
  query: ReceiptQuery,
): Promise<readonly GrantRecord[]> {
  const keys = await deps.keys();
  const found: GrantRecord[] = [];
  for (const grant of await openGrants(deps, tenants)) {
    const proposedMs = requiredMs(grant.action.proposed_at);
    if (proposedMs < query.fromMs || proposedMs >= query.untilMs) continue;
    if (after !== null && !isAfter(grant, after)) continue;
    const mandate = await deps.store.mandate(grant.grant.contract_id);
    const signers = mandate === null ? [] : [mandate.signature.kid, ...approverKids(grant)];
    const people = signers.flatMap((kid) => keyOf(keys, kid)?.person ?? []);
    if (isWanted(deps, grant, { signers, people }, query)) found.push(grant);
  }
  return found;
}

function isAfter({ action, grant }: GrantRecord, { at, id }: Place): boolean {
  if (action.proposed_at !== at) return action.proposed_at < at;
  return !id.startsWith('gr_') || grant.grant_id < id;
}

function approverKids({ approval, earlier_approvals: earlier = [] }: GrantRecord): readonly string[] {
  return [...earlier, ...(approval === null ? [] : [approval])].map(({ signature }) => signature.kid);
}

function isWanted(
  deps: Deps,
  grant: GrantRecord,
  signed: Parameters<typeof termsOfGrant>[2],
  query: ReceiptQuery,
): boolean {
  const manifest = deps.plugins().get(grant.action.plugin)?.manifest ?? { facades: [] };
  const own = new Set(termsOfGrant(grant, manifest, signed));
  if (!query.terms.every((term) => own.has(term))) return false;
  if (query.amount === null) return true;
  const { amount } = toldFields(grant.action, manifest);
  if (amount === null) return false;
  const key = amountKey(amount);
  return key >= query.amount.least && key <= query.amount.most;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Of one instant, receipts come first, then open grants by their ids: as cursors go on. */
function rankOf({ place }: Candidate): string {
  return place.id.startsWith('leaf_')
    ? `1${place.id.slice('leaf_'.length).padStart(15, '0')}`
    : `0${place.id}`;
}
