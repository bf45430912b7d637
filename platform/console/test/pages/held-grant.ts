import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { ok, unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { Action, Grant, GrantRecord, SignedRejection } from '@platform/core/objects/grant';
import type { KeyEntry, KeyRole, KeySet } from '@platform/core/objects/key-entry';
import type { ApprovalRoute, Mandate, MandateRecord } from '@platform/core/objects/mandate';
import type { Signature } from '@platform/core/objects/signature';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { type Signer, signHash, signObject } from '@platform/core/signed/signed';
import { salted } from '@platform/core/testing/salted';
import { readPrivateKey } from '@platform/keys/key-files/key-pair';
import type { Authority } from '../../src/use-cases/authority.ts';
import { fakeAuthority, vector } from './fake-authority.ts';

const { who, what, how, why, when } = unwrap(openReceipt(nodeCrypto, vector('executed')));

interface Holder {
  readonly entry: KeyEntry;
  readonly signer: Signer;
  readonly pem: string;
}

export function holder(kid: string, role: KeyRole, person: string | null, privateKey: KeyObject): Holder {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const { alg, public_key, fingerprint, sign } = readPrivateKey(pem, kid);
  const entry: KeyEntry = {
    deployment: who.contract.deployment,
    kid,
    alg,
    public_key,
    fingerprint,
    role,
    person,
    tenants: role === 'principal' ? ['*'] : null,
    independent: false,
    hardware: false,
    not_before: '2026-01-01T00:00:00.000Z',
    not_after: null,
    compromised_at: null,
    enrolment: null,
  };
  return { entry, signer: { kid, alg, sign }, pem };
}

export const ed = () => generateKeyPairSync('ed25519').privateKey;
const p256 = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** People and services of a deployment that holds one payment. */
export const holders = {
  authority: holder('authority', 'authority', null, ed()),
  principal: holder('principal_local', 'principal', 'local', ed()),
  cfo: holder('approver_cfo', 'approver', 'cfo', ed()),
  second: holder('approver_cfo.laptop', 'approver', 'cfo', p256()),
  guest: holder('approver_guest', 'approver', 'guest', ed()),
} as const;

export const keys: KeySet = Object.fromEntries(Object.values(holders).map(({ entry }) => [entry.kid, entry]));

/** A mandate whose one route is for cfo, with any key; or another route. */
export function mandateWith(route: Partial<ApprovalRoute> = {}): MandateRecord {
  const anyKey = { approver_type: 'person', approvers: ['cfo'], wait_s: 3_600, notify: [] };
  const contract: Mandate = {
    ...who.contract,
    principal: 'local',
    approval: { routes: [{ ...anyKey, assurance: 'signature', ...route }] },
  };
  const { hash, signature } = signObject(nodeCrypto, holders.principal.signer, contract);
  return {
    contract,
    contract_hash: hash,
    signature,
    status: 'active',
    registered_at: when.proposed_at,
    revocation: null,
  };
}
const mandate = mandateWith();

/** A pending grant, signed as the authority signs; the action with these params changed beforehand. */
export function heldGrant(
  params: Action['params'] = {},
  under = mandate,
  changes: Partial<Grant> = {},
): GrantRecord {
  const action: Action = {
    ...what.action,
    contract_hash: under.contract_hash,
    params: { ...what.action.params, amount: '2500', memo: 'Invoice INV-8', reference: 'INV8', ...params },
  };
  return grantOf(action, {
    outcome: 'hold',
    reason: 'approval_required',
    approved_by: null,
    approved_at: null,
    ...changes,
  });
}

/** The same request, signed anew after a change of what it says. */
export function saying(record: GrantRecord, changes: Partial<GrantRecord['action']>): GrantRecord {
  const action = { ...record.action, ...changes };
  const { salts, action_hash } = salted(nodeCrypto, action);
  const grant = { ...record.grant, action_hash };
  const { hash, signature } = signObject(nodeCrypto, holders.authority.signer, grant);
  return { ...record, action, salts, action_hash, grant, grant_hash: hash, signature };
}

function grantOf(action: Action, changes: Partial<Grant>): GrantRecord {
  const { salts, action_hash } = salted(nodeCrypto, action);
  const grant: Grant = {
    ...how.grant,
    contract_hash: action.contract_hash,
    action_hash,
    expires_at: '2026-06-01T12:52:00.000Z',
    ...changes,
  };
  const { hash, signature } = signObject(nodeCrypto, holders.authority.signer, grant);
  return {
    grant,
    grant_hash: hash,
    signature,
    action,
    salts,
    action_hash,
    decision: {
      ...why.decision,
      outcome: 'hold',
      reason: 'approval_required',
      detail: 'amount 2500 is over rules.threshold 1000 and needs an approval',
      values: {
        why: 'over_threshold',
        ...{ rule: 'threshold', field: 'amount', value: '2500', limit: '1000', currency: 'EUR' },
      },
    },
    status: 'pending',
    ending: null,
    approval: null,
    redemption_id: null,
    redeemed_at: null,
    receipt_id: null,
  };
}

/** The same grant as the authority shows it once it was approved. */
export function approved({ action }: GrantRecord, kid: string): GrantRecord {
  const approved_at = '2026-06-01T12:01:00.000Z';
  const record = grantOf(action, { outcome: 'allow', reason: 'ok', approved_by: kid, approved_at });
  return { ...record, status: 'active' };
}

/** The same grant as the authority shows it once somebody rejected it. */
export function rejected(record: GrantRecord, signed: SignedRejection): GrantRecord {
  const rejection = { rejected_at: '2026-06-01T12:01:00.000Z', ...signed };
  const ending = { outcome: 'denied', reason: 'approver_rejected', detail: 'Rejected.', rejection } as const;
  return { ...record, status: 'denied', ending };
}

/** The same grant after one person approved it, where more must. */
export function withApproval(record: GrantRecord, signature: Signature): GrantRecord {
  const { action_hash, earlier_approvals: earlier = [] } = record;
  const approval = { action_hash, approved_at: '2026-06-01T12:00:00.000Z', signature };
  return { ...record, earlier_approvals: [...earlier, approval] };
}

/** The same grant after these people approved it, where more must. */
export function partlyApproved(record: GrantRecord, signers: readonly Signer[]): GrantRecord {
  return signers.reduce((held, signer) => withApproval(held, signHash(signer, held.action_hash)), record);
}

/** The same grant once the last of several people approved it. */
export function approvedAfter(record: GrantRecord, { kid }: Signature): GrantRecord {
  const { earlier_approvals = [] } = record;
  return { ...approved(record, kid), earlier_approvals };
}

/** An authority that holds this grant. */
export function holding(record: GrantRecord, given: Partial<Authority> = {}): Authority {
  return fakeAuthority([], {
    waiting: async () => ok([record]),
    grant: async () => ok(record),
    mandate: async () => ok(mandate),
    keys: async () => ok(keys),
    ...given,
  });
}
