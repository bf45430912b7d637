import { formatInstant, requiredMs } from '@common/base/instant';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import type { Faults } from '@common/kit/faults';
import {
  ADAPTER_OF,
  type BrokerToken,
  PROVIDER_ANSWER,
  type SignedAck,
} from '@platform/core/objects/counterparty';
import { isFinal, mayFollow, type SignedSettled } from '@platform/core/objects/settled';
import type { Signer } from '@platform/core/signed/signed';
import { acknowledge, settle } from './acknowledge.ts';
import type { Begun, Journal, Refusal } from './journal.ts';
import type { Done, Found, Heard, Order, Provider, Sent } from './provider.ts';

/** Steps at which a test may end the process: around the request to the provider, and around what is kept of its answer. */
export const FAULT_POINTS = ['sent', 'kept'] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/** By how much the authority's clock may be ahead of ours. A grant that is further ahead waits for its time. */
const CLOCK_SKEW_MS = 60_000;

/** The characters of a provider's own words that are passed on. */
const MOST_CODE = 64;
const MOST_MESSAGE = 200;

interface EffectDeps {
  readonly journal: Journal;
  readonly signer: Signer;
  readonly clock: () => number;
  readonly faults: Faults<FaultPoint>;
}

export type Outcome =
  | Exclude<Begun, { readonly kind: 'new' | 'open' }>
  | { readonly kind: 'unknown'; readonly why: string };

/** What became of a key; `answer` null: nothing was done by `as_of`, and nothing will be with a token from before. */
type Standing =
  | { readonly kind: 'known'; readonly answer: SignedAck | null; readonly as_of: string }
  | { readonly kind: 'unknown'; readonly why: string };

/** What became of what was acknowledged; `signed` null: nothing is known yet. */
type Became =
  | { readonly kind: 'known'; readonly signed: SignedSettled | null }
  | { readonly kind: 'unknown'; readonly why: string }
  | { readonly kind: 'not_acknowledged' };

export interface Effects<Body extends Order> {
  order(body: Body, token: BrokerToken): Promise<Outcome>;
  /** `grantedAt`: when the grant that the key is asked about was issued, RFC 3339. */
  standing(key: string, grantedAt: string | undefined): Promise<Standing>;
  /** What became of a key, signed for the deployment that asks. */
  became(key: string, deployment: string): Promise<Became>;
  /** Looks up what is open, also after a crash. */
  settleOpen(): Promise<void>;
  /**
   * Takes note of what the provider sent of its own accord, and looks up what it is about. False: the look-up tells nothing
   * now, so the provider must send it again.
   */
  hear(heard: Heard): Promise<boolean>;
}

/**
 * At most one effect for a key, and none that is lost: the key is taken before the first byte, everything under it happens
 * in turn, and what got no answer is looked up before anything is repeated.
 */
