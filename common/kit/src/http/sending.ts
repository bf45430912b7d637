import type { FastifyInstance, FastifyReply } from 'fastify';
import { clientNetwork } from '../rate-limit.ts';
import { type HttpFailure, RefusedRequest } from './errors.ts';

/** A smaller answer fits into the system's buffers, whether or not the client reads it. */
const LARGE_BYTES = 65_536;
const SENDING = 'sending';
/** How much of the memory one network may take, so that who reads nothing does not have others refused. */
const NETWORK_SHARE = 0.5;
/** What a refusal must not have from the answer in whose place it is sent. */
const HEADERS_OF_CONTENT = ['etag', 'content-disposition', 'content-type'];

interface SendingLimits {
  /** How long a client may read nothing of a large answer. */
  readonly silentMs: number;
  /** How long a whole large answer may take. */
  readonly sendMs: number;
  /** Bytes of large answers that may be in memory at once, waiting to be read. */
  readonly inFlightBytes: number;
}

/** The refusal for an answer that would not fit. */
export const BUSY: HttpFailure = {
  status: 503,
  code: 'busy',
  message: 'Too many large answers are waiting to be read. Try again in a few seconds.',
  headers: { 'retry-after': '5' },
};

/** Memory reserved for one answer, until it is sent or its connection ends. */
interface Room {
  /** Sets the size, once it is known. False, and nothing is different, if it is larger and does not fit. */
  resize(bytes: number): boolean;
}

interface SendingState {
  readonly limits: SendingLimits;
  readonly rooms: WeakMap<FastifyReply, Room>;
  heldBytes: number;
  /** By the caller's network; only those that hold something. */
  readonly heldBy: Map<string, number>;
}

/**
 * Ends a connection whose client reads nothing of a large answer for `silentMs`, or has not read it all after
 * `sendMs`. Otherwise each such client would keep its answer in memory for as long as it likes, because the
 * limits on handlers and requests no longer apply by then. INVARIANT: no answer is sent that does not fit beside those
 * in flight, whatever was reserved for it.
 */
export function addSendingLimit(app: FastifyInstance, limits: SendingLimits): void {
  const sending: SendingState = { limits, rooms: new WeakMap(), heldBytes: 0, heldBy: new Map() };
  app.decorate(SENDING, { getter: () => sending });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isBytes(payload) && !fits(sending, reply, Buffer.byteLength(payload))) {
      reply.log.warn({ code: BUSY.code }, BUSY.message);
      for (const header of HEADERS_OF_CONTENT) reply.removeHeader(header);
      return done(new RefusedRequest(BUSY));
    }
    if (isLarge(payload)) {
      // The size of a stream is not known, and a stream waits for its reader.
      if (!sending.rooms.has(reply)) hold(sending, reply, 0);
      const { raw } = reply;
      // Once the answer is sent, the server sets its idle-connection timeout again.
      raw.setTimeout(limits.silentMs, () => raw.destroy());
      const timer = setTimeout(() => raw.destroy(), limits.sendMs).unref();
      raw.once('close', () => clearTimeout(timer));
    }
    done(null, payload);
  });
}

/** Gives an answer the room that it takes. */
function fits(sending: SendingState, reply: FastifyReply, bytes: number): boolean {
  const room = sending.rooms.get(reply);
  return room === undefined ? hasRoom(reply, bytes) : room.resize(bytes);
}

/**
 * Reserves memory for an answer until its size is known. False if too much is in flight; then answer with `BUSY`.
 */
export function holdRoom(reply: FastifyReply, bytes: number): boolean {
  const sending = sendingOf(reply);
  if (!isFree(sending, clientNetwork(reply.request.ip), bytes)) return false;
  hold(sending, reply, bytes);
  return true;
}

/** Whether an answer of this size may be sent now. A small one always may. */
export function hasRoom(reply: FastifyReply, bytes: number): boolean {
  return bytes <= LARGE_BYTES || holdRoom(reply, bytes);
}

function hold(sending: SendingState, reply: FastifyReply, bytes: number): void {
  const network = clientNetwork(reply.request.ip);
  let held = 0;
  const set = (now: number): void => {
    const byNetwork = (sending.heldBy.get(network) ?? 0) + now - held;
    if (byNetwork === 0) sending.heldBy.delete(network);
    else sending.heldBy.set(network, byNetwork);
    sending.heldBytes += now - held;
    held = now;
  };
  set(bytes);
  let isOver = false;
  const resize = (now: number): boolean => {
    if (isOver) return true;
    // A refusal in place of a large answer is small, and always fits.
    if (now > held && now > LARGE_BYTES && !isFree(sending, network, now - held)) return false;
    set(now);
    return true;
  };
  const release = (): void => {
    isOver = true;
    set(0);
  };
  const { raw } = reply;
  if (raw.destroyed) release();
  else raw.once('close', release);
  sending.rooms.set(reply, { resize });
}

function isFree({ heldBytes, heldBy, limits }: SendingState, network: string, bytes: number): boolean {
  const most = limits.inFlightBytes;
  return heldBytes + bytes <= most && (heldBy.get(network) ?? 0) + bytes <= most * NETWORK_SHARE;
}

function sendingOf(reply: FastifyReply): SendingState {
  return reply.server.getDecorator<SendingState>(SENDING);
}

function isBytes(payload: unknown): payload is string | Uint8Array {
  return typeof payload === 'string' || payload instanceof Uint8Array;
}

function isLarge(payload: unknown): boolean {
  if (isBytes(payload)) return payload.length > LARGE_BYTES;
  return typeof payload === 'object' && payload !== null;
}
