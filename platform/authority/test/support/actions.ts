import { createHash, randomBytes } from 'node:crypto';
import { commitTo } from '@common/evidence/disclosure';
import { nodeCrypto } from '@common/evidence/node';
import type { SignedAck } from '@platform/core/objects/counterparty';
import type { EnforcementDecision, EnforcementReport, SignedEnforcement } from '@platform/core/objects/event';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { Mandate } from '@platform/core/objects/mandate';
import { signHash, signObject } from '@platform/core/signed/signed';
import { SignJWT } from 'jose';
import { DEPLOYMENT, START } from './keys.ts';
import { pluginHashOf, pluginOf } from './profiles.ts';
import type { Deployment, EnforcementPatch, ForgedAck } from './types.ts';

/** What the gateway says of its own code. */
export const SOFTWARE = '5'.repeat(64);
export const JWT_SECRET = 'a secret of the tests, long enough';

export function token(
  claims: { readonly scope: string; readonly ref: string; readonly sub?: string },
  nowMs: number,
): Promise<string> {
  const seconds = Math.floor(nowMs / 1_000);
  return new SignJWT({ scope: claims.scope, ref: claims.ref })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('gateway')
    .setAudience('authority')
    .setSubject(claims.sub ?? 'amina')
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 60)
    .sign(new TextEncoder().encode(JWT_SECRET));
}

type Parts = Pick<Deployment, 'app' | 'deps' | 'now' | 'signer' | 'plugins'> & {
  readonly clock: () => number;
};
type Post = Deployment['post'];

/** What gateway, people and enforcement point do. */
export function actions(parts: Parts) {
  const http = requests(parts);
  return { ...http, ...principalActions(parts, http.post), ...grantActions(parts, http.post) };
}

function requests({ app }: Parts): Pick<Deployment, 'get' | 'post'> {
  return {
    get: async (path, bearer) => {
      const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
      const response = await app.inject({ url: path, headers });
      return { status: response.statusCode, body: response.json() };
    },
    post: async (path, body, bearer) => {
      const response = await app.inject({
        method: 'POST',
        url: path,
        headers: {
          'content-type': 'application/json',
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        },
        payload: JSON.stringify(body),
      });
      return { status: response.statusCode, body: response.json() };
    },
  };
}

function mandateOf(patch: Partial<Mandate>): Mandate {
  return {
    type: 'sanad/mandate/1',
    deployment: DEPLOYMENT,
    contract_id: `ic_${randomBytes(12).toString('hex')}`,
    tenant: 'tn_test',
    principal: 'amina',
    agent: 'agent_ap',
    profile: 'treasury.v1',
    scope: ['bank.readBalance', 'bank.executeTransfer'],
    limits: { runtime_max_s: 300, use_count_max: 100 },
    approval: {
      routes: [
        {
          approver_type: 'officer',
          approvers: ['cfo'],
          wait_s: 3_600,
          notify: ['app'],
          assurance: 'signature',
        },
      ],
    },
    forbidden: ['bank.addBeneficiary'],
    valid_from: new Date(START - 3_600_000).toISOString(),
    valid_to: new Date(START + 30 * 86_400_000).toISOString(),
    policy_version: 'treasury.v1@1.0.0',
    rules: { amount_max: '5000', daily_max: '10000', threshold: '1000' },
    ...patch,
  };
}

function principalActions({ signer }: Parts, post: Post): Pick<Deployment, 'mandate' | 'sign' | 'register'> {
  const sign: Deployment['sign'] = (mandate, kid = 'principal_amina') => {
    const { hash, signature } = signObject(nodeCrypto, signer(kid), mandate);
    return { contract: mandate, contract_hash: hash, signature };
  };
  return {
    mandate: (patch = {}) => mandateOf(patch),
    sign,
    register: async (patch = {}) => {
      const signed = sign(mandateOf(patch));
      const { status, body } = await post('/contracts', signed);
      if (status !== 201) throw new Error(`mandate refused: ${JSON.stringify(body)}`);
      return signed.contract.contract_id;
    },
  };
}

