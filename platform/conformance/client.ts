import { createHash, createHmac, randomBytes } from 'node:crypto';
import { formatInstant } from '@common/base/instant';
import { nodeCrypto } from '@common/evidence/node';
import { answerTo } from '@platform/core/decide/answer-to';
import type { CancelledGrant, ExecuteRequest, GrantRecord } from '@platform/core/objects/grant';
import type { Mandate, MandateRecord, SignedMandate, SignedRevocation } from '@platform/core/objects/mandate';
import type { Receipt } from '@platform/core/objects/receipt';
import type { Cancellation, Settlement, SettlementChoice } from '@platform/core/objects/settlement';
import type { ToolResult } from '@platform/core/objects/tool-call';
import { signHash, signObject } from '@platform/core/signed/signed';
import { mintBrokerToken } from '@platform/pep/use-cases/broker-token';
import type { Deployment } from './deployment.ts';

export interface Reply<Body = Readonly<Record<string, unknown>>> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body parsed as JSON; null if it is not JSON. */
  readonly body: Body;
}

interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The body, to be sent as JSON. */
  readonly body?: unknown;
  /** A body to send unchanged, instead of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bearer?: string | undefined;
}

const TIMEOUT_MS = 90_000;

/** Sends one request, as a POST if there is a body. Rejects if there is no answer. */
export async function send<Body = Readonly<Record<string, unknown>>>(
  url: string,
  { method, body, raw, headers = {}, bearer }: Request = {},
): Promise<Reply<Body>> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url, {
    method: method ?? (payload === undefined ? 'GET' : 'POST'),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parse(text) };
}

function parse<Body>(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return null as Body;
  }
}

/** Returns the status and code of a refusal: `[409, 'grant_already_redeemed']`. */
export function outcome({ status, body }: Reply<unknown>): readonly [status: number, code: unknown] {
  const detail = (body as { readonly detail?: { readonly error?: unknown } } | null)?.detail;
  return [status, detail?.error];
}

let invoices = 0;

/** Inputs of `release_record` that the records profile allows. */
export const RELEASE = {
  record_id: 'rec_1002',
  recipient_id: 'clinic',
  purpose: 'treatment',
  sensitivity: 'internal',
  reference: 'request 7',
};

/** Makes inputs of a transfer that the first mandate allows at once. Each call is for another invoice. */
export function transferInputs(patch: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  invoices += 1;
  return {
    to_account: 'acct_acme',
    amount: '25',
    currency: 'USD',
    beneficiary_id: 'acme',
    memo: `Invoice INV-${process.pid}-${invoices}`,
    ...patch,
  };
}

/** Makes an HS256 JWT with any claims, without a library, so that invalid ones can be made too. */
export function jwt(claims: object, secret: string, header: object = { alg: 'HS256', typ: 'JWT' }): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

interface CallIdentity {
  /** The mandate's id. Default: the deployment's treasury mandate. */
  readonly mandate?: string;
  /** The agent's token. */
  readonly token?: string;
}

/** All callers of the platform: the agent, people, and (for tests that bypass the agent) the gateway. */
export interface Client {
  tool(name: string, inputs: unknown, as?: CallIdentity): Promise<Reply<ToolResult>>;
  /** Calls `propose_transfer`. */
  pay(inputs?: Readonly<Record<string, unknown>>, as?: CallIdentity): Promise<Reply<ToolResult>>;
  /** Calls `propose_transfer` with only the grant. */
  present(grantId: string, as?: CallIdentity): Promise<Reply<ToolResult>>;
  /** Reads the grant, and signs its action. */
  approve(grantId: string, kid?: string): Promise<Reply<GrantRecord>>;
  reject(grantId: string, reason: string, kid?: string): Promise<Reply<GrantRecord>>;
  /** Cancels a grant as its mandate's principal. */
  cancel(grantId: string, reason: string, kid?: string): Promise<Reply<CancelledGrant>>;
  /** Decides as the mandate's principal about a grant in doubt. */
  settle(grantId: string, choice: SettlementChoice): Promise<Reply<GrantRecord>>;
  /** Makes a treasury mandate of principal `local`, with these fields changed. */
  mandate(patch?: Partial<Mandate>): Mandate;
  signMandate(mandate: Mandate, kid?: string): Promise<SignedMandate>;
  /** Signs and registers a mandate, and returns its id. Throws if it is refused. */
  register(patch?: Partial<Mandate>, kid?: string): Promise<string>;
  signRevocation(mandateId: string, kid?: string): Promise<SignedRevocation>;
  revoke(mandateId: string): Promise<Reply<MandateRecord>>;
  /** Makes an agent's token for another principal, or with other claims. */
  agentToken(claims?: object): string;
  /** Makes the gateway's own token for one call. */
  serviceToken(scope: 'grants' | 'events' | 'execute', ref: string, principal?: string): string;
  /** Sends `POST /grants` as the gateway does. */
  proposeAsGateway(
    facade: string,
    params: Readonly<Record<string, unknown>>,
    at?: CallIdentity & { readonly authority?: string },
  ): Promise<Reply<GrantRecord>>;
  /** Sends `POST /execute` as the gateway does. */
  execute(record: GrantRecord, patch?: Partial<ExecuteRequest>): Promise<Reply<ToolResult>>;
  grant(grantId: string): Promise<GrantRecord>;
  /** Returns a grant's receipts: none yet, or its only one. */
  receipts(grantId: string): Promise<readonly Receipt[]>;
  /** Asks the bank for an account's balance, with a fresh broker token. */
  balance(account: string): Promise<string>;
  brokerToken(call: { method: 'GET' | 'POST'; path: string; grant_id?: string }, body?: string): string;
}

