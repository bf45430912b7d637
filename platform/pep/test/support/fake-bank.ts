import { createHash, createHmac } from 'node:crypto';
import type { TestContext } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { Ack, BrokerToken } from '@platform/core/objects/counterparty';
import type { SignedSettled } from '@platform/core/objects/settled';
import { signObject } from '@platform/core/signed/signed';
import { fakeServer, type Received, type Reply } from './fake-server.ts';
import type { Party } from './people.ts';

export const BROKER_SECRET = 'secret of the broker, for tests';

export interface FakeBank {
  readonly url: string;
  readonly requests: Received[];
  /** Acknowledgments by idempotency key: each entry is one effect. */
  readonly effects: Map<string, ReturnType<typeof acknowledge>>;
  /** What it says of what became later of an effect, by idempotency key. */
  readonly settled: Map<string, SignedSettled>;
  /** Used for the next requests, in order; a bank without plans answers as it should. */
  readonly plans: Plan[];
  /** By how much its clock is ahead, in its answers to look-ups. */
  readonly clock: { aheadMs: number };
}

/** What happens to one request. `lose`: the effect happens, and the answer never arrives. */
type Plan = 'lose' | 'hang' | 'bad_ack' | 'other_ack' | 'other_amount' | 'other_operation' | Reply;

/** A counterparty that keeps to the protocol: one effect per idempotency key, one use of each token. */
export async function fakeBank(t: TestContext, party: Party): Promise<FakeBank> {
  const requests: Received[] = [];
  const effects = new Map<string, ReturnType<typeof acknowledge>>();
  const settled: FakeBank['settled'] = new Map();
  const plans: Plan[] = [];
  const used = new Set<string>();
  const clock = { aheadMs: 0 };
  const url = await fakeServer(t, (request) => {
    requests.push(request);
    if (request.path.startsWith('/market/')) return plannedReply(plans.shift()) ?? ok({ rate: '0.92' });
    const token = readToken(String(request.headers['x-broker-token']));
    const fault = tokenFault(token, request, used);
    if (fault !== null) return refusal(401, fault);
    const plan = plans.shift();
    const reply = plannedReply(plan);
    if (reply !== undefined) return reply;
    const [, key] = /^\/transfers\/([^/]+)$/.exec(request.path) ?? [];
    if (key !== undefined)
      return ok({
        answer: effects.get(key) ?? null,
        as_of: new Date(Date.now() + clock.aheadMs).toISOString(),
      });
    const later = /^\/settled\/[^/]+\/([^/]+)$/.exec(request.path)?.[1];
    if (later !== undefined) return ok(settled.get(later) ?? {});
    if (request.method === 'GET') return ok({ account_id: 'acct_operating', balance: '1000000' });
    const body = JSON.parse(request.body);
    const given = String(request.headers['idempotency-key']);
    if (given !== body.idempotency_key) return refusal(422, 'idempotency_key_mismatch');
    const signed = effects.get(given) ?? acknowledge(party, body);
    effects.set(given, signed);
    if (plan === 'lose') return 'drop';
    if (plan === 'bad_ack') return ok({ ...signed, ack: { ...signed.ack, amount: '1' } });
    if (plan === 'other_ack') return ok(acknowledge(party, { ...body, action_hash: 'b'.repeat(64) }));
    if (plan === 'other_amount') return ok(acknowledge(party, { ...body, amount: '1' }));
    if (plan === 'other_operation') return ok(acknowledge(party, body, 'quote'));
    return ok(signed);
  });
  return { url, requests, effects, settled, plans, clock };
}

function plannedReply(plan: Plan | undefined): Reply | undefined {
  return typeof plan === 'object' || plan === 'hang' || plan === 'drop' ? plan : undefined;
}

function ok(body: unknown): Reply {
  return { status: 200, body };
}

export function refusal(status: number, error: string): Reply {
  return { status, body: { detail: { error, message: `refused: ${error}` } } };
}

export function acknowledge(party: Party, body: Readonly<Record<string, string>>, operation = 'transfer') {
  const done = { transfer_id: 'txn_1', amount: String(body.amount) };
  const ack: Ack = {
    ...done,
    type: 'sanad/ack/1',
    counterparty: party.signer.kid,
    operation,
    grant_id: String(body.grant_id),
    action_hash: String(body.action_hash),
    idempotency_key: String(body.idempotency_key),
    acknowledged_at: new Date().toISOString(),
  };
  const { hash, signature } = signObject(nodeCrypto, party.signer, ack);
  return { ack, ack_hash: hash, signature };
}

export function readToken(header: string): BrokerToken | null {
  const [version, payload = '', mac] = header.split('.');
  const expected = createHmac('sha256', BROKER_SECRET).update(`${version}.${payload}`).digest('hex');
  return mac === expected ? JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) : null;
}

export function tokenFault(token: BrokerToken | null, request: Received, used: Set<string>): string | null {
  if (token === null) return 'broker_token_invalid';
  const bodySha256 = createHash('sha256').update(request.body).digest('hex');
  if (token.method !== request.method || token.path !== request.path) return 'broker_token_mismatch';
  if (token.body_sha256 !== bodySha256) return 'broker_token_mismatch';
  if (token.exp * 1_000 < Date.now() || token.exp - token.iat > 10) return 'broker_token_expired';
  if (used.has(token.jti)) return 'broker_token_used';
  used.add(token.jti);
  return null;
}
