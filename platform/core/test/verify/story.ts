import assert from 'node:assert/strict';
import { requiredMs } from '@common/base/instant';
import { utf8 } from '@common/evidence/bytes';
import { commitTo } from '@common/evidence/disclosure';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { idempotencyKeyOf, idempotencyMaterial } from '../../src/decide/idempotency.ts';
import {
  appendLeaf,
  foldProof,
  inclusionCoordinates,
  leafHash,
  type MerkleNode,
  rootOf,
} from '../../src/log/merkle/tree.ts';
import type { Ack, SignedAck } from '../../src/objects/counterparty.ts';
import type { EntryProofs } from '../../src/objects/directory.ts';
import type { EnforcementDecision } from '../../src/objects/event.ts';
import type { Action, Approval, Grant, PolicyDecision } from '../../src/objects/grant.ts';
import type { KeyEntry } from '../../src/objects/key-entry.ts';
import type { LogInclusion } from '../../src/objects/log.ts';
import type { Mandate, SignedRevocation } from '../../src/objects/mandate.ts';
import type { Profile, ProfileDraft } from '../../src/objects/profile.ts';
import type { Receipt } from '../../src/objects/receipt.ts';
import {
  assembleBody,
  placeInLog,
  type Rules,
  type ReceiptParts,
  receiptLeaf,
  sealReceipt,
} from '../../src/receipt/assemble.ts';
import { counterpartyOf, type PluginFiles, pluginHash } from '../../src/signed/plugin.ts';
import { actionHash as hashOfAction, drawSalts } from '../../src/signed/sealed-action.ts';
import { signHash, signObject } from '../../src/signed/signed.ts';
import { pluginPath, readJson } from './shared-vectors.ts';
import { DEPLOYMENT, enrol, type Party, party } from './story-keys.ts';

/** A made-up payment: Amal's agent pays an invoice, Badr approves, the bank acknowledges. */

const principalKey = party('principal_amal', 'principal', { person: 'amal', independent: true });
const PRINCIPAL = enrol(principalKey, principalKey.signer);
const APPROVER = enrol(
  party('approver_badr.phone', 'approver', {
    person: 'badr',
    alg: 'es256',
    independent: true,
    hardware: true,
  }),
  PRINCIPAL.signer,
);
const PEP = party('pep', 'pep');
const AUTHORITY = party('authority', 'authority');
const SERVICE = party('service_assembly', 'service_assembly');
const BANK = party('bank', 'counterparty', { independent: true });

export interface Cast {
  readonly principal: Party;
  readonly approver: Party;
  readonly pep: Party;
  readonly authority: Party;
  readonly service: Party;
  readonly bank: Party;
}

export const CAST: Cast = {
  principal: PRINCIPAL,
  approver: APPROVER,
  pep: PEP,
  authority: AUTHORITY,
  service: SERVICE,
  bank: BANK,
};

export interface Plot {
  readonly cast: Cast;
  readonly outcome: 'executed' | 'denied' | 'refused' | 'expired';
  readonly approved: boolean;
  readonly revokedAt: string | null;
  readonly redeemedAt: string;
  readonly previous: Receipt | null;
  /** Leaves in the log before this receipt. */
  readonly logSize: number;
  readonly mandate: Partial<Mandate>;
  readonly ack: Partial<Ack> & Readonly<Record<string, string | null>>;
  /** Whether the bank acknowledged what was executed. */
  readonly acknowledged: boolean;
  readonly decision: Partial<Omit<EnforcementDecision, 'detail'>>;
  /** Of the enforcement decision. */
  readonly detail: string;
  readonly params: Readonly<Record<string, string>>;
  readonly action: Partial<Action>;
  readonly grant: Partial<Grant>;
  readonly profile: Partial<Profile>;
  /** The entries of directories that the action was decided by; the profile has to name the directories. */
  readonly directories: EntryProofs | undefined;
  /** What the receipt shows as the plugin, whatever was signed. */
  readonly plugin: PluginFiles;
  readonly checkedAt: string;
  /** Keys of others than the cast, which the receipt brings. */
  readonly keys: readonly KeyEntry[];
}

const read = (name: string) => readJson<never>(pluginPath(`treasury/${name}.json`));
export const TREASURY: PluginFiles = { manifest: read('manifest'), connector: read('connector') };
const DRAFT: ProfileDraft = read('profile');

