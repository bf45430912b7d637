import { formatInstant, requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import {
  MovementPage,
  type MovementQuestion,
  type SignedMovementPage,
  type SignedMovementQuestion,
} from '@platform/core/objects/movement';
import type { Connector, MovementList } from '@platform/core/objects/plugin';
import { ACCOUNT_FIELD } from '@platform/core/objects/plugin-schemas';
import type { ProfileInForce } from '@platform/core/signed/profile';
import { signObject, verifySigned } from '@platform/core/signed/signed';
import { Compile } from 'typebox/compile';
import { mintBrokerToken } from './broker-token.ts';
import { openConnector } from './connector-address.ts';
import type { AdvanceDeps } from './ports.ts';
import { at, dataOf } from './read-answer.ts';

export interface MovementDeps extends AdvanceDeps {
  /** The names of the profiles whose plugins are loaded. */
  readonly profiles: () => readonly string[];
}

export type MovementRefusal = 'question_invalid' | 'movements_not_listed' | 'movements_unavailable';

/** How old a question may be, or how far ahead the authority's clock. */
const GOOD_FOR_MS = 60_000;
const MAX_LIST_BYTES = 1_048_576;
const ENTRIES_AT_ONCE = 500;

const isPage = Compile(MovementPage);

/**
 * A page of the counterparty's own list of an account's movements, signed here: for the authority alone, and of an account
 * that people signed as the tenant's. Changes nothing at the counterparty.
 */
export async function listMovements(
  deps: MovementDeps,
  { question, question_hash: hash, signature }: SignedMovementQuestion,
): Promise<Result<SignedMovementPage, MovementRefusal>> {
  const keys = await deps.keys();
  const claim = { object: question, hash, signature, keys, at: question.asked_at };
  const asked = verifySigned(nodeCrypto, claim);
  if (!asked.ok) return fail('question_invalid', `Not asked by the authority: ${asked.error.message}.`);
  if (Math.abs(deps.clock() - requiredMs(question.asked_at)) > GOOD_FOR_MS)
    return fail('question_invalid', `The question was asked at ${question.asked_at}: ask anew.`);
  const place = await placeOf(deps, question);
  if (place === null) {
    const message = `No counterparty here lists the movements of ${question.account} of ${question.tenant}.`;
    return fail('movements_not_listed', message);
  }
  const answer = await readPage(deps, place.connector, place.list, question);
  if (!answer.ok) return answer;
  const { hash: page_hash, signature: own } = signObject(nodeCrypto, deps.signer, answer.value);
  return ok({ page: answer.value, page_hash, signature: own });
}

interface Place {
  readonly connector: Connector;
  readonly list: MovementList;
}

/** The counterparty of the account, by what people signed; null if it lists nothing, or the account is not the tenant's. */
async function placeOf(deps: MovementDeps, question: MovementQuestion): Promise<Place | null> {
  for (const name of deps.profiles()) {
    const inForce = await deps.readProfile(name);
    if (!inForce.ok) continue;
    const { connector } = inForce.value.plugin;
    const list = connector.movements;
    if (list !== undefined && (await isAccountOf(deps, inForce.value, question))) return { connector, list };
  }
  return null;
}

/** An account that a directory has ended is still the tenant's, with what was moved before. */
async function isAccountOf(
  { directories }: MovementDeps,
  { profile, plugin: { connector } }: ProfileInForce,
  { tenant, account }: MovementQuestion,
): Promise<boolean> {
  const { tenant_accounts: accounts = [], accounts_directory: directory } = connector;
  if (accounts.some((each) => each.tenant === tenant && each.account === account)) return true;
  if (directory === undefined) return false;
  const place = { tenant, profile: profile.name, directory };
  for (let after: number | null = null; ; ) {
    const entries = await directories.entries(place, after, ENTRIES_AT_ONCE);
    if (entries.some(({ entry }) => entry.values?.[ACCOUNT_FIELD] === account)) return true;
    if (entries.length < ENTRIES_AT_ONCE) return false;
    after = entries.at(-1)?.entry.sequence ?? null;
  }
}

async function readPage(
  deps: MovementDeps,
  connector: Connector,
  list: MovementList,
  question: MovementQuestion,
): Promise<Result<MovementPage, 'movements_unavailable'>> {
  const unavailable = (why: string) => {
    deps.notices.warn({ counterparty: connector.kid, why }, 'the counterparty did not list its movements');
    return fail('movements_unavailable', `${connector.kid} does not list the movements (${why}).`);
  };
  const open = openConnector(connector, deps.addresses);
  if (!open.ok) return unavailable(open.error.message);
  const { account, from, until, after } = question;
  const { query } = list;
  const asked = new URLSearchParams({
    [query.from]: from,
    [query.until]: until,
    ...(after === null ? {} : { [query.after]: after }),
  });
  const path = `${open.value.basePath}${list.path.replace('{account}', encodeURIComponent(account))}?${asked}`;
  const call = { method: 'GET', path } as const;
  const brokerSecret = deps.brokerSecrets.get(connector.kid) ?? deps.brokerSecret;
  const { token } = mintBrokerToken({ ...deps, brokerSecret }, call, null);
  const answer = await deps.send({
    ...call,
    origin: open.value.origin,
    body: null,
    headers: { 'x-broker-token': token, accept: 'application/json' },
    timeoutMs: list.timeout_ms,
    maxBytes: MAX_LIST_BYTES,
    // It changes nothing there, so it needs no lease.
    mayBegin: () => true,
  });
  if (answer.kind === 'unanswered') return unavailable(answer.message);
  if (answer.status !== 200) return unavailable(`it answered with status ${answer.status}`);
  const page = pageOf(dataOf(answer.bytes), connector, question, formatInstant(deps.clock()));
  return page === null ? unavailable('its answer is not of the form that the connector says') : ok(page);
}

/** Null unless everything is where the connector says, in the form that a page has. */
function pageOf(
  data: unknown,
  { plugin, kid, movements: list }: Connector,
  { type: _, asked_at: __, ...asked }: MovementQuestion,
  listedAt: string,
): MovementPage | null {
  const listed = list === undefined ? undefined : at(data, list.movements);
  if (list === undefined || !Array.isArray(listed)) return null;
  const page: unknown = {
    type: 'sanad/movements/1',
    ...asked,
    plugin,
    counterparty: kid,
    currency: at(data, list.currency),
    opening: at(data, list.opening),
    closing: at(data, list.closing),
    movements: listed.map((item) => movementOf(item, list.fields)),
    more: at(data, list.more),
    listed_at: listedAt,
  };
  if (!isPage.Check(page)) return null;
  // INVARIANT: a page that says that more follows has one to go on after.
  return page.more && page.movements.length === 0 ? null : page;
}

const KNOWN_BY = ['movement_id', 'booked_at', 'direction', 'amount', 'balance'] as const;
const MAY_LACK = ['other_account', 'reference', 'text', 'idempotency_key'] as const;

function movementOf(item: unknown, fields: MovementList['fields']): unknown {
  const field = (name: keyof MovementList['fields']): unknown => {
    const pointer = fields[name];
    return pointer === undefined ? undefined : at(item, pointer);
  };
  return Object.fromEntries([
    ...KNOWN_BY.map((name) => [name, field(name)]),
    ...MAY_LACK.map((name) => [name, field(name) ?? null]),
  ]);
}
