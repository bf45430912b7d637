import { instantMs } from '@common/base/instant';
import type { Connector } from '@platform/core/objects/plugin';
import { operationOf } from '@platform/core/request/sent';
import type { Intent } from '../store/store.ts';
import { entriesOf } from './about-grant.ts';
import { mintBrokerToken } from './broker-token.ts';
import { buildLookUp, isRead } from './build-call.ts';
import { openConnector } from './connector-address.ts';
import { MAX_ANSWER_BYTES } from './perform-action.ts';
import type { PepDeps } from './ports.ts';
import { at, dataOf, readAck } from './read-answer.ts';
import type { Ending } from './report-enforcement.ts';

/** What the counterparty says about a call that got no answer. */
export type Found =
  | { readonly kind: 'ended'; readonly ending: Ending }
  /** It knew of nothing at that instant, by its own clock, in milliseconds since the epoch. */
  | { readonly kind: 'absent'; readonly asOf: number }
  | { readonly kind: 'no_answer'; readonly why: string }
  | { readonly kind: 'cannot_ask' }
  /** The connector in force is of another counterparty than the one that may have got the call. */
  | { readonly kind: 'sent_elsewhere'; readonly why: string };

/** By how much a counterparty's clock may be behind ours, where it does not show it. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Whether a call that is accepted until then can no longer have an effect: by the counterparty's own clock, or else by
 * ours with an allowance.
 */
export function canArriveNoLonger(found: Found, acceptedUntil: number, nowMs: number): boolean {
  const at = found.kind === 'absent' ? found.asOf : nowMs - CLOCK_SKEW_MS;
  return at >= acceptedUntil;
}

/** Asks by idempotency key what became of an action, as the signed connector describes. Changes nothing there. */
export async function inquire(deps: PepDeps, intent: Intent, connector: Connector): Promise<Found> {
  const { action, grant } = intent.request;
  const operation = operationOf(connector, action.facade);
  const inquiry = operation?.inquiry;
  const { to = connector.kid } = intent.sending ?? {};
  const changesNothing = intent.operation === 'fetch' || (operation !== undefined && isRead(operation));
  // INVARIANT: one that did not get the call would know of nothing, and it would be sent a second time.
  if (to !== connector.kid && !changesNothing) {
    const why = `It may have been done by ${to}, but the connector in force is for ${connector.kid}, which cannot know. To ask ${to}, put its connector in force again, and then have it asked again.`;
    return { kind: 'sent_elsewhere', why };
  }
  if (operation === undefined || inquiry === undefined) return { kind: 'cannot_ask' };
  const entries = entriesOf(intent);
  const open = openConnector(connector, deps.addresses);
  if (!open.ok) return { kind: 'no_answer', why: open.error.message };
  const built = buildLookUp(open.value, { ...operation, inquiry }, { action, grant, entries });
  if (!built.ok) return { kind: 'no_answer', why: built.error.message };
  const { headers, ...call } = built.value;
  const brokerSecret = deps.brokerSecrets.get(connector.kid) ?? deps.brokerSecret;
  const asked = { grant_id: intent.grantId, method: call.method, path: call.path };
  const { token } = mintBrokerToken({ ...deps, brokerSecret }, asked, null);
  const answer = await deps.send({
    ...call,
    origin: open.value.origin,
    headers: { 'x-broker-token': token, accept: 'application/json', ...headers },
    timeoutMs: operation.timeout_ms,
    maxBytes: MAX_ANSWER_BYTES,
    // It changes nothing there, so it needs no lease.
    mayBegin: () => true,
  });
  const noAnswer = (why: string): Found => {
    const fields = { grant_id: intent.grantId, counterparty: connector.kid, why };
    deps.notices.warn(fields, 'the counterparty did not say what became of a call');
    return { kind: 'no_answer', why: `${connector.kid} does not say what became of it (${why}).` };
  };
  if (answer.kind === 'unanswered') return noAnswer(answer.message);
  if (answer.status < 200 || answer.status > 299)
    return noAnswer(`it answered with an error, HTTP ${answer.status}`);
  const bound = { action, actionHash: grant.action_hash, connector, entries };
  const ack = readAck(answer.bytes, inquiry.ack, bound, await deps.keys());
  if (ack.ok) {
    const detail = `${action.facade} was done by ${connector.kid}.`;
    const settlesWithinDays = operation.settlement?.within_days;
    const ending = { outcome: 'executed', reason: 'ok', detail, ack: ack.value, settlesWithinDays } as const;
    return { kind: 'ended', ending };
  }
  const data = dataOf(answer.bytes);
  const asOf = at(data, inquiry.as_of);
  const asOfMs = typeof asOf === 'string' ? instantMs(asOf) : null;
  const isAbsent = (at(data, inquiry.ack.ack) ?? null) === null;
  return isAbsent && asOfMs !== null ? { kind: 'absent', asOf: asOfMs } : noAnswer(ack.error.message);
}
