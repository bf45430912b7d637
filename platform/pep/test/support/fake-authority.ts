import type { TestContext } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { EntryProofs, SignedEntry } from '@platform/core/objects/directory';
import { DoubtReport, EnforcementReport, type SignedEnforcement } from '@platform/core/objects/event';
import type { Approval, ExecuteRequest, RedeemResponse } from '@platform/core/objects/grant';
import { RedeemRequest } from '@platform/core/objects/grant';
import type { Addendum, LogContinuation } from '@platform/core/objects/log';
import type { SignedMandate } from '@platform/core/objects/mandate';
import type { SignedSettled } from '@platform/core/objects/settled';
import type { SignedDoubt, SignedSettlement } from '@platform/core/objects/settlement';
import { readKeyRegistry } from '@platform/core/signed/key-registry';
import { verifySigned } from '@platform/core/signed/signed';
import { watchPublicKeys } from '@platform/keys/key-files/keys';
import { Value } from 'typebox/value';
import { refusal } from './fake-bank.ts';
import { fakeServer, type Reply } from './fake-server.ts';
import { DEPLOYMENT } from './people.ts';

/** What the authority knows about a grant besides the grant itself. */
interface Standing {
  readonly mandate: SignedMandate;
  readonly approval: Approval | null;
  /** The entries that it was decided by. */
  readonly directories?: EntryProofs | undefined;
}

export interface FakeAuthority {
  readonly url: string;
  readonly grants: Map<string, ExecuteRequest & Standing>;
  /** Redemption ids by grant. */
  readonly redemptions: Map<string, string>;
  readonly redeemRequests: RedeemRequest[];
  /** One decision for each grant. */
  readonly enforcements: Map<string, SignedEnforcement>;
  readonly doubts: SignedDoubt[];
  readonly addenda: SignedSettled[];
  /** What the principal decided about grants in doubt. */
  readonly settlements: Map<string, SignedSettlement>;
  /** For the next redemptions and reports. `lose`: done, and the answer never arrives. */
  readonly redeemPlans: ('lose' | Reply)[];
  readonly reportPlans: ('lose' | Reply)[];
  /** What it shows of its log. */
  readonly log: { shown: LogContinuation };
  /** The entries that it shows of its one directory. */
  readonly directory: { entries: readonly SignedEntry[] };
  /** By how much its clock is ahead. */
  readonly clock: { aheadMs: number };
  /** What each redemption gets. */
  readonly lease: { sendWithinMs: number; ended: RedeemResponse['ended'] };
}

/** An authority that keeps to the protocol, with all signatures checked. */
export async function fakeAuthority(t: TestContext, keysDir: string): Promise<FakeAuthority> {
  const readKeys = watchPublicKeys(keysDir, 0);
  const state: Omit<FakeAuthority, 'url'> = {
    grants: new Map(),
    redemptions: new Map(),
    redeemRequests: [],
    enforcements: new Map(),
    doubts: [],
    addenda: [],
    settlements: new Map(),
    redeemPlans: [],
    reportPlans: [],
    log: { shown: { head: null, proof: null, revocations: [] } },
    directory: { entries: [] },
    clock: { aheadMs: 0 },
    lease: { sendWithinMs: 10_000, ended: null },
  };
  const url = await fakeServer(t, async ({ path, body }) => {
    // Closed: a redemption on a kept connection would be sent again by itself when that is lost.
    if (path.startsWith('/log/continuation'))
      return { status: 200, body: state.log.shown, headers: { connection: 'close' } };
    if (path.startsWith('/grants?')) return { status: 200, body: unreported(state) };
    if (path.startsWith('/directories')) return directoryAt(state, path);
    if (path.startsWith('/contracts/')) return mandateAt(state, path);
    const { keys } = readKeyRegistry(nodeCrypto, DEPLOYMENT, await readKeys());
    const isSigned = (object: { readonly type: string }, hash: string, signature: never, at: string) =>
      verifySigned(nodeCrypto, { object, hash, signature, keys, at }).ok;
    const value: unknown = JSON.parse(body);
    const plans = ['/events', '/addenda'].includes(path) ? state.reportPlans : state.redeemPlans;
    const plan = plans.shift();
    if (plan !== undefined && plan !== 'lose') return plan;
    if (path === '/addenda') {
      const signed = value as SignedSettled;
      state.addenda.push(signed);
      return plan === 'lose' ? 'drop' : { status: 201, body: inLog(signed) };
    }
    const reply = path === '/events' ? report(state, value, isSigned) : redeem(state, path, value, isSigned);
    return plan === 'lose' ? 'drop' : reply;
  });
  return { url, ...state };
}

const HASH = '0'.repeat(64);

