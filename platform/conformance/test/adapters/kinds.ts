import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { HttpClient } from '@common/kit/http/client';
import { createBank, type PaymentRequest } from '@platform/adapters/bank/bank.adapter';
import { createPayouts, type PayoutRequest } from '@platform/adapters/payouts/payouts.adapter';
import type { SettledState } from '@platform/core/objects/settled';
import type { Order, Provider } from '@platform/frame/provider';
import { type LocalBank, startLocalBank } from '../../provider/bank.ts';
import type { LocalPeer } from '../../provider/faulty.ts';
import { type LocalProvider, startLocalProvider } from '../../provider/payouts.ts';

/** A silent provider is given up after this long. */
const TIMEOUT_MS = 80;
const QUIET_MS = 30_000;

/** An adapter with its local peer, for tests that are the same for all. */
export interface AdapterKind<Body extends Order, Peer extends LocalPeer> {
  readonly kid: string;
  readonly path: string;
  readonly webhookPath: string;
  /** The field of the acknowledgment that has the provider's own id. */
  readonly idField: string;
  /** Webhooks, repeated, and in an order that no provider means. */
  readonly events: readonly string[];
  startPeer(now: () => number): Promise<Peer>;
  provider(peer: Peer, http: Pick<HttpClient, 'send'>, now: () => number): Provider<Body>;
  orderOf(key: string, changes?: Partial<Body>): Body;
  /** What was accepted becomes that; absent where accepting is all. */
  become?(peer: Peer, id: string, state: SettledState): void;
}

export const GRANTED_AT = '2026-06-01T12:00:00.000Z';
const ABOUT = {
  grant_id: 'gr_000000000000000000000001',
  granted_at: GRANTED_AT,
  action_hash: 'a'.repeat(64),
};
const API = { apiKey: 'sk_test_1', webhookSecret: 'whsec_1' };

export const PAYOUTS: AdapterKind<PayoutRequest, LocalProvider> = {
  kid: 'payouts',
  path: '/payout',
  webhookPath: '/webhooks/payouts',
  idField: 'payout_id',
  events: ['payout.paid', 'payout.created', 'payout.paid', 'payout.updated'],
  startPeer: (clock) => startLocalProvider({ ...API, clock }),
  provider: ({ url: apiUrl }, http) =>
    createPayouts({
      ...API,
      http,
      name: 'payments.example',
      apiUrl,
      quietMs: QUIET_MS,
      timeoutMs: TIMEOUT_MS,
    }),
  orderOf: (key, changes) => ({
    ...ABOUT,
    account: 'acct_1',
    destination_id: 'ba_acme',
    amount: '12.5',
    currency: 'USD',
    idempotency_key: key,
    ...changes,
  }),
};

const CLIENT = { clientId: 'sanad', clientSecret: 'secret of the client' };
const { privateKey: signingKey } = generateKeyPairSync('ed25519');
const webhookSecret = `whsec_${Buffer.from('secret of the webhooks').toString('base64')}`;
const STATUS = {
  settled: 'AcceptedSettlementCompleted',
  failed: 'Rejected',
  returned: 'Returned',
} as const satisfies Readonly<Record<SettledState, string>>;

export const BANK: AdapterKind<PaymentRequest, LocalBank> = {
  kid: 'bankpay',
  path: '/payment',
  webhookPath: '/webhooks/bankpay',
  idField: 'payment_id',
  events: ['payment.settled', 'payment.accepted', 'payment.settled', 'payment.returned'],
  startPeer: (clock) =>
    startLocalBank({ ...CLIENT, webhookSecret, clock, clientKey: () => createPublicKey(signingKey) }),
  provider: ({ url }, http, clock) =>
    createBank({
      ...CLIENT,
      http,
      clock,
      signingKey,
      webhookSecret,
      name: 'bank.example',
      apiUrl: url,
      tokenUrl: `${url}/oauth2/token`,
      quietMs: QUIET_MS,
      requestMs: TIMEOUT_MS,
    }),
  orderOf: (key, changes) => ({
    ...ABOUT,
    account: 'acct_operating',
    creditor_account: 'acct_acme',
    amount: '12.5',
    currency: 'USD',
    idempotency_key: key,
    ...changes,
  }),
  become: (bank, id, state) => bank.become(id, STATUS[state]),
};
