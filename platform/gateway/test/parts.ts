import { createHash } from 'node:crypto';
import type { Action, GrantRecord } from '@platform/core/objects/grant';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { Profile } from '@platform/core/objects/profile';
import { withPayeeCheck } from '@platform/core/testing/hostile-statements';

/** Artefacts of the right form; the gateway never checks their signatures. */

export const SECRET = 'a secret of the tests alone';
const DEPLOYMENT = 'dp_0123456789abcdef01234567';
export const OWN_SECRET = 'the gateway’s own, in tests alone';
export const MANDATE_ID = 'ic_test';
export const PRINCIPAL = 'local';
export const NOW = Date.UTC(2026, 10, 20, 12);

const AT = new Date(NOW).toISOString();
const SIGNATURE = { kid: 'authority', alg: 'ed25519', sig: '0'.repeat(128) } as const;
const HASH = 'ab'.repeat(32);

const text = (description: string) => ({ kind: 'text' as const, description });
const name = (description: string) => ({ kind: 'name' as const, description });

export const TREASURY: PluginManifest = withPayeeCheck({
  name: 'treasury',
  version: '0.3.0',
  tier: 'reference',
  description: 'Payments',
  profile: 'treasury.v1',
  covered_facade: 'bank.executeTransfer',
  counterparty_kind: 'bank',
  facades: [
    facade('bank.readBalance', 'read', { account_id: name('account') }),
    facade('market.fetch', 'fetch', { url: { kind: 'url', description: 'address' } }),
    facade('bank.executeTransfer', 'effect', {
      to_account: name('account'),
      amount: { kind: 'amount', description: 'amount' },
      currency: { kind: 'currency', description: 'currency' },
      beneficiary_id: name('payee'),
      memo: text('invoice reference'),
    }),
  ],
  tools: [
    {
      name: 'read_balance',
      facade: 'bank.readBalance',
      description: 'Reads a balance.',
      inputs: { account_id: name('account') },
      params: { account_id: '{account_id}' },
      presents_grant: false,
    },
    {
      name: 'fetch_fx',
      facade: 'market.fetch',
      description: 'Reads a rate.',
      inputs: {
        base: { kind: 'currency', description: 'from' },
        quote: { kind: 'currency', description: 'to' },
      },
      params: { url: '$BANK_URL/market/fx?base={base}&quote={quote}' },
      presents_grant: false,
    },
    {
      name: 'propose_transfer',
      facade: 'bank.executeTransfer',
      description: 'Proposes a transfer.',
      inputs: {
        to_account: name('account'),
        amount: { kind: 'amount', description: 'amount' },
        currency: { kind: 'currency', description: 'currency' },
        beneficiary_id: name('payee'),
        memo: text('invoice reference'),
      },
      params: {
        to_account: '{to_account}',
        amount: '{amount}',
        currency: '{currency}',
        beneficiary_id: '{beneficiary_id}',
        memo: '{memo}',
      },
      presents_grant: true,
    },
  ],
  never: [],
});

/** Of the right form; nobody signed it. */
export const STATEMENT = {
  statement: {
    type: 'sanad/statement/1',
    issuer: 'checker.example',
    subject: { kind: 'payee', value: 'acme' },
    claims: ['known'],
    method: 'registry/3',
    as_of: AT,
    stale: false,
    evidence_hash: HASH,
    issued_at: AT,
    expires_at: AT,
  },
  statement_hash: HASH,
  signature: { kid: 'checker', alg: 'ed25519', sig: '0'.repeat(128) },
} as const;

export const RECORDS: PluginManifest = {
  ...TREASURY,
  name: 'records',
  version: '0.1.0',
  profile: 'records.v1',
  covered_facade: 'records.release',
  counterparty_kind: 'recipient',
  facades: [
    facade('records.release', 'effect', {
      record_id: name('record'),
      recipient_id: name('recipient'),
      purpose: name('purpose'),
      sensitivity: name('sensitivity'),
      reference: text('reference'),
    }),
  ],
  tools: [
    {
      name: 'release_record',
      facade: 'records.release',
      description: 'Releases a record.',
      inputs: {
        record_id: name('record'),
        recipient_id: name('recipient'),
        purpose: name('purpose'),
        sensitivity: name('sensitivity'),
        reference: text('reference'),
      },
      params: {
        record_id: '{record_id}',
        recipient_id: '{recipient_id}',
        purpose: '{purpose}',
        sensitivity: '{sensitivity}',
        reference: '{reference}',
      },
      presents_grant: true,
    },
  ],
};

export const FX_QUOTE = {
  fx_quote: { base: 'EUR', quote: 'USD', rate: '1.08', quoted_at: AT },
};

export const TRANSFER = {
  to_account: 'acct_acme_usd',
  amount: '250',
  currency: 'USD',
  beneficiary_id: 'acme',
  memo: 'INV-7',
};

