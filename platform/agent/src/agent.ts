import { type AgentTool, type Failed, isObject, type Outcome, readOutcome } from './outcome.ts';
import { type AgentOptions, createSend, pause, type Send, unanswered } from './requests.ts';

export type * from './outcome.ts';
export type { AgentOptions } from './requests.ts';
export type { AgentKeyPair } from './signature.ts';

/** Inputs of a tool, as its `parameters` describe them. */
export type Inputs = Readonly<Record<string, unknown>>;

interface Abortable {
  readonly signal?: AbortSignal | undefined;
}

/**
 * An agent's side of the gateway. Refusals are values; a call throws only if its signal is aborted (the signal's
 * reason) or if it is called wrongly (`TypeError`).
 */
export interface Agent {
  tools(
    options?: Abortable,
  ): Promise<{ readonly status: 'listed'; readonly tools: readonly AgentTool[] } | Failed>;
  /** Proposes an action, and has it executed if the policy allows it. */
  propose(tool: string, inputs: Inputs, options?: Abortable): Promise<Outcome>;
  /**
   * Waits until a grant is no longer pending, and returns its state then. After `timeoutMs` (default: an hour), it
   * returns the pending state. It goes on through failures of the gateway that pass.
   */
  waitForApproval(grantId: string, options?: Abortable & { readonly timeoutMs?: number }): Promise<Outcome>;
  /** Has an approved grant executed: once, however often it is presented. */
  present(tool: string, grantId: string, options?: Abortable): Promise<Outcome>;
  /** Reads the state of a grant. */
  result(grantId: string, options?: Abortable): Promise<Outcome>;
}

const HOUR_MS = 3_600_000;
const LONG_POLL_S = 30;
const MS = 1_000;
/** Between two questions, if the gateway does not say how long. */
const PAUSE_MS = 1_000;