export function createClient(d: Deployment): Client {
  const agent = agentCalls(d);
  const people = peopleCalls(d);
  return { ...agent, ...people, ...gatewayCalls(d), ...bankCalls(d) };
}

function agentCalls(d: Deployment): Pick<Client, 'tool' | 'pay' | 'present' | 'agentToken'> {
  const tool: Client['tool'] = (name, inputs, { mandate = d.mandates.treasury, token = d.agentToken } = {}) =>
    send(`${d.urls.gateway}/v1/tools/${name}`, {
      body: inputs,
      bearer: token,
      headers: { 'x-service-contract': mandate },
    });
  return {
    tool,
    pay: (inputs = transferInputs(), as) => tool('propose_transfer', inputs, as),
    present: (grantId, as) => tool('propose_transfer', { grant_id: grantId }, as),
    agentToken: (claims = {}) =>
      jwt({ sub: 'local', iat: Math.floor(Date.now() / 1_000), ...claims }, d.secrets.jwt),
  };
}

type PeopleCalls =
  | 'approve'
  | 'reject'
  | 'cancel'
  | 'settle'
  | 'mandate'
  | 'signMandate'
  | 'register'
  | 'signRevocation'
  | 'revoke';
const DAY_MS = 86_400_000;

function peopleCalls(d: Deployment): Pick<Client, PeopleCalls> {
  const signMandate: Client['signMandate'] = async (mandate, kid = 'principal_local') => {
    const { hash, signature } = signObject(nodeCrypto, await d.signer(kid), mandate);
    return { contract: mandate, contract_hash: hash, signature };
  };
  const mandate: Client['mandate'] = (patch = {}) => ({
    type: 'sanad/mandate/1',
    deployment: d.id,
    contract_id: `ic_${randomBytes(12).toString('hex')}`,
    tenant: 'tn_local',
    principal: 'local',
    agent: 'agent_local',
    profile: 'treasury.v1',
    scope: ['bank.readBalance', 'market.fetch', 'bank.executeTransfer'],
    limits: { runtime_max_s: 600, use_count_max: 1_000 },
    approval: { routes: [route('cfo')] },
    forbidden: ['bank.addBeneficiary'],
    valid_from: formatInstant(Date.now()),
    valid_to: formatInstant(Date.now() + DAY_MS),
    policy_version: 'treasury.v1@1.0.0',
    rules: { amount_max: '5000', daily_max: '50000', threshold: '1000' },
    ...patch,
  });
  const signRevocation: Client['signRevocation'] = async (mandateId, kid = 'principal_local') => {
    const { body } = await send<MandateRecord>(`${d.urls.authority}/contracts/${mandateId}`);
    const revocation = {
      type: 'sanad/revocation/1',
      deployment: d.id,
      contract_id: mandateId,
      contract_hash: body.contract_hash,
      revoked_at: formatInstant(Date.now()),
      reason: 'no longer needed',
    } as const;
    const { hash, signature } = signObject(nodeCrypto, await d.signer(kid), revocation);
    return { revocation, revocation_hash: hash, signature };
  };
  return {
    mandate,
    signMandate,
    async register(patch, kid) {
      const signed = await signMandate(mandate(patch), kid);
      const { status, text } = await send(`${d.urls.authority}/contracts`, { body: signed });
      if (status !== 201) throw new Error(`mandate refused with ${status}: ${text}`);
      return signed.contract.contract_id;
    },
    signRevocation,
    revoke: async (mandateId) =>
      send(`${d.urls.authority}/contracts/${mandateId}/revoke`, { body: await signRevocation(mandateId) }),
    async reject(grantId, reason, kid = 'approver_cfo') {
      const rejection = { type: 'sanad/rejection/1', deployment: d.id, grant_id: grantId, reason } as const;
      const { hash, signature } = signObject(nodeCrypto, await d.signer(kid), rejection);
      const body = { rejection, rejection_hash: hash, signature };
      return send(`${d.urls.authority}/grants/${grantId}/reject`, { body });
    },
    async cancel(grantId, reason, kid = 'principal_local') {
      const { body: record } = await send<GrantRecord>(`${d.urls.authority}/grants/${grantId}`);
      const cancellation: Cancellation = {
        type: 'sanad/cancellation/1',
        deployment: d.id,
        grant_id: grantId,
        action_hash: record.action_hash,
        reason,
        cancelled_at: formatInstant(Date.now()),
      };
      const { hash, signature } = signObject(nodeCrypto, await d.signer(kid), cancellation);
      const body = { cancellation, cancellation_hash: hash, signature };
      return send(`${d.urls.authority}/grants/${grantId}/cancel`, { body });
    },
    async settle(grantId, choice) {
      const { body: record } = await send<GrantRecord>(`${d.urls.authority}/grants/${grantId}`);
      const named = answerTo(record) ?? { doubt_hash: '0'.repeat(64), replaces_hash: null };
      const settlement: Settlement = {
        type: 'sanad/settlement/1',
        deployment: d.id,
        grant_id: grantId,
        action_hash: record.action_hash,
        ...named,
        choice,
        reason: 'The bank said so by telephone',
        settled_at: formatInstant(Date.now()),
      };
      const { hash, signature } = signObject(nodeCrypto, await d.signer('principal_local'), settlement);
      const body = { settlement, settlement_hash: hash, signature };
      return send(`${d.urls.authority}/grants/${grantId}/settle`, { body });
    },
    async approve(grantId, kid = 'approver_cfo') {
      const { body } = await send<GrantRecord>(`${d.urls.authority}/grants/${grantId}`);
      const signature = signHash(await d.signer(kid), body.action_hash);
      return send(`${d.urls.authority}/grants/${grantId}/approve`, {
        body: { action_hash: body.action_hash, signature },
      });
    },
  };
}