function facade(
  facadeName: string,
  kind: 'effect' | 'read' | 'fetch',
  params: PluginManifest['facades'][number]['params'],
): PluginManifest['facades'][number] {
  return {
    name: facadeName,
    description: facadeName,
    kind,
    params,
    rules: [],
    idempotency: { prefix: 'idem_pay_', params: [], unique: false },
  };
}

export function mandate(changes: Partial<MandateRecord['contract']> = {}): MandateRecord {
  return {
    contract: {
      type: 'sanad/mandate/1',
      deployment: DEPLOYMENT,
      contract_id: MANDATE_ID,
      tenant: 'tn_local',
      principal: PRINCIPAL,
      agent: 'agent_local',
      profile: 'treasury.v1',
      scope: ['bank.executeTransfer'],
      limits: { runtime_max_s: 60, use_count_max: 100 },
      approval: {},
      forbidden: [],
      valid_from: AT,
      valid_to: '2027-11-20T12:00:00.000Z',
      policy_version: 'treasury.v1@1.0.0',
      rules: {},
      ...changes,
    },
    contract_hash: HASH,
    signature: { ...SIGNATURE, kid: 'principal_local' },
    status: 'active',
    registered_at: AT,
    revocation: null,
  };
}

export type GrantChanges = Partial<Pick<GrantRecord, 'status' | 'receipt_id' | 'became'>> & {
  readonly mandateId?: string;
  readonly outcome?: GrantRecord['decision']['outcome'];
  readonly reason?: GrantRecord['decision']['reason'];
  readonly detail?: string;
  readonly values?: GrantRecord['decision']['values'];
};

/** What the authority answers to a proposal. */
export function grantRecord(
  grantId: string,
  facadeName: string,
  params: Action['params'],
  changes: GrantChanges = {},
): GrantRecord {
  const {
    outcome = 'allow',
    reason = 'ok',
    detail = 'Within all limits.',
    status = 'active',
    values,
  } = changes;
  const mandateId = changes.mandateId ?? MANDATE_ID;
  return {
    grant: {
      type: 'sanad/grant/1',
      deployment: DEPLOYMENT,
      grant_id: grantId,
      tenant: 'tn_local',
      contract_id: mandateId,
      contract_hash: HASH,
      policy_version: 'treasury.v1@1.0.0',
      profile_hash: HASH,
      action_hash: HASH,
      outcome,
      reason,
      approved_by: null,
      approved_at: null,
      gateway_software: '5'.repeat(64),
      issued_at: AT,
      expires_at: AT,
    },
    grant_hash: HASH,
    signature: SIGNATURE,
    action: {
      type: 'sanad/action/1',
      deployment: DEPLOYMENT,
      grant_id: grantId,
      tenant: 'tn_local',
      contract_id: mandateId,
      contract_hash: HASH,
      policy_version: 'treasury.v1@1.0.0',
      agent: 'agent_local',
      plugin: 'treasury',
      facade: facadeName,
      params,
      idempotency_key: 'idem_pay_1',
      proposed_at: AT,
    },
    salts: { params: {}, idempotency_key: '5a'.repeat(16) },
    action_hash: HASH,
    decision: { outcome, reason, detail, ...(values === undefined ? {} : { values }) },
    status,
    ending: null,
    approval: null,
    redemption_id: null,
    redeemed_at: null,
    receipt_id: changes.receipt_id ?? null,
    ...(changes.became === undefined ? {} : { became: changes.became }),
  };
}

export function executed(record: GrantRecord) {
  const { grant, action } = record;
  return {
    status: 'executed',
    reason: 'ok',
    detail: 'Executed once.',
    grant_id: grant.grant_id,
    receipt_id: 'rcpt_1',
    counterparty_ack: {
      type: 'sanad/ack/1',
      counterparty: 'bank',
      operation: 'transfer',
      grant_id: grant.grant_id,
      action_hash: grant.action_hash,
      idempotency_key: action.idempotency_key,
      acknowledged_at: AT,
      transfer_id: 'txn_1',
      counterparty_ack_hash: HASH,
      signature: { ...SIGNATURE, kid: 'bank' },
    },
  };
}

export const PROFILE: Profile & { profile_hash: string } = {
  type: 'sanad/profile/1',
  deployment: DEPLOYMENT,
  name: 'treasury.v1',
  plugin: 'treasury',
  version: '1.0.0',
  scope: ['bank.executeTransfer'],
  limits: { runtime_max_s: 60, use_count_max: 100, validity_max_days: 366 },
  rules: { beneficiaries: [{ beneficiary_id: 'acme', to_account: 'acct_acme_usd', currency: 'USD' }] },
  market_data: [],
  receipt_retention_days: 365,
  plugin_hash: HASH,
  counterparty: {
    kid: 'bank',
    operations: [{ facade: 'bank.executeTransfer', operation: 'transfer', acknowledged: true }],
  },
  published_by: 'local',
  published_at: AT,
  reason: 'first',
  profile_hash: HASH,
};

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