export function createAgent(options: AgentOptions): Agent {
  const { gateway, token, key, mandate } = options;
  if (!/^https?:\/\//.test(gateway))
    throw new TypeError('gateway: give its address, http://... or https://...');
  if ((token === undefined) === (key === undefined)) throw new TypeError('token, key: give one of the two');
  if (key === undefined && !isOneWord(token)) throw new TypeError('token: give the agent’s token');
  if (key !== undefined && !(isKey(key.privateKey, 'private') && isKey(key.publicKey, 'public')))
    throw new TypeError('key: give { privateKey, publicKey }, of Ed25519 or of ECDSA with P-256');
  if (!isOneWord(mandate)) throw new TypeError('mandate: give the id of the mandate, ic_...');
  const send = createSend(options);
  const result: Agent['result'] = (grantId, { signal } = {}) => readGrant(send, grantId, 0, signal);
  return {
    async tools({ signal } = {}) {
      const answer = await send({ path: '/v1/tools', signal });
      if (!answer.ok) return answer.failed;
      const tools = toolsIn(answer.body);
      return tools === null ? unanswered() : { status: 'listed', tools };
    },
    propose: proposer(send, result),
    waitForApproval: (grantId, { signal, timeoutMs = HOUR_MS } = {}) =>
      waitForApproval(send, grantId, { signal, timeoutMs }),
    async present(tool, grantId, { signal } = {}) {
      const answer = await send({
        path: pathOf(tool),
        body: JSON.stringify({ grant_id: checked(grantId) }),
        signal,
      });
      return answer.ok ? (readOutcome(answer.body) ?? unanswered()) : answer.failed;
    },
    result,
  };
}

/**
 * Proposals, with a memory of those whose answer was lost. INVARIANT: the inputs go out as they were given. A
 * reference that this package made up would hide from the platform that two proposals are of one payment.
 */
function proposer(send: Send, result: Agent['result']): Agent['propose'] {
  const lost = new Set<string>();
  return async (tool, inputs, { signal } = {}) => {
    if (!isObject(inputs)) throw new TypeError('inputs: give an object');
    if (Object.hasOwn(inputs, 'grant_id')) throw new TypeError('inputs: use present() for a grant_id');
    const body = JSON.stringify(inputs);
    const key = `${tool} ${JSON.stringify(sorted(inputs))}`;
    const wasLost = lost.has(key);
    // Until there is an answer: an aborted call is lost, too.
    lost.add(key);
    const answer = await send({ path: pathOf(tool), body, signal });
    const outcome = answer.ok ? (readOutcome(answer.body) ?? unanswered()) : answer.failed;
    if (outcome.status === 'unanswered') return outcome;
    // A 503 keeps the memory, since a grant may have been made behind it.
    if (outcome.status === 'rejected') {
      if (outcome.http_status < 500 && !wasLost) lost.delete(key);
      return outcome;
    }
    const isRepeated = wasLost || (answer.ok && !answer.isCertain);
    const earlier = isRepeated ? earlierGrant(outcome) : null;
    if (earlier !== null) {
      const state = await result(earlier, { signal });
      if (state.status === 'unanswered' || (state.status === 'rejected' && state.http_status >= 500))
        return state;
      lost.delete(key);
      return state.status === 'rejected' || state.status === 'fetched'
        ? outcome
        : { ...state, recovered: true };
    }
    lost.delete(key);
    return outcome;
  };
}

/** The grant of the same action that the platform already has; null if the outcome is another one. */
function earlierGrant(outcome: Outcome): string | null {
  if (outcome.status !== 'denied' || outcome.reason !== 'duplicate_action') return null;
  const { earlier } = outcome.values;
  return typeof earlier === 'string' && earlier !== '' ? earlier : null;
}

async function waitForApproval(
  send: Send,
  grantId: string,
  { signal, timeoutMs }: { readonly signal: AbortSignal | undefined; readonly timeoutMs: number },
): Promise<Outcome> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const leftMs = end - Date.now();
    const waitS = Math.max(0, Math.min(LONG_POLL_S, Math.ceil(leftMs / MS)));
    const outcome = await readGrant(send, grantId, waitS, signal);
    const passes =
      outcome.status === 'unanswered' || (outcome.status === 'rejected' && mayPass(outcome.http_status));
    if ((outcome.status !== 'pending' && !passes) || Date.now() >= end) return outcome;
    if (passes) await pause(Math.min(PAUSE_MS, Math.max(0, end - Date.now())), signal);
  }
}

function mayPass(httpStatus: number): boolean {
  return httpStatus === 429 || httpStatus >= 500;
}

async function readGrant(
  send: Send,
  grantId: string,
  waitS: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const query = waitS === 0 ? '' : `?wait=${waitS}`;
  const answer = await send({ path: `/v1/grants/${encodeURIComponent(checked(grantId))}${query}`, signal });
  return answer.ok ? (readOutcome(answer.body) ?? unanswered()) : answer.failed;
}

function checked(grantId: string): string {
  if (typeof grantId !== 'string' || grantId === '') throw new TypeError('grantId: give the id of a grant');
  return grantId;
}

function pathOf(tool: string): string {
  if (typeof tool !== 'string' || tool === '') throw new TypeError('tool: give its name');
  return `/v1/tools/${encodeURIComponent(tool)}`;
}

function isOneWord(text: unknown): boolean {
  return typeof text === 'string' && /^[\x21-\x7e]+$/.test(text);
}

function isKey(key: CryptoKey | undefined, type: 'private' | 'public'): boolean {
  const { name, namedCurve } = Object(key?.algorithm);
  return key?.type === type && (name === 'Ed25519' || (name === 'ECDSA' && namedCurve === 'P-256'));
}

function toolsIn(body: unknown): readonly AgentTool[] | null {
  if (!isObject(body) || !Array.isArray(body.tools)) return null;
  return body.tools.map(({ plugin, facade, spec }) => ({ plugin, facade, ...spec.function }));
}

/** The same members in one order, at every depth, so that equal inputs have one spelling. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  );
}