function inLog(signed: SignedSettled): Addendum {
  const tree_head = {
    type: 'sanad/tree-head/1',
    deployment: DEPLOYMENT,
    log_id: 'log_1',
    tree_size: 1,
    root_hash: HASH,
    timestamp: signed.settled.at,
  } as const;
  const log = { leaf_index: 0, leaf_hash: HASH, inclusion_proof: [], tree_head };
  return { ...signed, log, log_root_signature: signed.signature };
}

type IsSigned = (object: { readonly type: string }, hash: string, signature: never, at: string) => boolean;

function redeem(state: Omit<FakeAuthority, 'url'>, path: string, value: unknown, isSigned: IsSigned): Reply {
  if (!Value.Check(RedeemRequest, value)) return refusal(422, 'invalid_request');
  state.redeemRequests.push(value);
  const { redemption, redemption_hash: hash, signature } = value;
  const known = state.grants.get(redemption.grant_id);
  if (known === undefined || path !== `/grants/${redemption.grant_id}/redeem`)
    return refusal(404, 'grant_not_found');
  if (!isSigned(redemption, hash, signature as never, redemption.requested_at))
    return refusal(403, 'signature_invalid');
  const redeemed = state.redemptions.get(redemption.grant_id);
  if (redeemed !== undefined && redeemed !== redemption.redemption_id)
    return refusal(409, 'grant_already_redeemed');
  if (redeemed === undefined && value.presentation === null) return refusal(401, 'presentation_invalid');
  state.redemptions.set(redemption.grant_id, redemption.redemption_id);
  const { mandate } = known;
  const record = recordOf(state, known, redemption.redemption_id);
  const { redemption_id } = redemption;
  const lease = { send_within_ms: state.lease.sendWithinMs, ended: state.lease.ended };
  return { status: 200, body: { status: 'redeemed', redemption_id, record, contract: mandate, ...lease } };
}

function recordOf(
  state: Omit<FakeAuthority, 'url'>,
  { grant, grant_hash, signature, action, salts, approval, directories }: ExecuteRequest & Standing,
  redemptionId: string,
) {
  const settlement = state.settlements.get(grant.grant_id);
  return {
    grant,
    grant_hash,
    signature,
    action,
    salts,
    action_hash: grant.action_hash,
    decision: { outcome: 'allow', reason: 'ok', detail: '' },
    ...(directories === undefined ? {} : { directories }),
    status: 'redeemed',
    ending: null,
    approval,
    redemption_id: redemptionId,
    redeemed_at: new Date(Date.now() + state.clock.aheadMs).toISOString(),
    receipt_id: null,
    ...(settlement === undefined ? {} : { settlement }),
  };
}

/** `GET /grants?unreported=true`: redeemed a minute ago. */
function unreported(state: Omit<FakeAuthority, 'url'>) {
  const redeemed_at = new Date(Date.now() - 60_000).toISOString();
  return [...state.redemptions].flatMap(([grantId, redemptionId]) => {
    const known = state.grants.get(grantId);
    const isOpen = known !== undefined && !state.enforcements.has(grantId);
    return isOpen ? [{ ...recordOf(state, known, redemptionId), redeemed_at }] : [];
  });
}

function directoryAt({ directory }: Omit<FakeAuthority, 'url'>, path: string): Reply {
  if (!path.includes('/entries')) return { status: 200, body: directory.entries.slice(-1) };
  const after = new URL(path, 'http://authority.test').searchParams.get('after');
  const from = after === null ? -1 : Number(after);
  return { status: 200, body: directory.entries.filter(({ entry }) => entry.sequence > from) };
}

function mandateAt(state: Omit<FakeAuthority, 'url'>, path: string): Reply {
  const [found] = [...state.grants.values()].filter(
    ({ mandate }) => path === `/contracts/${mandate.contract.contract_id}`,
  );
  if (found === undefined) return refusal(404, 'contract_not_found');
  const record = {
    ...found.mandate,
    status: 'active',
    registered_at: new Date().toISOString(),
    revocation: null,
  };
  return { status: 200, body: record };
}

function report(state: Omit<FakeAuthority, 'url'>, value: unknown, isSigned: IsSigned): Reply {
  if (Value.Check(DoubtReport, value)) {
    state.doubts.push(value.body);
    return { status: 201, body: { event_id: 'evt_1', event_hash: HASH, sequence: 0, receipt_id: null } };
  }
  if (!Value.Check(EnforcementReport, value)) return refusal(422, 'invalid_request');
  const { decision, decision_hash: hash, signature } = value.body;
  if (!isSigned(decision, hash, signature as never, decision.decided_at))
    return refusal(403, 'signature_invalid');
  const earlier = state.enforcements.get(decision.grant_id);
  if (earlier !== undefined && earlier.decision_hash !== hash) return refusal(409, 'decision_differs');
  state.enforcements.set(decision.grant_id, value.body);
  const receipt_id = `rcpt_${decision.grant_id.slice(3)}`;
  return { status: 201, body: { event_id: 'evt_1', event_hash: hash, sequence: 0, receipt_id } };
}
