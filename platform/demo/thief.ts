import { createPrivateKey, randomBytes, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { formatInstant } from '@common/base/instant';
import { unwrap } from '@common/base/result';
import { drawSalt } from '@common/evidence/disclosure';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { facadeOf } from '@platform/core/decide/decide';
import { idempotencyKeyOf, idempotencyMaterial } from '@platform/core/decide/idempotency';
import { EnforcementReport, type SignedEnforcement } from '@platform/core/objects/event';
import type { ExecuteRequest, GrantRecord, RedeemResponse } from '@platform/core/objects/grant';
import type { SignedMandate } from '@platform/core/objects/mandate';
import type { Receipt } from '@platform/core/objects/receipt';
import { ToolResult } from '@platform/core/objects/tool-call';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { actionHash, drawSalts } from '@platform/core/signed/sealed-action';
import { type Signer, signObject } from '@platform/core/signed/signed';
import { createTokenIssuer } from '@platform/keys/service-token';
import { Value } from 'typebox/value';
import type { Stage } from './stage.ts';

/** What the thief wants done; whatever is not said is as in an honest payment. */
interface Wish {
  readonly params: Readonly<Record<string, string>>;
  /** When it is said to have been granted. Default: now. */
  readonly atMs?: number;
}

/** A thief who has copied the authority's private key and stands in its place: the enforcement point asks this one. */
export interface Thief {
  /** Where the enforcement point believes the authority to be. */
  readonly url: string;
  readonly signers: Readonly<Record<'authority' | 'service_assembly', Signer>>;
  /** A grant that no authority gave, with a signature that is good. */
  grant(wish: Wish): ExecuteRequest;
  /** Has the enforcement point carry out a grant. */
  present(pep: string, request: ExecuteRequest): Promise<ToolResult>;
  /** What the enforcement point signed about a grant, as it reports it to its authority. */
  decisionOn(grantId: string): SignedEnforcement;
  close(): Promise<void>;
}

const LIFETIME_MS = 300_000;

/** `honest`: a payment under the mandate, from which the thief copies all that is not worth changing. */
export async function openThief(stage: Stage, mandate: SignedMandate, honest: Receipt): Promise<Thief> {
  const signers = {
    authority: await copiedKey(stage, 'authority'),
    service_assembly: await copiedKey(stage, 'service_assembly'),
  };
  const grants = new Map<string, ExecuteRequest>();
  const decisions = new Map<string, SignedEnforcement>();
  const server = createServer(async (request, response) => {
    const text = await bodyOf(request);
    const reply = ownAnswer(request.url ?? '', text, { grants, decisions, mandate, honest });
    const passedOn = reply === null ? await passOn(stage.urls.authority, request, text) : null;
    const { status, body } = reply ?? passedOn ?? { status: 502, body: '' };
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const secret = (await readFile(join(stage.folder, 'keys/gateway.secret'), 'utf8')).trim();
  const issueToken = createTokenIssuer(secret, Date.now);
  return {
    url: `http://127.0.0.1:${port}`,
    signers,
    grant: (wish) => {
      const request = forgedGrant(signers.authority, honest, wish);
      grants.set(request.grant.grant_id, request);
      return request;
    },
    present: async (pep, request) => {
      const { principal, agent } = mandate.contract;
      const caller = { principal, agent, contracts: [mandate.contract.contract_id], key: null };
      const token = issueToken({ ...caller, scope: 'execute', ref: request.grant.grant_id });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${pep}/execute`, {
        method: 'POST',
        headers,
        body: JSON.stringify(request),
      });
      const result: unknown = await answer.json();
      if (Value.Check(ToolResult, result)) return result;
      throw new Error(`the enforcement point answered ${answer.status}: ${JSON.stringify(result)}`);
    },
    decisionOn: (grantId) => {
      const decision = decisions.get(grantId);
      if (decision === undefined) throw new Error(`nothing was decided on ${grantId}`);
      return decision;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The key as it was copied: replacing the file does not change it. */
async function copiedKey({ folder }: Stage, kid: string): Promise<Signer> {
  const key = createPrivateKey(await readFile(join(folder, 'keys', `${kid}.pem`)));
  return { kid, alg: 'ed25519', sign: (ascii) => sign(null, Buffer.from(ascii), key).toString('hex') };
}

function forgedGrant(authority: Signer, honest: Receipt, wish: Wish): ExecuteRequest {
  const { what, how, why } = unwrap(openReceipt(nodeCrypto, honest));
  const atMs = wish.atMs ?? Date.now();
  const grant_id = `gr_${randomBytes(12).toString('hex')}`;
  const params = { ...what.action.params, ...wish.params };
  const facade = facadeOf(why.plugin.manifest, what.action);
  if (facade === undefined) throw new Error(`the plugin has no ${what.facade}`);
  const material = idempotencyMaterial(facade, what.action.tenant, params, grant_id);
  const idempotency_key = idempotencyKeyOf(facade, hashOf(nodeCrypto, material));
  const at = formatInstant(atMs);
  const action = { ...what.action, grant_id, params, idempotency_key, proposed_at: at };
  const salts = drawSalts(action, freshSalt);
  const grant = {
    ...how.grant,
    grant_id,
    action_hash: actionHash(nodeCrypto, action, salts) ?? '',
    issued_at: at,
    expires_at: formatInstant(atMs + LIFETIME_MS),
  };
  const { hash, signature } = signObject(nodeCrypto, authority, grant);
  return { grant, grant_hash: hash, signature, action, salts };
}

export function freshSalt(): string {
  return drawSalt(randomBytes);
}

/** The payee is one that people approved, so that only the thief's other wishes are in question. */
export function directoriesOf(honest: Receipt): Pick<GrantRecord, 'directories'> {
  const { directories } = unwrap(openReceipt(nodeCrypto, honest)).why;
  return directories === undefined ? {} : { directories };
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

interface ForgedGrants {
  readonly grants: ReadonlyMap<string, ExecuteRequest>;
  readonly decisions: Map<string, SignedEnforcement>;
  readonly mandate: SignedMandate;
  readonly honest: Receipt;
}

/** About the thief's own grants; null for everything else. */
function ownAnswer(
  path: string,
  text: string,
  { grants, decisions, mandate, honest }: ForgedGrants,
): Answer | null {
  const value: unknown = text === '' ? null : JSON.parse(text);
  if (path === '/events' && Value.Check(EnforcementReport, value)) {
    const { decision, decision_hash: event_hash } = value.body;
    if (!grants.has(decision.grant_id)) return null;
    decisions.set(decision.grant_id, value.body);
    const [event_id, receipt_id] = ['evt_thief', 'rcpt_thief'];
    return { status: 201, body: JSON.stringify({ event_id, event_hash, sequence: 0, receipt_id }) };
  }
  const forged = grants.get(/^\/grants\/([^/]+)\/redeem$/.exec(path)?.[1] ?? '');
  if (forged === undefined) return null;
  const { redemption } = value as { redemption: { redemption_id: string } };
  const { redemption_id } = redemption;
  const { grant, grant_hash, signature, action, salts } = forged;
  const response: RedeemResponse = {
    status: 'redeemed',
    redemption_id,
    contract: mandate,
    send_within_ms: 2_000,
    ended: null,
    record: {
      grant,
      grant_hash,
      signature,
      action,
      salts,
      action_hash: grant.action_hash,
      decision: { outcome: 'allow', reason: 'ok', detail: 'within the mandate' },
      ...directoriesOf(honest),
      status: 'redeemed',
      ending: null,
      approval: null,
      redemption_id,
      redeemed_at: formatInstant(Date.now()),
      receipt_id: null,
    },
  };
  return { status: 200, body: JSON.stringify(response) };
}

async function passOn(authority: string, { method = 'GET', url, headers }: IncomingMessage, body: string) {
  const { authorization, 'content-type': type } = headers;
  const answer = await fetch(authority + url, {
    method,
    headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
    ...(body === '' ? {} : { body }),
  });
  return { status: answer.status, body: await answer.text() };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