/** Makes a route with one approver, who may use any of their keys. */
export function route(
  approver: string,
  assurance: 'signature' | 'hardware' = 'signature',
): NonNullable<Mandate['approval']['routes']>[number] {
  return { approver_type: 'person', approvers: [approver], wait_s: 3_600, notify: ['app'], assurance };
}

type GatewayCalls = 'serviceToken' | 'proposeAsGateway' | 'execute' | 'grant' | 'receipts';
const TOKEN_LIFETIME_S = 60;

function gatewayCalls(d: Deployment): Pick<Client, GatewayCalls> {
  const serviceToken: Client['serviceToken'] = (scope, ref, principal = 'local') => {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { iss: 'gateway', aud: 'authority', sub: principal, scope, ref, iat };
    return jwt({ ...claims, exp: iat + TOKEN_LIFETIME_S }, d.secrets.gateway);
  };
  return {
    serviceToken,
    proposeAsGateway(facade, params, { mandate = d.mandates.treasury, authority } = {}) {
      const plugin = facade.startsWith('records') ? 'records' : 'treasury';
      const body = JSON.stringify({
        contract_id: mandate,
        plugin,
        facade,
        params,
        plugin_hash: d.pluginHashes.get(plugin),
        software: '5'.repeat(64),
      });
      return send(`${authority ?? d.urls.authority}/grants`, {
        raw: body,
        bearer: serviceToken('grants', sha256(body)),
      });
    },
    execute({ grant, grant_hash, signature, action, salts }, patch = {}) {
      return send(`${d.urls.pep}/execute`, {
        body: { grant, grant_hash, signature, action, salts, ...patch },
        bearer: serviceToken('execute', grant.grant_id),
      });
    },
    grant: async (grantId) => (await send<GrantRecord>(`${d.urls.authority}/grants/${grantId}`)).body,
    receipts: async (grantId) =>
      (await send<readonly Receipt[]>(`${d.urls.authority}/receipts?grant_id=${grantId}`)).body,
  };
}

function bankCalls(d: Deployment): Pick<Client, 'balance' | 'brokerToken'> {
  const brokerToken: Client['brokerToken'] = ({ grant_id = 'gr_0', ...call }, body) =>
    mintBrokerToken(
      { brokerSecret: d.secrets.broker, clock: Date.now, randomBytes },
      { grant_id, ...call },
      body === undefined ? null : Buffer.from(body),
    ).token;
  return {
    brokerToken,
    async balance(account) {
      const path = `/accounts/${account}/balance`;
      const headers = { 'x-broker-token': brokerToken({ method: 'GET', path }) };
      const { status, body } = await send<{ readonly balance: string }>(`${d.urls.bank}${path}`, { headers });
      // An account is opened by its first credit.
      return status === 404 ? '0' : body.balance;
    },
  };
}