export function createEffects<Body extends Order>(deps: EffectDeps, provider: Provider<Body>): Effects<Body> {
  const { journal, clock, faults } = deps;
  const inTurn = createTurns();
  const deadline = () => clock() + provider.timeoutMs + provider.quietMs;

  /** INVARIANT: what failed before it was acknowledged is refused: no receipt says that it was done. */
  const finish = async (body: Body, { fields, answer, failed }: Done): Promise<Finished> => {
    if (failed === true) {
      const message = `${provider.name} accepted it and gave it up for good: nothing was paid.`;
      return refuse(body.idempotency_key, { code: 'provider_gave_up', message });
    }
    const at = clock();
    const ack = acknowledge(deps.signer, provider.operation, body, at, {
      ...fields,
      [ADAPTER_OF]: provider.name,
      [PROVIDER_ANSWER]: nodeCrypto.sha256(answer),
    });
    faults.at('kept', 'before');
    const standing = await journal.done(body.idempotency_key, at, ack, answer);
    faults.at('kept', 'after');
    return { kind: 'acknowledged', ack: standing };
  };

  const look = async (body: Body, sinceMs: number): Promise<Found> => {
    const found = await attempt(() => provider.lookUp(body, sinceMs));
    const detail = found.kind === 'unknown' ? found.why : found.kind;
    await journal.note(body.idempotency_key, clock(), 'looked_up', detail);
    return found;
  };

  /** `until`: until when an earlier request may still have its effect; null if there was none. */
  const send = async (body: Body, beganAt: number, until: number | null): Promise<Outcome> => {
    const { idempotency_key: key } = body;
    faults.at('sent', 'before');
    const sent = await attempt<Sent>(() => provider.send(body));
    faults.at('sent', 'after');
    if (sent.kind === 'done') return finish(body, sent);
    await journal.note(key, clock(), 'no_effect_told', `${sent.kind}: ${whyOf(sent)}`);
    if (until === null && sent.kind === 'refused') return refuse(key, sent);
    if (until === null && sent.kind === 'not_now') {
      await journal.nothing(key, clock(), sent.why);
      return { kind: 'unknown', why: sent.why };
    }
    // Before the look-up: what it does not find may still come until then.
    const isQuiet = until !== null && clock() >= until;
    const found = await look(body, beganAt);
    if (found.kind === 'done') return finish(body, found);
    if (found.kind === 'absent' && sent.kind === 'refused' && isQuiet) return refuse(key, sent);
    return { kind: 'unknown', why: whyOf(sent) };
  };

  const refuse = async (key: string, { code, message }: Refusal): Promise<Finished> => {
    // Half a character, where a provider's words are cut, would make the answer unreadable.
    const refusal = {
      code: code.slice(0, MOST_CODE).toWellFormed(),
      message: message.slice(0, MOST_MESSAGE).toWellFormed(),
    };
    await journal.refused(key, clock(), refusal);
    return { kind: 'refused', refusal };
  };

  const looking = { ...deps, look, finish };

  return {
    order: (body, token) =>
      inTurn(body.idempotency_key, async () => {
        const { idempotency_key: key } = body;
        const covered = await coverageOf(deps, body.granted_at);
        if (covered === 'too_early') return TOO_EARLY;
        const at = clock();
        const begun = await journal.begin({
          key,
          bodyHash: hashOf(nodeCrypto, body),
          body: JSON.stringify(body),
          token,
          at,
          mayArriveUntil: deadline(),
          sentSince: covered === 'older' ? requiredMs(body.granted_at ?? formatInstant(0)) : null,
        });
        if (begun.kind === 'new') return send(body, begun.beganAt, null);
        if (begun.kind !== 'open') return begun;
        const found = await look(body, begun.beganAt);
        if (found.kind === 'done') return finish(body, found);
        if (found.kind === 'unknown') return found;
        // The look-up took its time.
        if (clock() >= token.exp * 1_000) return { kind: 'too_late' };
        await journal.again(key, clock(), deadline());
        return send(body, begun.beganAt, begun.mayArriveUntil);
      }),
    standing: (key, grantedAt) =>
      inTurn(key, async () => standingOf(looking, key, await coverageOf(deps, grantedAt))),
    became: (key, deployment) =>
      inTurn(key, () => becameOf({ ...looking, name: provider.name }, key, deployment)),
    settleOpen: async () =>
      settleEach(await journal.open(), (key) => inTurn(key, () => standingOf(looking, key, 'covered'))),
    hear: (heard) => hear(looking, heard, inTurn),
  };
}

/** Noted as heard only once it was looked up: after a crash between, or without an answer, it comes again. */
async function hear<Body extends Order>(
  looking: Looking<Body>,
  { eventId, what, key }: Heard,
  inTurn: ReturnType<typeof createTurns>,
): Promise<boolean> {
  const { journal, clock } = looking;
  if (await journal.wasHeard(eventId)) return true;
  const at = clock();
  const lookUp = async (about: string) => {
    await journal.note(about, at, 'heard', `${what} ${eventId}`);
    return findDone(looking, about);
  };
  const isLookedUp = key === null || (await inTurn(key, () => lookUp(key)));
  if (isLookedUp) await journal.hear(eventId, at);
  return isLookedUp;
}

