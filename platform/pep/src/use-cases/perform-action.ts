import { setTimeout as pause } from 'node:timers/promises';
import type { Connector } from '@platform/core/objects/plugin';
import { type Operation, operationOf } from '@platform/core/request/sent';
import type { Intent } from '../store/store.ts';
import { aboutGrant, entriesOf } from './about-grant.ts';
import { mintBrokerToken, sha256 } from './broker-token.ts';
import { buildCall, isRead } from './build-call.ts';
import { type OpenConnector, openConnector } from './connector-address.ts';
import { allowedUrl, listedAddresses } from './market-address.ts';
import type { HttpAnswer, PepDeps } from './ports.ts';
import { dataOf, definiteRefusal, readAck } from './read-answer.ts';
import type { Ending } from './report-enforcement.ts';

/**
 * How the action went: an ending, with the data that a read returned; an outcome that nobody knows; or no byte of
 * it was sent, because there was no connection, or because it may `no_longer` begin.
 */
export type ActionOutcome =
  | { readonly kind: 'ended'; readonly ending: Ending; readonly data?: unknown }
  | { readonly kind: 'unknown'; readonly why: string }
  | { readonly kind: 'never_left'; readonly because: 'no_connection' | 'no_longer'; readonly why: string };

/** How a call may be made. */
interface CallOptions {
  /** It may have been called before, with an unknown outcome. */
  readonly again: boolean;
  /** Whether it may begin now with a token that expires then: a question without effect. */
  readonly mayBegin: (expiresAtMs: number) => boolean;
  /** Told in the step that writes the first byte. */
  readonly begun: () => void;
}

/** The most bytes that a counterparty's answer, or market data, may have. */
export const MAX_ANSWER_BYTES = 65_536;
/** The pauses before asking again within the agent's request. After them, the reconciler asks. */
const ASK_AGAIN_AFTER_MS: readonly number[] = [50, 250];

export function refusedEnding(reason: Ending['reason'], detail: string): Ending {
  return { outcome: 'refused', reason, detail: detail.slice(0, 500).toWellFormed() };
}

/**
 * Calls the counterparty as the signed connector describes, with the grant's idempotency key and a fresh
 * broker token.
 */
export async function callCounterparty(
  deps: PepDeps,
  intent: Intent,
  connector: Connector,
  { again, mayBegin, begun }: CallOptions,
): Promise<ActionOutcome> {
  const { action, grant } = intent.request;
  const opened = openConnector(connector, deps.addresses);
  if (!opened.ok) return { kind: 'unknown', why: opened.error.message };
  const open = opened.value;
  const operation = operationOf(connector, action.facade);
  if (operation === undefined)
    return { kind: 'unknown', why: `There is no longer an operation for ${action.facade}.` };
  const about = await aboutGrant(deps, intent, connector);
  const call = about.ok
    ? buildCall(open, operation, { action, grant, entries: entriesOf(intent), about: about.value })
    : about;
  if (!call.ok) {
    // What was sent under an earlier connector may have had its effect.
    return again && !isRead(operation)
      ? { kind: 'unknown', why: call.error.message }
      : { kind: 'ended', ending: refusedEnding('grant_invalid', call.error.message) };
  }
  const { method, path, body, headers } = call.value;
  let mayBeginNow = (): boolean => true;
  const ask = async (connection: { readonly ownConnection?: true }): Promise<HttpAnswer> => {
    // A token is good for one call.
    const { token, expiresAtMs } = mintBrokerToken(
      { ...deps, brokerSecret: deps.brokerSecrets.get(connector.kid) ?? deps.brokerSecret },
      { grant_id: intent.grantId, method, path },
      body,
    );
    mayBeginNow = () => mayBegin(expiresAtMs);
    deps.faults.at('request_sent', 'before');
    const answer = await deps.send({
      method,
      path,
      body,
      origin: open.origin,
      ...connection,
      headers: {
        'x-broker-token': token,
        'idempotency-key': action.idempotency_key,
        accept: 'application/json',
        // None of these is there: see `readConnector`.
        ...headers,
      },
      timeoutMs: operation.timeout_ms,
      maxBytes: MAX_ANSWER_BYTES,
      mayBegin: () => {
        const may = mayBeginNow();
        if (may) begun();
        return may;
      },
    });
    deps.faults.at('request_sent', 'after');
    return answer;
  };
  const first = await ask({});
  if (first.kind === 'unanswered' && !first.handedOver && !again) {
    if (!mayBeginNow()) return tooLate();
    if (!isRead(operation)) return unreachable(deps, intent, connector.kid, first.message);
  }
  if (!isLost(first)) return interpret(deps, intent, { open, operation, answer: first, again });
  const answer = await askAgain(ask);
  const performed = await interpret(deps, intent, { open, operation, answer, again: true });
  const isRefused = performed.kind === 'ended' && performed.ending.outcome === 'refused';
  if (!isRefused || isRead(operation)) return performed;
  return { kind: 'unknown', why: `${performed.ending.detail} The first call may still be at work.` };
}

