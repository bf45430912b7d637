import { isObject } from './outcome.ts';

interface Told<Type extends string, Status extends string> {
  /** The same if the message comes a second time: drop that one. */
  readonly id: string;
  readonly type: Type;
  /** When it was entered. Messages may come out of order. */
  readonly timestamp: string;
  readonly data: {
    readonly grant_id: string;
    readonly contract_id: string;
    /** The tool that presents the grant. */
    readonly tool: string;
    readonly status: Status;
    /** A code, `ok` if it was approved or executed. */
    readonly reason: string;
    /** Of an approval: until when it may be presented. */
    readonly expires_at?: string;
    readonly receipt_id?: string;
  };
}

/**
 * What the platform tells an agent of a grant, as `result()` would say it. `grant.denied`: nothing was done, and `reason`
 * says why. `grant.settled`, `grant.failed` and `grant.returned`: what became later of what the counterparty accepted.
 */
export type WebhookEvent =
  | Told<'grant.approved', 'approved'>
  | Told<'grant.rejected', 'denied'>
  | Told<'grant.executed', 'executed'>
  | Told<'grant.denied', 'denied'>
  | Told<'grant.expired', 'refused'>
  | Told<'grant.settled', 'executed'>
  | Told<'grant.failed', 'executed'>
  | Told<'grant.returned', 'executed'>;

/** A `Request` of the platform's fetch, or what has its headers and its text. */
export interface WebhookRequest {
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

const STATUS: Readonly<Record<WebhookEvent['type'], string>> = {
  'grant.approved': 'approved',
  'grant.rejected': 'denied',
  'grant.executed': 'executed',
  'grant.denied': 'denied',
  'grant.expired': 'refused',
  'grant.settled': 'executed',
  'grant.failed': 'executed',
  'grant.returned': 'executed',
};
const TOLERANCE_S = 300;
const MS = 1_000;
const MOST_SIGNATURES = 8;

/**
 * Reads a message of the platform (Standard Webhooks). Null if it is not signed with this secret, is older or newer than
 * five minutes, or is none of these events: answer 401 then, and 204 otherwise.
 */
export async function readWebhook(request: WebhookRequest, secret: string): Promise<WebhookEvent | null> {
  const key = await keyOf(secret);
  const id = request.headers.get('webhook-id');
  const at = request.headers.get('webhook-timestamp');
  const signatures = request.headers.get('webhook-signature');
  if (id === null || at === null || signatures === null || !/^\d{1,12}$/.test(at)) return null;
  if (Math.abs(Date.now() / MS - Number(at)) > TOLERANCE_S) return null;
  const body = await request.text();
  const signed = new TextEncoder().encode(`${id}.${at}.${body}`);
  for (const signature of signatures.split(' ').slice(0, MOST_SIGNATURES)) {
    const [version, text = ''] = signature.split(',');
    const bytes = version === 'v1' ? bytesOf(text) : null;
    // Takes as long for every wrong signature.
    if (bytes !== null && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return eventIn(id, body);
  }
  return null;
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : null;
  if (bytes === null || bytes.length === 0)
    throw new TypeError('secret: give the whsec_... that PUT /v1/webhook answered');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Null for a text that is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function eventIn(id: string, body: string): WebhookEvent | null {
  let event: unknown;
  try {
    event = JSON.parse(body);
  } catch {
    return null;
  }
  if (!isObject(event) || typeof event.type !== 'string' || !Object.hasOwn(STATUS, event.type)) return null;
  const { type, timestamp, data } = event;
  if (!isObject(data) || data.status !== STATUS[type as WebhookEvent['type']]) return null;
  return { id, type, timestamp, data } as WebhookEvent;
}
