import { fail, ok, type Result } from '@common/base/result';
import type { Connector } from '@platform/core/objects/plugin';
import { isFinal, mayFollow, type SignedSettled } from '@platform/core/objects/settled';
import { operationOf } from '@platform/core/request/sent';
import type { Intent, Settling } from '../store/store.ts';
import { mintBrokerToken } from './broker-token.ts';
import { openConnector } from './connector-address.ts';
import { MAX_ANSWER_BYTES } from './perform-action.ts';
import type { AdvanceDeps, PepDeps } from './ports.ts';
import { readSettled } from './read-answer.ts';
import { profileOf } from './results.ts';

/** For how long a process keeps others from asking: longer than a counterparty and the authority may take. */
const CLAIM_MS = 180_000;
/** The longest pause between two questions; the first is `retryMs`, and each is twice the one before. */
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Asks once what became of something that a counterparty accepted, and reports it to the authority. INVARIANT: the state
 * counts as known here only once the authority has it, so that a crash between asks and reports again, which changes nothing.
 */
export async function collectSettlement(deps: AdvanceDeps, grantId: string): Promise<void> {
  const claimedUntil = deps.clock() + CLAIM_MS;
  const settling = await deps.store.claimSettlement(grantId, deps.clock(), claimedUntil);
  const intent = settling === null ? null : await deps.store.find(grantId);
  if (settling === null || intent === null) return;
  const found = await askAndReport(deps, intent, settling);
  if (!found.ok)
    deps.notices.warn({ grant_id: grantId, why: found.error.message }, 'what became of it is not known yet');
  const state = found.ok ? found.value : settling.state;
  const attempts = settling.attempts + 1;
  const due = deps.clock() + Math.min(deps.retryMs * 2 ** Math.min(attempts, 16), LONGEST_PAUSE_MS);
  const isOver = (state !== null && isFinal(state)) || due > settling.until;
  await deps.store.keepSettlement(grantId, claimedUntil, {
    due: isOver ? null : due,
    settling: { ...settling, attempts, state },
  });
}

async function askAndReport(
  deps: AdvanceDeps,
  intent: Intent,
  { state }: Settling,
): Promise<Result<Settling['state']>> {
  const inForce = await deps.readProfile(profileOf(intent.request));
  if (!inForce.ok) return inForce;
  const asked = await askSettlement(deps, intent, inForce.value.plugin.connector);
  if (!asked.ok) return asked;
  const signed = asked.value;
  if (signed === null || signed.settled.state === state) return ok(state);
  const next = signed.settled.state;
  if (!mayFollow(state, next)) return fail('addendum_follows_not', `"${next}" does not follow on "${state}"`);
  const reported = await deps.authority.settled(signed);
  return reported.ok ? ok(next) : reported;
}

/** Null if the counterparty knows of nothing yet. Changes nothing there, so it needs no lease. */
async function askSettlement(
  deps: PepDeps,
  intent: Intent,
  connector: Connector,
): Promise<Result<SignedSettled | null>> {
  const { action, grant } = intent.request;
  const ack = intent.ending?.counterparty_ack;
  const operation = operationOf(connector, action.facade);
  if (operation?.settlement === undefined || !ack)
    return fail('cannot_ask', `the connector of ${connector.plugin} names no settlement of ${action.facade}`);
  const { settlement, timeout_ms: timeoutMs } = operation;
  const open = openConnector(connector, deps.addresses);
  if (!open.ok) return open;
  const path = settlement.path
    .replace('{deployment}', encodeURIComponent(grant.deployment))
    .replace('{idempotency_key}', encodeURIComponent(action.idempotency_key));
  const call = { method: 'GET', path: `${open.value.basePath}${path}` } as const;
  const brokerSecret = deps.brokerSecrets.get(connector.kid) ?? deps.brokerSecret;
  const { token } = mintBrokerToken({ ...deps, brokerSecret }, { grant_id: intent.grantId, ...call }, null);
  const answer = await deps.send({
    ...call,
    origin: open.value.origin,
    body: null,
    headers: { 'x-broker-token': token, accept: 'application/json' },
    timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
    mayBegin: () => true,
  });
  if (answer.kind === 'unanswered') return fail('no_answer', answer.message);
  if (answer.status !== 200) return fail('no_answer', `it answered with status ${answer.status}`);
  const accepted = {
    deployment: grant.deployment,
    grantId: intent.grantId,
    actionHash: grant.action_hash,
    ackHash: ack.ack_hash,
    kid: ack.signature.kid,
    facade: action.facade,
    connector,
  };
  return readSettled(answer.bytes, settlement, accepted, await deps.keys());
}
