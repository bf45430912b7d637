import { addDays, dateOfInstant } from '@common/base/calendar';
import { requiredMs } from '@common/base/instant';
import { ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { DISPUTE_TYPE, type Dispute, MOST_OTHERS } from '@platform/core/objects/dispute';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { OpenReceipt, Receipt } from '@platform/core/objects/receipt';
import { rowOf } from '@platform/core/row/row-of';
import type { Authority } from './authority.ts';
import { receiptStanding } from './receipt-standing.ts';

interface Deps {
  readonly crypto: Crypto;
  readonly authority: Pick<
    Authority,
    'receiptPage' | 'movements' | 'logStanding' | 'endings' | 'consistency' | 'mandate'
  >;
  /** By which the newer head of the log is judged. */
  readonly keys: KeySet;
  readonly now: () => string;
}

interface MadeDispute {
  readonly dispute: Dispute;
  /** What was asked for and is not in it, each with the reason. */
  readonly lacking: readonly string[];
}

/** Parts that the file has beside the receipt, and the reasons for which some are not there. */
type Beside = Pick<Dispute, 'others' | 'standing' | 'movements'>;

/**
 * Puts a dispute file together: the receipt, and what its judge needs that it does not carry. A receipt that withholds
 * something is left alone with a newer proof of standing, because other receipts and the counterparty’s list would tell
 * more than its holder chose to.
 */
export async function disputeFile(
  deps: Deps,
  receipt: OpenReceipt,
  said: Pick<Dispute, 'ground' | 'claim' | 'answer' | 'kept'>,
): Promise<MadeDispute> {
  const isView = receipt.hidden.length > 0;
  const standing = await receiptStanding(deps, receipt.document);
  const others = isView ? ok([]) : await othersOf(deps, receipt);
  const movements = isView || said.ground !== 'performance' ? ok([]) : await movementsOf(deps, receipt);
  const beside: Beside = {
    others: others.ok ? [...others.value] : [],
    standing: standing.ok ? standing.value.newer : null,
    movements: movements.ok ? [...movements.value] : [],
  };
  const revocation = await newerRevocation(deps, receipt, said.kept);
  const why = [standing, others, movements, revocation].flatMap((part) =>
    part.ok ? [] : [part.error.message],
  );
  const left = isView
    ? ['The receipt withholds something, so no other receipt and no list of movements is in the file.']
    : beside.others.length === MOST_OTHERS
      ? [`The file holds at most ${MOST_OTHERS} other receipts: sums of that day may leave some out.`]
      : [];
  return {
    dispute: {
      ...{ type: DISPUTE_TYPE, made_at: deps.now(), ...said },
      kept: [...said.kept, ...(revocation.ok ? revocation.value : [])],
      receipt: receipt.document,
      ...beside,
    },
    lacking: [...why, ...left],
  };
}

/** The mandate’s revocation as it is now, which the receipt may not have and the newest head may not know yet. */
async function newerRevocation(
  { authority }: Deps,
  receipt: OpenReceipt,
  kept: Dispute['kept'],
): Promise<Result<Dispute['kept']>> {
  const record = await authority.mandate(receipt.who.contract.contract_id);
  if (!record.ok) return record;
  const { revocation } = record.value;
  const known = [receipt.status.revocation, ...kept].map((one) =>
    one !== null && 'revocation' in one ? one.revocation_hash : null,
  );
  return ok(revocation === null || known.includes(revocation.revocation_hash) ? [] : [revocation]);
}

/** The receipt before it in the chain, and those of the same mandate and day that were decided before it. */
async function othersOf({ authority }: Deps, receipt: OpenReceipt): Promise<Result<readonly Receipt[]>> {
  const { who, bundle, when } = receipt;
  const [day] = daysOf(when.proposed_at);
  const previous =
    bundle.sequence === 0
      ? ok({ receipts: [] })
      : await authority.receiptPage({
          search: { tenant: who.tenant },
          before: String(receipt.status.log?.leaf_index ?? 0),
          grantId: null,
          limit: 1,
        });
  if (!previous.ok) return previous;
  const found = new Map(previous.value.receipts.map((other) => [other.receipt_id, other]));
  const search = { tenant: who.tenant, contract_id: who.contract.contract_id, from: day, to: day };
  let before: string | null = null;
  // Newest first: on a busy day, the first pages are of what came after it.
  do {
    const page: Awaited<ReturnType<typeof authority.receiptPage>> = await authority.receiptPage({
      search,
      before,
      grantId: null,
      limit: MOST_OTHERS,
    });
    if (!page.ok) return page;
    for (const other of page.value.receipts)
      if (other.bundle.sequence < bundle.sequence) found.set(other.receipt_id, other);
    before = page.value.earlier;
  } while (before !== null && found.size < MOST_OTHERS);
  return ok([...found.values()].slice(0, MOST_OTHERS));
}

/** The counterparty’s list of the day on which it was done, for an action of an account. */
async function movementsOf({ authority }: Deps, receipt: OpenReceipt): Promise<Result<Dispute['movements']>> {
  const { account, tenant, decided_at: decided } = rowOf(receipt);
  if (account === null) return ok([]);
  const [from, until] = daysOf(decided);
  const page = await authority.movements({ tenant, account, from, until, after: null });
  return page.ok ? ok([page.value]) : page;
}

function daysOf(instant: string): readonly [day: string, next: string] {
  const day = dateOfInstant(requiredMs(instant));
  return [day, addDays(day, 1)];
}