function grantActions(
  parts: Parts,
  post: Post,
): Pick<Deployment, 'propose' | 'approve' | 'redeem' | 'report'> {
  const { now, signer, clock } = parts;
  return {
    propose: async (mandateId, params, facade = 'bank.executeTransfer', sub = 'amina') => {
      const body = {
        contract_id: mandateId,
        plugin: pluginOf(parts.plugins, facade),
        facade,
        params: params ?? transfer(),
        plugin_hash: pluginHashOf(parts.plugins, facade),
        software: SOFTWARE,
      };
      const ref = createHash('sha256').update(JSON.stringify(body)).digest('hex');
      const bearer = await token({ scope: 'grants', ref, sub }, clock());
      const { status, body: record } = await post<GrantRecord>('/grants', body, bearer);
      if (status !== 201) throw new Error(`proposal refused: ${JSON.stringify(record)}`);
      return record;
    },
    approve: (grant, kid = 'approver_cfo') =>
      post(`/grants/${grant.grant.grant_id}/approve`, {
        action_hash: grant.action_hash,
        signature: signHash(signer(kid), grant.action_hash),
      }),
    redeem: async (grant, redemptionId, sub = 'amina') => {
      const { grant_id } = grant.grant;
      const redemption = {
        type: 'sanad/redemption/1',
        redemption_id: redemptionId ?? `red_${randomBytes(12).toString('hex')}`,
        grant_id,
        grant_hash: grant.grant_hash,
        action_hash: grant.action_hash,
        venue: 'local',
        requested_at: now(),
      } as const;
      const { hash, signature } = signObject(nodeCrypto, signer('pep'), redemption);
      const presentation = await token({ scope: 'execute', ref: grant_id, sub }, clock());
      return post(`/grants/${grant_id}/redeem`, {
        redemption,
        redemption_hash: hash,
        signature,
        presentation,
      });
    },
    report: (grant, patch = {}, withoutAck = false, ack = {}) =>
      post('/events', enforcement(parts, grant, patch, withoutAck, ack)),
  };
}

let invoices = 0;

/** Params of a transfer that the mandate allows at once; each call is for another invoice. */
export function transfer(patch: Record<string, unknown> = {}): Record<string, unknown> {
  invoices += 1;
  return {
    to_account: 'acct_acme',
    amount: '250',
    currency: 'USD',
    beneficiary_id: 'acme',
    memo: `Invoice INV-${invoices}`,
    ...patch,
  };
}

/** What the enforcement point reports of a grant. */
export function enforcement(
  { now, signer }: Pick<Parts, 'now' | 'signer'>,
  grant: GrantRecord,
  patch: EnforcementPatch,
  withoutAck: boolean,
  { kid = 'bank', fields }: ForgedAck,
): EnforcementReport {
  const ack = {
    type: 'sanad/ack/1',
    counterparty: kid,
    operation: 'transfer',
    grant_id: grant.grant.grant_id,
    action_hash: grant.action_hash,
    idempotency_key: grant.action.idempotency_key,
    acknowledged_at: now(),
    transfer_id: `txn_${grant.grant.grant_id.slice(3)}`,
    ...fields,
  } as const;
  const acked = signObject(nodeCrypto, signer(kid), ack);
  const signedAck: SignedAck = { ack, ack_hash: acked.hash, signature: acked.signature };
  const { detail = 'executed', ...others } = patch;
  const disclosure: SignedEnforcement['disclosure'] = ['5a'.repeat(16), 'detail', detail];
  const decision: EnforcementDecision = {
    type: 'sanad/decision/1',
    deployment: DEPLOYMENT,
    grant_id: grant.grant.grant_id,
    grant_hash: grant.grant_hash,
    contract_hash: grant.grant.contract_hash,
    action_hash: grant.action_hash,
    policy_version: grant.grant.policy_version,
    venue: 'local',
    level: 'L1-sim',
    outcome: 'executed',
    reason: 'ok',
    detail: commitTo(nodeCrypto, disclosure),
    counterparty_ack_hash: acked.hash,
    response_sha256: null,
    executed_at: now(),
    decided_at: now(),
    ...others,
  };
  const { hash, signature } = signObject(nodeCrypto, signer('pep'), decision);
  return {
    kind: 'enforcement',
    body: {
      decision,
      decision_hash: hash,
      signature,
      disclosure,
      counterparty_ack: withoutAck ? null : signedAck,
    },
  };
}
