import { addDays, isCalendarDate } from '@common/base/calendar';
import { formatInstant, requiredMs } from '@common/base/instant';
import { fail, ok, type Result, unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { Receipt } from '@platform/core/objects/receipt';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { rowOf } from '@platform/core/row/row-of';
import { amountKey, type SearchedFields, termsOfQuery } from '@platform/core/row/search-terms';
import type { ReceiptQuery, ReceiptSpot, SearchStore } from '../store/search.store.ts';
import type { AuthorityStore, OfTenants, Place } from '../store/store.ts';
import { mayRead } from '../use-cases/readers.ts';
import type { SearchEntering } from './enter-receipts.ts';

export type SearchRefusal = 'search_invalid';

export interface SearchDeps {
  readonly store: Pick<AuthorityStore, 'receipt' | 'receiptIdOfGrant'>;
  readonly search: SearchStore;
  readonly entering: Pick<SearchEntering, 'freshen'>;
}

/** What is searched for, and where a page of it begins. */
export interface Searched extends OfTenants {
  readonly wanted: Wanted;
  readonly after: Place | null;
  readonly limit: number;
}

/** The first and the last day. */
interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What a person looks for, in the names of the query. */
export interface Wanted extends Omit<SearchedFields, 'mandate'>, Period {
  readonly contract_id?: string | undefined;
  readonly grant_id?: string | undefined;
  readonly amount?: string | undefined;
  readonly amount_from?: string | undefined;
  readonly amount_to?: string | undefined;
}

interface FoundReceipts<Value> {
  /** Newest decision first. */
  readonly found: readonly Value[];
  readonly spots: readonly ReceiptSpot[];
  readonly more: ReceiptSpot | null;
}

const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2199-12-30';
const ID = /^(rcpt|gr)_[A-Za-z0-9_-]{1,64}$/;

/** Finds receipts, newest decision first: whole, or a line of each. */
export async function searchReceipts<Form extends 'whole' | 'row'>(
  deps: SearchDeps,
  form: Form,
  searched: Searched,
): Promise<Result<FoundReceipts<Form extends 'whole' ? Receipt : ReceiptRow>, SearchRefusal>> {
  const query = receiptQuery(searched);
  if (!query.ok) return query;
  const { wanted, tenants } = searched;
  type Value = Form extends 'whole' ? Receipt : ReceiptRow;
  const id = wanted.grant_id ?? (ID.test(wanted.text ?? '') ? wanted.text : undefined);
  if (id !== undefined) {
    const receipt = await receiptNamed(deps, id);
    const found =
      receipt === null || !mayRead(tenants, receipt.who.tenant)
        ? []
        : [form === 'whole' ? receipt : rowOf(unwrap(openReceipt(nodeCrypto, receipt)))];
    return ok({ found: found as Value[], spots: [], more: null });
  }
  await deps.entering.freshen();
  const { spots, more } = await deps.search.find(query.value);
  // Terms are in lower case, and tenants may differ in case alone: so what is found is compared once more.
  if (form === 'whole') {
    const receipts = await deps.search.receiptsAt(spots);
    const theirs = receipts.filter(({ who }) => mayRead(tenants, who.tenant));
    return ok({ found: theirs as Value[], spots: spotsOf(spots, theirs.map(leafOf)), more });
  }
  const rows = (await deps.search.rowsAt(spots)).filter(({ tenant }) => mayRead(tenants, tenant));
  const leaves = rows.map(({ leaf_index: leaf }) => leaf);
  return ok({ found: rows as Value[], spots: spotsOf(spots, leaves), more });
}

function leafOf({ status }: Receipt): number | undefined {
  return status.log?.leaf_index;
}

function spotsOf(spots: readonly ReceiptSpot[], leaves: readonly (number | undefined)[]) {
  return spots.filter(({ leafIndex }) => leaves.includes(leafIndex));
}

async function receiptNamed({ store }: SearchDeps, id: string): Promise<Receipt | null> {
  const receiptId = id.startsWith('gr_') ? await store.receiptIdOfGrant(id) : id;
  return receiptId === null ? null : store.receipt(receiptId);
}

export function receiptQuery({
  wanted,
  tenants,
  after,
  limit,
}: Searched): Result<ReceiptQuery, SearchRefusal> {
  const looked = lookedFor(wanted);
  if (!looked.ok) return looked;
  const { terms, fromMs, untilMs } = looked.value;
  const own = (tenants ?? []).flatMap((tenant) => termsOfQuery({ tenant }));
  return ok({
    terms: [...terms, ...(own.length === 1 ? own : [])],
    anyOf: own.length > 1 ? own : null,
    amount: amountsOf(wanted),
    fromMs,
    untilMs,
    before: after === null ? null : spotOf(after),
    limit,
  });
}

/** The terms of the query; its text, unless that is an id. */
function termsOf(wanted: Wanted): readonly string[] {
  const { payee, reference, currency, outcome, person, agent, key, tenant, account, plugin, level, text } =
    wanted;
  return termsOfQuery({
    ...{ payee, reference, currency, outcome, person, agent, key, tenant, account, plugin, level },
    mandate: wanted.contract_id,
    text,
  });
}

/** What is looked for in which days. A text in which there is no word would find everything. */
export function lookedFor(
  wanted: Wanted,
): Result<{ terms: readonly string[]; fromMs: number; untilMs: number }, SearchRefusal> {
  const { text } = wanted;
  if (text !== undefined && termsOfQuery({ text }).length === 0)
    return fail('search_invalid', `There is no word in ${JSON.stringify(text)} to look for.`);
  const period = periodOf(wanted);
  return period.ok ? ok({ terms: termsOf(wanted), ...period.value }) : period;
}

/** Days are whole and in UTC; the end is exclusive. */
function periodOf({
  from = FIRST_DAY,
  to = LAST_DAY,
}: Period): Result<{ fromMs: number; untilMs: number }, SearchRefusal> {
  const wrong = [from, to].find((day) => !isCalendarDate(day));
  if (wrong !== undefined) return fail('search_invalid', `${wrong} is no day of the calendar.`);
  return ok({ fromMs: dayStart(from), untilMs: dayStart(addDays(to, 1)) });
}

function dayStart(day: string): number {
  return requiredMs(`${day}T00:00:00Z`);
}

const MOST = '999999999999999999.9999';

function amountsOf({ amount, amount_from: min, amount_to: max }: Wanted): ReceiptQuery['amount'] {
  if (amount === undefined && min === undefined && max === undefined) return null;
  const least = [amount, min].filter((each) => each !== undefined).map(amountKey);
  const most = [amount, max].filter((each) => each !== undefined).map(amountKey);
  return {
    least: least.sort().at(-1) ?? amountKey('0'),
    most: most.sort()[0] ?? amountKey(MOST),
  };
}

/** A place in a list of receipts, as a cursor has it. */
export function placeOfSpot({ decidedMs, leafIndex }: ReceiptSpot): Place {
  return { at: formatInstant(decidedMs), id: `leaf_${leafIndex}` };
}

function spotOf({ at, id }: Place): ReceiptSpot {
  const leaf = /^leaf_(\d{1,15})$/.exec(id)?.[1];
  return { decidedMs: requiredMs(at), leafIndex: leaf === undefined ? 0 : Number(leaf) };
}