const PLOT: Plot = {
  cast: CAST,
  outcome: 'executed',
  approved: true,
  revokedAt: null,
  redeemedAt: at('09:00:04.000'),
  previous: null,
  logSize: 5,
  mandate: {},
  ack: {},
  acknowledged: true,
  params: {},
  action: {},
  decision: {},
  detail: '',
  grant: {},
  profile: {},
  directories: undefined,
  plugin: TREASURY,
  checkedAt: at('09:00:07.000'),
  keys: [],
};

export function at(time: string): string {
  return `2026-06-01T${time}Z`;
}

/** A complete receipt of the story, with the plot's changes. Everything in it is signed again. */
export function tell(changes: Partial<Plot> = {}): Receipt {
  const plot: Plot = { ...PLOT, ...changes };
  const { cast } = plot;
  const mandate = mandateOf(plot);
  const signedMandate = signObject(nodeCrypto, cast.principal.signer, mandate);
  const action = actionOf(plot, mandate, signedMandate.hash);
  const salts = drawSalts(action, saltsFrom(`${plot.previous === null ? 1 : 2} action`));
  const actionHash = hashOfAction(nodeCrypto, action, salts) ?? '';
  const rules = rulesOf(plot);
  const grant = grantOf(plot, action, actionHash, rules.profile.profile_hash);
  const signedGrant = signObject(nodeCrypto, cast.authority.signer, grant);
  const ack = ackOf(plot, action, actionHash);
  const decision = decisionOf(plot, grant, signedGrant.hash, ack);
  const decider = plot.outcome === 'executed' || plot.outcome === 'refused' ? cast.pep : cast.authority;
  const signedDecision = signObject(nodeCrypto, decider.signer, decision);
  const parts: ReceiptParts = {
    receipt_id: `rcpt_${'0'.repeat(23)}${plot.previous === null ? 1 : 2}`,
    mandate: { contract: mandate, contract_hash: signedMandate.hash, signature: signedMandate.signature },
    record: {
      grant,
      grant_hash: signedGrant.hash,
      signature: signedGrant.signature,
      action,
      salts,
      decision: policyDecisionOf(plot),
      ending: null,
      approval: approvalOf(plot, actionHash),
      redeemed_at: decider === cast.pep ? plot.redeemedAt : null,
      ...(plot.directories === undefined ? {} : { directories: plot.directories }),
    },
    enforcement: {
      decision,
      decision_hash: signedDecision.hash,
      signature: signedDecision.signature,
      disclosure: detailOf(plot),
      counterparty_ack: ack,
    },
    rules,
    status: {
      checked_at: plot.checkedAt,
      contract: statusOf(plot, mandate),
      revocation: revocationOf(plot, mandate, signedMandate.hash),
    },
    keys: { ...keysOf(cast), ...Object.fromEntries(plot.keys.map((key) => [key.kid, key])) },
    sequence: plot.previous === null ? 0 : plot.previous.bundle.sequence + 1,
    previous_receipt_hash: plot.previous?.receipt_body_hash ?? null,
    assembled_at: at('09:00:08.000'),
  };
  const body = assembleBody(nodeCrypto, parts, saltsFrom(parts.receipt_id));
  const sealed = sealReceipt(nodeCrypto, body, (hash) => signHash(cast.service.signer, hash));
  return logged(sealed.receipt, plot);
}

/** Always the same, so that the story’s receipts are. */
export function saltsFrom(seed: string): () => string {
  let drawn = 0;
  return () => nodeCrypto.sha256(`${seed} ${drawn++}`).slice(0, 32);
}

function detailOf({ detail, outcome }: Plot): [salt: string, name: 'detail', value: string] {
  return [saltsFrom(`decision ${outcome}`)(), 'detail', detail];
}

/** The keys of the cast, as a verifier would pin them. */
export function keysOf(cast: Cast): Record<string, KeyEntry> {
  const parties = [cast.principal, cast.approver, cast.pep, cast.authority, cast.service, cast.bank];
  return Object.fromEntries(parties.map(({ key }) => [key.kid, key]));
}

function mandateOf({ mandate }: Plot): Mandate {
  return {
    type: 'sanad/mandate/1',
    deployment: DEPLOYMENT,
    contract_id: 'ic_0123456789abcdef01234567',
    tenant: 'tn_demo',
    principal: 'amal',
    agent: 'agent-7',
    profile: 'treasury.v1',
    scope: ['bank.readBalance', 'bank.executeTransfer'],
    limits: { runtime_max_s: 600, use_count_max: 10 },
    approval: {
      routes: [
        {
          approver_type: 'finance',
          approvers: ['badr'],
          wait_s: 3_600,
          notify: ['app'],
          assurance: 'hardware',
        },
      ],
    },
    forbidden: ['bank.addBeneficiary'],
    valid_from: '2026-05-01T00:00:00.000Z',
    valid_to: '2026-07-01T00:00:00.000Z',
    policy_version: 'treasury.v1@1.0.0',
    rules: { amount_max: '500', daily_max: '1000', threshold: '100' },
    ...mandate,
  };
}

