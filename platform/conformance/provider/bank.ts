import { createHash, type KeyObject, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { answer, answerEffect, faultQueue, type Kept, type LocalPeer, serveLocally } from './faulty.ts';
import { signatureFault } from './signed-request.ts';

type Status = 'AcceptedSettlementInProcess' | 'AcceptedSettlementCompleted' | 'Rejected' | 'Returned';

interface Initiation {
  readonly InstructedAmount: { readonly Amount: string; readonly Currency: string };
  readonly RemittanceInformation?: { readonly Reference: string };
}

interface BankPayment {
  readonly PaymentId: string;
  readonly IdempotencyKey: string;
  readonly CreationDateTime: string;
  readonly Status: Status;
  readonly StatusUpdateDateTime: string;
  readonly Initiation: Initiation;
}

/** A local bank in the style of open banking: it accepts payments, and settles or returns them later. */
export interface LocalBank extends LocalPeer {
  payments(): readonly BankPayment[];
  become(id: string, status: Status): void;
}

interface LocalBankOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The public half of the key with which the client signs; asked for with each request. */
  readonly clientKey: () => KeyObject;
  /** `whsec_` and base64. */
  readonly webhookSecret: string;
  readonly port?: number;
  readonly clock?: () => number;
}

const TOKEN_S = 300;
const PAYMENTS = '/open-banking/payments';

export async function startLocalBank(options: LocalBankOptions): Promise<LocalBank> {
  const { clientId, clientSecret, clock = Date.now } = options;
  const books: Books = {
    clock,
    kept: new Map(),
    payments: new Map(),
    balances: new Map([['USD', 1_000_000]]),
  };
  const asked: string[] = [];
  const faults = faultQueue();
  const tokens = tokensOf(clientId, clientSecret, clock);

  const refused = (request: IncomingMessage, body: string): number | null => {
    const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (!tokens.isGood(token)) return 401;
    const url = `http://${request.headers.host}${request.url}`;
    const why = signatureFault(request, body, {
      url,
      keyId: clientId,
      key: options.clientKey(),
      nowMs: clock(),
    });
    return why === null ? null : 403;
  };
  const { url, close } = await serveLocally(options.port ?? 0, (request, body, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bank');
    const route = `${request.method} ${pathname}`;
    if (route === 'POST /oauth2/token') {
      const given = tokens.give(request.headers.authorization ?? '', new URLSearchParams(body));
      return answer(response, given === null ? 401 : 200, given ?? errorOf(401));
    }
    const status = refused(request, body);
    if (status !== null) return answer(response, status, errorOf(status));
    if (route === `POST ${PAYMENTS}`) {
      const key = String(request.headers['x-idempotency-key'] ?? '');
      const fault = faults.next();
      if (fault === 'credential_ended') tokens.end();
      else asked.push(key);
      const make = () => accept(books, key, body);
      return answerEffect(fault, request, response, { key, params: body, make, kept: books.kept, errorOf });
    }
    if (route === `GET ${PAYMENTS}`) {
      const key = searchParams.get('idempotency-key');
      const Payment = [...books.payments.values()].filter((one) => one.IdempotencyKey === key);
      return answer(response, 200, JSON.stringify({ Data: { Payment } }));
    }
    if (route === 'GET /open-banking/balances') {
      const Balance = [...books.balances].map(([Currency, amount]) => ({ Amount: String(amount), Currency }));
      return answer(response, 200, JSON.stringify({ Data: { Balance } }));
    }
    answer(response, 404, errorOf(404));
  });
  return {
    url,
    close,
    asked,
    payments: () => [...books.payments.values()],
    get done() {
      return [...books.payments.values()].map(({ PaymentId, IdempotencyKey }) => ({
        id: PaymentId,
        key: IdempotencyKey,
      }));
    },
    misbehave: faults.misbehave,
    become(id, Status) {
      const payment = books.payments.get(id);
      if (payment === undefined) throw new Error(`there is no payment ${id}`);
      books.payments.set(id, { ...payment, Status, StatusUpdateDateTime: dateOf(clock()) });
    },
    webhook(id, type, atMs) {
      const body = JSON.stringify({ type, data: { IdempotencyKey: books.payments.get(id)?.IdempotencyKey } });
      const event = `evt_${createHash('sha256').update(`${id}${type}`).digest('hex').slice(0, 24)}`;
      const at = new Date(Math.floor(atMs / 1_000) * 1_000);
      const signature = new Webhook(options.webhookSecret).sign(event, at, body);
      const headers = {
        'webhook-id': event,
        'webhook-timestamp': String(at.getTime() / 1_000),
        'webhook-signature': signature,
      };
      return { body, headers };
    },
  };
}

/** As banks write dates. */
function dateOf(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+00:00');
}

/** OAuth 2.0, client credentials. */
function tokensOf(clientId: string, clientSecret: string, clock: () => number) {
  const good = new Map<string, number>();
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const basic = `Basic ${Buffer.from(credentials).toString('base64')}`;
  return {
    give(authorization: string, form: URLSearchParams): string | null {
      if (authorization !== basic || form.get('grant_type') !== 'client_credentials') return null;
      const token = randomBytes(24).toString('base64url');
      good.set(token, clock() + TOKEN_S * 1_000);
      return JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: TOKEN_S });
    },
    isGood: (token: string): boolean => (good.get(token) ?? 0) > clock(),
    end: () => good.clear(),
  };
}

interface Books {
  readonly clock: () => number;
  readonly kept: Map<string, Kept>;
  readonly payments: Map<string, BankPayment>;
  readonly balances: Map<string, number>;
}

/** A key that comes again is answered as before, if it comes with the same payment. */
function accept({ clock, kept, payments, balances }: Books, key: string, params: string): Kept {
  const earlier = kept.get(key);
  if (earlier !== undefined)
    return earlier.params === params ? earlier : { params, status: 409, body: errorOf(409) };
  const { Initiation }: { Initiation: Initiation } = JSON.parse(params).Data;
  const { Amount, Currency } = Initiation.InstructedAmount;
  const balance = balances.get(Currency) ?? 0;
  const said = (status: number, body: string): Kept => {
    const one = { params, status, body };
    kept.set(key, one);
    return one;
  };
  if (!/^\d{1,13}(\.\d{1,2})?$/.test(Amount) || Number(Amount) <= 0)
    return said(400, errorOf(400, 'Field.Invalid'));
  if (balance < Number(Amount)) return said(400, errorOf(400, 'InsufficientFunds'));
  // In whole cents, which add up.
  balances.set(Currency, Math.round(balance * 100 - Number(Amount) * 100) / 100);
  const payment: BankPayment = {
    PaymentId: `pmt_${randomBytes(12).toString('hex')}`,
    IdempotencyKey: key,
    CreationDateTime: dateOf(clock()),
    Status: 'AcceptedSettlementInProcess',
    StatusUpdateDateTime: dateOf(clock()),
    Initiation,
  };
  payments.set(payment.PaymentId, payment);
  return said(201, JSON.stringify({ Data: payment }));
}

const ERRORS: Readonly<Record<number, string>> = {
  401: 'Unauthorised',
  403: 'Signature.Invalid',
  409: 'Conflict',
  429: 'TooManyRequests',
};

function errorOf(status: number, code = ERRORS[status] ?? 'UnexpectedError'): string {
  const Errors = [{ ErrorCode: code, Message: `The bank says: ${code}.` }];
  return JSON.stringify({ Code: String(status), Message: code, Errors });
}
