import { compareInstants, requiredMs } from '@common/base/instant';
import { ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { AgentTokenRecord } from '@platform/core/objects/agent-token';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { SignedTreeHead } from '@platform/core/objects/log';
import type { Mandate, MandateRecord } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { may } from '../access/areas.ts';
import { readWitnesses } from '../log/read-witnesses.ts';
import { inTheirCurrency } from '../mandates/currency-of.ts';
import { type MandateUse, mandateUse } from '../mandates/mandate-use.ts';
import { type EntryToSign, type ReadToSign, toSignBy } from '../payees/to-sign.ts';
import { profilesToRenew } from '../policy/profiles-to-renew.ts';
import { findReceipts, type ReceiptInList } from '../receipts/find-receipts.ts';
import { isMissedSoon } from '../tokens/ending-soon.ts';
import { tokenState } from '../use-cases/agent-tokens.ts';
import type { Authority, ManifestOf } from '../use-cases/authority.ts';
import type { ReadInbox, WaitingRequest } from '../waiting/asked-people.ts';
import type { ShowWaiting } from '../waiting/show-waiting.ts';

interface ServiceHealth {
  readonly name: string;
  readonly answers: boolean;
}

export interface HomeDeps {
  readonly authority: Pick<
    Authority,
    | 'inDoubt'
    | 'grants'
    | 'mandates'
    | 'grantsOf'
    | 'plugins'
    | 'profile'
    | 'receiptPage'
    | 'addenda'
    | 'logHead'
    | 'checkpoints'
    | 'keys'
    | 'tokens'
  >;
  readonly readInbox: ReadInbox;
  readonly readToSign: ReadToSign;
  readonly showWaiting: ShowWaiting;
  readonly manifestOf: ManifestOf;
  readonly askServices: () => Promise<readonly ServiceHealth[]>;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

export interface MandateToday {
  readonly record: MandateRecord;
  /** The mandate as it is shown: its amounts have their currency. */
  readonly told: Mandate;
  readonly manifest: PluginManifest | null;
  /** Null if the plugin is not installed here. */
  readonly use: MandateUse | null;
}

/** A receipt, or what has none yet: it waits, is allowed, is on its way, or is in doubt. */
export type Happened = { readonly at: string } & (
  | { readonly receipt: ReceiptInList }
  | { readonly grant: GrantRecord }
);

interface Home {
  readonly waiting: readonly WaitingRequest[];
  /** Entries of directories that wait for the reader’s signature. */
  readonly toSign: readonly EntryToSign[];
  readonly inDoubt: readonly GrantRecord[];
  /** What was asked for or done today, newest first, at most `MOST_RECEIPTS` of each. */
  readonly today: readonly Happened[];
  /** The mandates in force, at most `MOST_MANDATES`. */
  readonly mandates: readonly MandateToday[];
  readonly others: number;
  readonly services: readonly ServiceHealth[];
  /** Null before the first receipt. */
  readonly head: SignedTreeHead | null;
  /** The names of the witnesses that signed the head. */
  readonly witnesses: readonly string[];
  /** The profiles under which nothing is done until they are signed again. */
  readonly toRenew: readonly string[];
  /** Agents’ tokens in use that the reader may replace before they end. */
  readonly endingTokens: readonly AgentTokenRecord[];
}

const MOST_MANDATES = 8;
const MOST_RECEIPTS = 50;

/** Reads everything that the first page shows, all at once. */
export async function readHome(deps: HomeDeps, me: string | null): Promise<Result<Home>> {
  const { authority, now } = deps;
  const [waiting, inDoubt, grants, mandates, receipts, head, services, toRenew, toSign, endingTokens] =
    await Promise.all([
      deps.readInbox(),
      authority.inDoubt(),
      authority.grants({ status: null, all: false }),
      authority.mandates(),
      findReceipts(authority, { search: {}, grantId: null, before: null, most: MOST_RECEIPTS }),
      authority.logHead(),
      deps.askServices(),
      profilesToRenew(authority),
      deps.readToSign(),
      readEndingTokens(deps),
    ]);
  if (!waiting.ok) return waiting;
  if (!inDoubt.ok) return inDoubt;
  if (!grants.ok) return grants;
  if (!mandates.ok) return mandates;
  if (!receipts.ok) return receipts;
  if (!head.ok) return head;
  if (!toSign.ok) return toSign;
  const witnesses = head.value === null ? ok([]) : await readWitnesses(authority, head.value);
  if (!witnesses.ok) return witnesses;
  const inForce = mandates.value.filter(({ status }) => status === 'active').slice(0, MOST_MANDATES);
  const today = now().slice(0, 10);
  const inCurrency = await inTheirCurrency(authority, inForce);
  return ok({
    waiting: waiting.value.requests,
    toSign: toSignBy(toSign.value, me),
    inDoubt: inDoubt.value,
    today: happenedOn(today, receipts.value.receipts, grants.value.items),
    mandates: await Promise.all(
      inForce.map((record) => mandateToday(deps, record, inCurrency(record.contract))),
    ),
    others: mandates.value.length - inForce.length,
    services,
    head: head.value,
    witnesses: witnesses.value,
    toRenew,
    endingTokens,
  });
}

/** None if they cannot be read now: this is only a reminder. */
async function readEndingTokens({ authority, now }: HomeDeps): Promise<readonly AgentTokenRecord[]> {
  if (!may('sign')) return [];
  const [tokens, keys] = await Promise.all([authority.tokens({ state: 'good' }), authority.keys()]);
  if (!tokens.ok || !keys.ok) return [];
  const nowMs = requiredMs(now());
  const at = { crypto: nodeCrypto, keys: keys.value, nowMs };
  return tokens.value.filter((one) => tokenState(one, at) === 'good' && isMissedSoon(one, nowMs));
}

function happenedOn(
  day: string,
  receipts: readonly ReceiptInList[],
  grants: readonly GrantRecord[],
): readonly Happened[] {
  // A receipt may have come between the two answers.
  const withReceipt = new Set(receipts.map(({ document }) => document.how.grant.grant_id));
  const open = grants.filter(
    ({ grant, receipt_id: receipt }) => receipt === null && !withReceipt.has(grant.grant_id),
  );
  const all: readonly Happened[] = [
    ...receipts.map((receipt) => ({ at: receipt.document.when.decided_at, receipt })),
    ...open.slice(0, MOST_RECEIPTS).map((grant) => ({ at: lastChange(grant), grant })),
  ];
  return all.filter(({ at }) => at.startsWith(day)).toSorted((a, b) => compareInstants(b.at, a.at));
}

function lastChange({ redeemed_at: redeemed, grant, action }: GrantRecord): string {
  return redeemed ?? grant.approved_at ?? action.proposed_at;
}

async function mandateToday(deps: HomeDeps, record: MandateRecord, told: Mandate): Promise<MandateToday> {
  const manifest = deps.manifestOf(record.contract.profile);
  const grants = await deps.authority.grantsOf(record.contract.contract_id);
  const use =
    manifest === null || !grants.ok ? null : mandateUse(record.contract, manifest, grants.value, deps.now());
  return { record, told, manifest, use };
}