function actionOf(plot: Plot, mandate: Mandate, mandateHash: string): Action {
  const params = { ...PARAMS, amount: amountOf(plot), ...plot.params };
  return {
    type: 'sanad/action/1',
    deployment: DEPLOYMENT,
    grant_id: 'gr_0123456789abcdef01234567',
    tenant: mandate.tenant,
    contract_id: mandate.contract_id,
    contract_hash: mandateHash,
    policy_version: mandate.policy_version,
    agent: mandate.agent,
    plugin: 'treasury',
    facade: 'bank.executeTransfer',
    params,
    idempotency_key: keyOf(mandate.tenant, params),
    proposed_at: at('09:00:00.000'),
    ...plot.action,
  };
}

const PARAMS = {
  currency: 'EUR',
  beneficiary_id: 'acme',
  to_account: 'DE02',
  memo: 'Invoice INV-7',
  reference: 'INVOICEINV7',
};

/** Above the mandate's 500, between them and its threshold of 100, or below it. */
function amountOf({ outcome, approved }: Plot): string {
  if (outcome === 'denied') return '600';
  return approved || outcome === 'expired' ? '250' : '90';
}

function keyOf(tenant: string, params: Action['params']): string {
  const facade = TREASURY.manifest.facades.find(({ name }) => name === 'bank.executeTransfer');
  assert.ok(facade !== undefined);
  const material = idempotencyMaterial(facade, tenant, { ...PARAMS, amount: '', ...params }, '');
  return idempotencyKeyOf(facade, hashOf(nodeCrypto, material));
}

function rulesOf({ cast, profile: changes, plugin }: Plot): Rules {
  const profile: Profile = {
    ...DRAFT,
    type: 'sanad/profile/1',
    deployment: DEPLOYMENT,
    rules: {
      ...DRAFT.rules,
      currency: 'EUR',
      beneficiaries: [{ beneficiary_id: 'acme', to_account: 'DE02', currency: 'EUR' }],
    },
    plugin_hash: pluginHash(nodeCrypto, TREASURY),
    counterparty: counterpartyOf(TREASURY.connector),
    published_by: 'amal',
    published_at: '2026-04-01T00:00:00.000Z',
    reason: 'first',
    ...changes,
  };
  const { hash, signature } = signObject(nodeCrypto, cast.principal.signer, profile);
  return { profile: { profile, profile_hash: hash, signature }, plugin };
}

function policyDecisionOf({ outcome, approved, grant }: Plot): PolicyDecision {
  if (outcome === 'denied') {
    const values = {
      why: 'over_limit',
      ...{ rule: 'amount_max', field: 'amount', value: '600', limit: '500', currency: 'EUR' },
    };
    return { outcome: 'deny', reason: grant.reason ?? 'amount_over_limit', detail: 'over 500 EUR', values };
  }
  return approved || outcome === 'expired'
    ? { outcome: 'hold', reason: 'approval_required', detail: 'above 100 EUR' }
    : { outcome: 'allow', reason: 'ok', detail: 'within the limits' };
}

function grantOf(plot: Plot, action: Action, actionHash: string, profileHash: string): Grant {
  const decision = policyDecisionOf(plot);
  const approved = approvalOf(plot, actionHash);
  return {
    type: 'sanad/grant/1',
    deployment: DEPLOYMENT,
    grant_id: action.grant_id,
    tenant: action.tenant,
    contract_id: action.contract_id,
    contract_hash: action.contract_hash,
    policy_version: action.policy_version,
    profile_hash: profileHash,
    action_hash: actionHash,
    outcome: approved === null ? decision.outcome : 'allow',
    reason: approved === null ? decision.reason : 'ok',
    approved_by: approved?.signature.kid ?? null,
    approved_at: approved?.approved_at ?? null,
    gateway_software: '5'.repeat(64),
    issued_at: at('09:00:00.500'),
    expires_at: END_OF_GRANT[plot.outcome],
    ...plot.grant,
  };
}

const END_OF_GRANT = {
  executed: at('09:10:00.000'),
  refused: at('09:10:00.000'),
  denied: null,
  // Before it was decided that nobody had approved in time.
  expired: at('09:00:05.000'),
} as const;