/**
 * Asks again after a lost connection: the first call may have had its effect, and a server that is up again
 * knows its key. INVARIANT: the same key is sent, and so soon only an acknowledgment settles anything,
 * because a refusal may mean that the key is in use. The reconciler asks about those again.
 */
async function askAgain(
  ask: (connection: { readonly ownConnection: true }) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  let answer: HttpAnswer = { kind: 'unanswered', handedOver: true, message: 'the connection was lost' };
  for (const afterMs of ASK_AGAIN_AFTER_MS) {
    await pause(afterMs);
    answer = await ask({ ownConnection: true });
    if (!isLost(answer)) break;
  }
  return answer;
}

function tooLate(): ActionOutcome {
  return { kind: 'never_left', because: 'no_longer', why: 'The lease ended before the call began.' };
}

function unreachable(
  { notices }: PepDeps,
  { grantId }: Intent,
  counterparty: string,
  why: string,
): ActionOutcome {
  notices.warn({ grant_id: grantId, counterparty, why }, 'no connection to the counterparty');
  return { kind: 'never_left', because: 'no_connection', why: `${counterparty} cannot be reached (${why}).` };
}

function isLost(answer: HttpAnswer): boolean {
  return answer.kind === 'unanswered' && answer.lost === true;
}

interface OperationAnswer {
  readonly open: OpenConnector;
  readonly operation: Operation;
  readonly answer: HttpAnswer;
  readonly again: boolean;
}

async function interpret(
  deps: PepDeps,
  intent: Intent,
  { open, operation, answer, again }: OperationAnswer,
): Promise<ActionOutcome> {
  const {
    grantId,
    request: { action, grant },
  } = intent;
  const { kid } = open.connector;
  const noAnswer = (why: string): ActionOutcome => {
    deps.notices.warn({ grant_id: grantId, counterparty: kid, why }, 'no answer from the counterparty');
    const detail = `${kid} gave no conclusive answer (${why}).`;
    if (!isRead(operation)) return { kind: 'unknown', why: detail };
    const ending = refusedEnding('counterparty_unknown', `${detail} Nothing was changed; ask again.`);
    return { kind: 'ended', ending };
  };
  if (answer.kind === 'unanswered') return noAnswer(answer.message);
  const refusal = definiteRefusal(answer, again && !isRead(operation));
  if (refusal !== null) return { kind: 'ended', ending: refusedEnding('counterparty_refused', refusal) };
  if (answer.status < 200 || answer.status > 299)
    return noAnswer(`it answered with an error, HTTP ${answer.status}`);
  const detail = `${action.facade} was done by ${kid}.`;
  if (operation.ack === null) return executed(detail, answer.bytes);
  const bound = {
    action,
    actionHash: grant.action_hash,
    connector: open.connector,
    entries: entriesOf(intent),
  };
  const ack = readAck(answer.bytes, operation.ack, bound, await deps.keys());
  if (!ack.ok) return noAnswer(ack.error.message);
  const settlesWithinDays = operation.settlement?.within_days;
  const ending = { outcome: 'executed', reason: 'ok', detail, ack: ack.value, settlesWithinDays } as const;
  return { kind: 'ended', ending };
}

function executed(detail: string, bytes: Uint8Array): ActionOutcome {
  const ending = { outcome: 'executed', reason: 'ok', detail, responseSha256: sha256(bytes) } as const;
  return { kind: 'ended', ending, data: dataOf(bytes) };
}

/**
 * Performs a facade of kind fetch: reads a listed address. That changes nothing, so it always ends at once.
 */
export async function fetchMarketData(
  deps: PepDeps,
  intent: Intent,
  marketData: readonly string[],
  { mayBegin, begun }: { readonly mayBegin: () => boolean; readonly begun: () => void },
): Promise<ActionOutcome> {
  const text = urlOf(intent);
  const allowed = allowedUrl(text ?? '', listedAddresses(marketData, deps.addresses));
  if (!allowed.ok) return { kind: 'ended', ending: refusedEnding('url_not_allowed', allowed.error.message) };
  deps.faults.at('request_sent', 'before');
  const { url, entry } = allowed.value;
  const fetched = await deps.fetchAddress(url, entry, {
    mayBegin: () => {
      const may = mayBegin();
      if (may) begun();
      return may;
    },
  });
  deps.faults.at('request_sent', 'after');
  if (!fetched.ok) {
    const { code, message } = fetched.error;
    return code === 'no_longer' ? tooLate() : { kind: 'ended', ending: refusedEnding(code, message) };
  }
  return executed(`Read ${url.origin}${url.pathname}.`.slice(0, 500).toWellFormed(), fetched.value);
}

/** Returns the address of a fetch; undefined if the action names none. */
export function urlOf({ request }: Pick<Intent, 'request'>): string | undefined {
  const url = Object.hasOwn(request.action.params, 'url') ? request.action.params.url : undefined;
  return typeof url === 'string' ? url : undefined;
}