/** One key that cannot be settled holds up no other. */
async function settleEach(keys: readonly string[], settle: (key: string) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const key of keys) await settle(key).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} keys could not be looked up`);
}

/** What the journal keeps for good. */
type Finished = Extract<Outcome, { readonly kind: 'acknowledged' | 'refused' }>;

interface Looking<Body> extends Pick<EffectDeps, 'journal' | 'clock'> {
  readonly look: (body: Body, sinceMs: number) => Promise<Found>;
  readonly finish: (body: Body, done: Done) => Promise<Finished>;
}

/** `older`: the grant may be from before the journal began. `too_early`: it is dated in the future. */
type Coverage = 'covered' | 'older' | 'too_early';

/** What the journal can say of a grant; an old connector does not name when it was issued. */
async function coverageOf(
  { journal, clock }: Pick<EffectDeps, 'journal' | 'clock'>,
  grantedAt = formatInstant(0),
): Promise<Coverage> {
  const [grantedMs, now] = [requiredMs(grantedAt), clock()];
  if (grantedMs > now + CLOCK_SKEW_MS) return 'too_early';
  const bornAt = await journal.bornAt(now);
  return bornAt > 0 && grantedMs < bornAt + CLOCK_SKEW_MS ? 'older' : 'covered';
}

const TOO_EARLY = {
  kind: 'unknown',
  why: 'The grant is dated in the future: set the clock of the authority, or of this machine.',
} as const;

/**
 * What became of a key: what is open is looked up. INVARIANT: of what was sent before the journal began it does not say
 * that nothing was done: an adapter that lost its journal would have everything paid once more.
 */
async function standingOf<Body extends Order>(
  { journal, clock, look, finish }: Looking<Body>,
  key: string,
  covered: Coverage,
): Promise<Standing> {
  const as_of = formatInstant(clock());
  const entry = await journal.entry(key);
  if (entry === null && covered === 'too_early') return TOO_EARLY;
  if (entry === null && covered === 'older')
    return { kind: 'unknown', why: 'This journal began later than the grant: ask the provider.' };
  if (entry === null) return { kind: 'known', answer: null, as_of };
  if (entry.state !== 'open') return { kind: 'known', answer: entry.ack, as_of };
  const body: Body = JSON.parse(entry.body);
  // Before the look-up: an answer is as of when it was asked for.
  const isQuiet = clock() >= entry.mayArriveUntil;
  const found = await look(body, entry.beganAt);
  if (found.kind === 'done') {
    const finished = await finish(body, found);
    return { kind: 'known', answer: finished.kind === 'acknowledged' ? finished.ack : null, as_of };
  }
  if (found.kind === 'unknown') return found;
  if (!isQuiet) return { kind: 'unknown', why: 'The last request may still have its effect.' };
  await journal.nothing(key, clock(), 'the provider has nothing under this key');
  return { kind: 'known', answer: null, as_of };
}

/** What was taken for not done is found here, if the provider's request was slower than it says. False: nobody can say. */
async function findDone<Body extends Order>(
  { journal, look, finish }: Looking<Body>,
  key: string,
): Promise<boolean> {
  const entry = await journal.entry(key);
  if (entry === null || entry.state === 'done') return true;
  const body: Body = JSON.parse(entry.body);
  const found = await look(body, entry.beganAt);
  if (found.kind === 'done') await finish(body, found);
  return found.kind !== 'unknown';
}

/** The last state is never looked up again, and one that cannot follow on it is not said. */
async function becameOf<Body extends Order>(
  {
    journal,
    clock,
    look,
    signer,
    name,
  }: Looking<Body> & Pick<EffectDeps, 'signer'> & { readonly name: string },
  key: string,
  deployment: string,
): Promise<Became> {
  const entry = await journal.entry(key);
  if (entry?.ack == null) return { kind: 'not_acknowledged' };
  const signed = await journal.last(key);
  const before = signed?.settled.state ?? null;
  if (before !== null && isFinal(before)) return { kind: 'known', signed };
  const found = await look(JSON.parse(entry.body), entry.beganAt);
  const later = found.kind === 'done' ? found.later : undefined;
  if (found.kind !== 'done' && signed === null)
    return { kind: 'unknown', why: found.kind === 'unknown' ? found.why : 'The provider no longer has it.' };
  if (found.kind !== 'done' || later === undefined || !mayFollow(before, later.state))
    return { kind: 'known', signed };
  const addendum = settle(signer, entry.ack, {
    ...later,
    deployment,
    [ADAPTER_OF]: name,
    [PROVIDER_ANSWER]: nodeCrypto.sha256(found.answer),
  });
  await journal.became(key, clock(), addendum, found.answer);
  return { kind: 'known', signed: addendum };
}

function whyOf(sent: Exclude<Sent, Done>): string {
  return sent.kind === 'refused' ? `${sent.code}: ${sent.message}` : sent.why;
}

/** A bug in an adapter, or an answer that it does not expect, tells nothing about what was done. */
async function attempt<Answer>(
  work: () => Promise<Answer>,
): Promise<Answer | { readonly kind: 'unknown'; readonly why: string }> {
  try {
    return await work();
  } catch (error) {
    return { kind: 'unknown', why: error instanceof Error ? error.message : String(error) };
  }
}

/** Runs what concerns one key one after the other. */
function createTurns(): <Value>(key: string, work: () => Promise<Value>) => Promise<Value> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const mine = (async () => {
      await before?.catch(() => undefined);
      return work();
    })();
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