function approvalOf({ outcome, approved, cast }: Plot, actionHash: string): Approval | null {
  if (!approved || outcome === 'denied' || outcome === 'expired') return null;
  return {
    action_hash: actionHash,
    approved_at: at('09:00:03.000'),
    signature: signHash(cast.approver.signer, actionHash),
  };
}

function ackOf(
  { outcome, cast, ack: changes, acknowledged }: Plot,
  action: Action,
  actionHash: string,
): SignedAck | null {
  if (outcome !== 'executed' || !acknowledged) return null;
  const ack: Ack & { transfer_id: string } = {
    type: 'sanad/ack/1',
    counterparty: 'bank',
    operation: 'transfer',
    grant_id: action.grant_id,
    action_hash: actionHash,
    idempotency_key: action.idempotency_key,
    acknowledged_at: at('09:00:05.000'),
    transfer_id: 'txn_0123456789abcdef01234567',
    ...changes,
  };
  const { hash, signature } = signObject(nodeCrypto, cast.bank.signer, ack);
  return { ack, ack_hash: hash, signature };
}

function decisionOf(plot: Plot, grant: Grant, grantHash: string, ack: SignedAck | null): EnforcementDecision {
  const reason = { executed: 'ok', refused: 'counterparty_refused', expired: 'grant_expired' } as const;
  return {
    type: 'sanad/decision/1',
    deployment: DEPLOYMENT,
    grant_id: grant.grant_id,
    grant_hash: grantHash,
    contract_hash: grant.contract_hash,
    action_hash: grant.action_hash,
    policy_version: grant.policy_version,
    venue: 'local',
    level: 'L1-sim',
    outcome: plot.outcome,
    reason: plot.outcome === 'denied' ? grant.reason : reason[plot.outcome],
    detail: commitTo(nodeCrypto, detailOf(plot)),
    counterparty_ack_hash: ack?.ack_hash ?? null,
    response_sha256: null,
    executed_at: plot.outcome === 'executed' ? at('09:00:05.500') : null,
    decided_at: at('09:00:06.000'),
    ...plot.decision,
  };
}

function statusOf({ revokedAt, checkedAt }: Plot, { valid_to }: Mandate): Receipt['status']['contract'] {
  if (revokedAt !== null) return 'revoked';
  return requiredMs(valid_to) <= requiredMs(checkedAt) ? 'expired' : 'active';
}

function revocationOf(
  { revokedAt, cast }: Plot,
  mandate: Mandate,
  mandateHash: string,
): SignedRevocation | null {
  if (revokedAt === null) return null;
  const revocation = {
    type: 'sanad/revocation/1' as const,
    deployment: DEPLOYMENT,
    contract_id: mandate.contract_id,
    contract_hash: mandateHash,
    revoked_at: revokedAt,
    reason: 'agent replaced',
  };
  const { hash, signature } = signObject(nodeCrypto, cast.principal.signer, revocation);
  return { revocation, revocation_hash: hash, signature };
}

/** The receipt as the next leaf of a log, with two more after it. */
function logged(receipt: Receipt, { logSize, cast }: Plot): Receipt {
  const leaf = receiptLeaf(nodeCrypto, receipt);
  const others = (count: number) =>
    Array.from({ length: count }, (_, index) => leafHash(nodeCrypto, utf8(`receipt ${index}`)));
  const nodes = new Map<string, MerkleNode>();
  let tree: { size: number; frontier: readonly string[] } = { size: 0, frontier: [] };
  for (const hash of [...others(logSize), leaf, ...(logSize === 0 ? [] : others(2))]) {
    const appended = appendLeaf(nodeCrypto, tree, hash);
    for (const node of appended.nodes) nodes.set(`${node.level}/${node.index}`, node);
    tree = appended;
  }
  const head: LogInclusion['tree_head'] = {
    type: 'sanad/tree-head/1',
    deployment: DEPLOYMENT,
    log_id: 'sanad-local',
    tree_size: tree.size,
    root_hash: rootOf(nodeCrypto, tree.frontier),
    timestamp: at('09:00:09.000'),
  };
  const proof = foldProof(nodeCrypto, inclusionCoordinates(logSize, tree.size), ({ level, index }) => {
    const node = nodes.get(`${level}/${index}`);
    if (node === undefined) throw new Error(`no node ${level}/${index}`);
    return node.hash;
  });
  return placeInLog(
    receipt,
    { leaf_index: logSize, leaf_hash: leaf, inclusion_proof: proof, tree_head: head },
    signObject(nodeCrypto, cast.authority.signer, head).signature,
  );
}
