import { ok, type Result } from '@common/base/result';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { SignedTreeHead } from '@platform/core/objects/log';
import type { Mandate, MandateRecord } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { Receipt } from '@platform/core/objects/receipt';
import { readWitnesses } from '../log/read-witnesses.ts';
import { inTheirCurrency } from '../mandates/currency-of.ts';
import { type MandateUse, mandateUse } from '../mandates/mandate-use.ts';
import { profilesToRenew } from '../policy/profiles-to-renew.ts';
import { findReceipts } from '../receipts/find-receipts.ts';
import { ANY_RECEIPT } from '../receipts/receipt-filter.ts';
import type { Authority, ManifestOf } from '../use-cases/authority.ts';

interface ServiceHealth {
  readonly name: string;
  readonly answers: boolean;
}

export interface HomeDeps {
  readonly authority: Pick<
    Authority,
    | 'waiting'
    | 'inDoubt'
    | 'mandates'
    | 'grantsOf'
    | 'plugins'
    | 'profile'
    | 'receiptPage'
    | 'logHead'
    | 'checkpoints'
  >;
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

interface Home {
  readonly waiting: readonly GrantRecord[];
  readonly inDoubt: readonly GrantRecord[];
  /** The receipts of today, newest first, at most `MOST_RECEIPTS`. */
  readonly today: readonly Receipt[];
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
}

const MOST_MANDATES = 8;
const MOST_RECEIPTS = 50;

/** Reads everything that the first page shows, all at once. */
export async function readHome(deps: HomeDeps): Promise<Result<Home>> {
  const { authority, now } = deps;
  const [waiting, inDoubt, mandates, receipts, head, services, toRenew] = await Promise.all([
    authority.waiting(),
    authority.inDoubt(),
    authority.mandates(),
    findReceipts(authority, { filter: ANY_RECEIPT, grantId: null, before: null, most: MOST_RECEIPTS }),
    authority.logHead(),
    deps.askServices(),
    profilesToRenew(authority),
  ]);
  if (!waiting.ok) return waiting;
  if (!inDoubt.ok) return inDoubt;
  if (!mandates.ok) return mandates;
  if (!receipts.ok) return receipts;
  if (!head.ok) return head;
  const witnesses = head.value === null ? ok([]) : await readWitnesses(authority, head.value);
  if (!witnesses.ok) return witnesses;
  const inForce = mandates.value.filter(({ status }) => status === 'active').slice(0, MOST_MANDATES);
  const today = now().slice(0, 10);
  const inCurrency = await inTheirCurrency(authority, inForce);
  return ok({
    waiting: waiting.value,
    inDoubt: inDoubt.value,
    today: receipts.value.receipts.filter(({ when }) => when.decided_at.startsWith(today)),
    mandates: await Promise.all(
      inForce.map((record) => mandateToday(deps, record, inCurrency(record.contract))),
    ),
    others: mandates.value.length - inForce.length,
    services,
    head: head.value,
    witnesses: witnesses.value,
    toRenew,
  });
}

async function mandateToday(deps: HomeDeps, record: MandateRecord, told: Mandate): Promise<MandateToday> {
  const manifest = deps.manifestOf(record.contract.profile);
  const grants = await deps.authority.grantsOf(record.contract.contract_id);
  const use =
    manifest === null || !grants.ok ? null : mandateUse(record.contract, manifest, grants.value, deps.now());
  return { record, told, manifest, use };
}
