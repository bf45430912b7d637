import assert from 'node:assert/strict';
import type { HttpCall } from '@common/kit/http/client';
import type { ModelEvent } from '../../model/spin.ts';
import type { Place } from './place.ts';
import { type HttpReply, startWorker, type Worker } from './worker.ts';

/** The durable states, by the digits that the model prints. */
const INTENT = [
  null,
  'presented',
  'redeemed',
  'sent',
  'acknowledged',
  'refused',
  'recorded',
  null,
] as const;
const AUTHORITY = ['active', 'spent', 'denied', 'executed', 'refused'] as const;
const KEY = ['unknown', 'acknowledged', 'refused'] as const;

const NOBODY_ANSWERS: HttpReply = { kind: 'unanswered', handedOver: true, message: 'no answer in time' };
const NOBODY_THERE: HttpReply = { kind: 'unanswered', handedOver: false, message: 'ECONNREFUSED' };
const TOO_LATE: HttpReply = { kind: 'unanswered', handedOver: false, message: 'the call may no longer begin' };

/** What is on its way about one grant. */
interface OnItsWay {
  redemption: HttpCall | null;
  readonly calls: HttpCall[];
  /** The answer to the request for which the worker waits. */
  answer: HttpReply | null;
}

/**
 * Plays a run of the model on the real use cases of authority, enforcement point and bank, in one process: what the
 * model loses, delays or crashes is lost, delayed or abandoned here. After each event, what is on disk must be what
 * the model says.
 */
export async function replay(place: Place, events: readonly ModelEvent[]): Promise<void> {
  const run = new Run(place);
  try {
    for (const [index, { event, grant, after }] of events.entries()) {
      const told = events.slice(0, index + 1).map((one) => `${one.event} ${one.grant}`);
      try {
        await run.happens(event, grant);
        assert.deepEqual(await run.durable(), expected(after));
      } catch (error) {
        throw new Error(`after ${told.join(', ')}`, { cause: error });
      }
    }
  } finally {
    await run.abandon();
  }
}

function expected(after: string) {
  const [intent0, intent1, authority0, authority1, key0, key1, , , , answered] = [...after].map(Number);
  return {
    intents: [INTENT[intent0 ?? 0], INTENT[intent1 ?? 0]],
    authority: [AUTHORITY[authority0 ?? 0], AUTHORITY[authority1 ?? 0]],
    keys: [KEY[key0 ?? 0], KEY[key1 ?? 0]],
    answered: answered === 1,
  };
}

class Run {
  readonly #place: Place;
  readonly #workers: (Worker | null)[] = [null, null];
  readonly #onItsWay: readonly [OnItsWay, OnItsWay] = [nothing(), nothing()];
  /** Grants that were spent when the revocation was recorded. */
  #spent: readonly number[] = [];
  #answered = false;

  constructor(place: Place) {
    this.#place = place;
  }

  async happens(event: string, grant: number): Promise<void> {
    const happen = this.#events[event];
    if (happen === undefined) throw new Error(`the model has a new event ${event}: say here what it means`);
    await happen(grant);
  }

  async durable() {
    const [first, second] = [await this.#place.durable(0), await this.#place.durable(1)];
    return {
      intents: [first.intent, second.intent],
      authority: [first.authority, second.authority],
      keys: [first.key, second.key],
      answered: this.#answered,
    };
  }

  async abandon(): Promise<void> {
    for (const worker of this.#workers) await worker?.crash();
    await this.#place.close();
  }

  readonly #events: Readonly<Record<string, (grant: number) => Promise<unknown> | void>> = {
    present: (g) => this.#work(g, 'present', 'redeem'),
    redeem_again: (g) => this.#work(g, 'resume', 'redeem'),
    lease_again: (g) => this.#work(g, 'resume', 'redeem'),
    found_done: (g) => this.#lookUp(g, 'report'),
    found_refused: (g) => this.#lookUp(g, 'report'),
    found_nothing: (g) => this.#lookUp(g, 'redeem'),

    redemption_arrives: async (g) => {
      const call = this.#way(g).redemption;
      assert.ok(call);
      this.#way(g).redemption = null;
      const answer = await this.#place.toAuthority(call);
      if (this.#workers[g]?.waiting()?.kind === 'redeem') this.#way(g).answer = answer;
    },
    hold: (g) => this.#answer(g, 'call'),
    told_of_end: (g) => this.#answer(g, 'any'),
    drop: (g) => this.#answer(g, 'rest'),
    no_answer: (g) => this.#reply(g, NOBODY_ANSWERS, 'rest'),

    begin_call: (g) => {
      const { call } = this.#waiting(g, 'call');
      assert.equal(call.mayBegin?.(), true, 'the call may begin');
      this.#place.callBegins(g);
      this.#way(g).calls.push(call);
    },
    too_late: async (g) => {
      assert.equal(this.#waiting(g, 'call').call.mayBegin?.(), false, 'the call may not begin');
      await this.#reply(g, TOO_LATE, 'any');
    },
    no_connection: (g) => this.#reply(g, NOBODY_THERE, 'rest'),
    told_done: (g) => this.#answer(g, 'report'),
    told_refused: (g) => this.#answer(g, 'report'),
    indefinite: (g) => this.#answer(g, 'rest'),
    no_reply: (g) => this.#reply(g, NOBODY_ANSWERS, 'rest'),

    call_done: (g) => this.#arrives(g),
    call_repeated: (g) => this.#arrives(g),
    call_expired: (g) => this.#arrives(g),
    call_refused: (g) => this.#place.withoutMoney(() => this.#arrives(g)),

    record: (g) => this.#report(g, true),
    record_unheard: (g) => this.#report(g, false),

    revoke: async () => {
      const before = [await this.#place.durable(0), await this.#place.durable(1)];
      this.#spent = [0, 1].filter((g) => before[g]?.authority === 'spent');
      await this.#place.revoke();
    },
    answer_revocation: async () => {
      const { never_left, perhaps_arrived, acknowledged } = await this.#place.revocationAnswered();
      this.#answered = true;
      for (const g of this.#spent) {
        const { key, grantId } = await this.#place.durable(g);
        const left = [...perhaps_arrived, ...acknowledged].includes(grantId);
        assert.notEqual(left, never_left.includes(grantId), 'a spent grant is named once');
        if (key === 'acknowledged') assert.ok(left, 'what arrived is named');
      }
    },

    lease_over: (g) => this.#place.leaseOver(g),
    token_over: (g) => this.#place.tokenOver(g),
    crash: async () => {
      for (const g of [0, 1]) await this.#lose(g);
      this.#place.intentsFree();
    },
    take_over: async (g) => {
      assert.equal(this.#waiting(g, 'call').call.mayBegin?.(), false, 'the lease is over');
      await this.#lose(g);
      this.#place.intentsFree();
    },
    lose_redemption: (g) => {
      this.#way(g).redemption = null;
    },
    lose_call: (g) => {
      this.#way(g).calls.shift();
    },
  };

  #way(g: number): OnItsWay {
    const way = this.#onItsWay[g];
    if (way === undefined) throw new Error(`no grant ${g}`);
    return way;
  }

  #waiting(g: number, kind: 'redeem' | 'call' | 'look_up' | 'report') {
    const waiting = this.#workers[g]?.waiting();
    assert.equal(waiting?.kind, kind, `the worker waits for ${kind}`);
    if (waiting === null || waiting === undefined) throw new Error('unreachable');
    return waiting;
  }

  async #work(g: number, how: 'present' | 'resume', until: 'redeem' | 'look_up' | 'report'): Promise<void> {
    const worker = startWorker(this.#place, g, how);
    this.#workers[g] = worker;
    await this.#rests(g, until);
  }

  /** Waits until the worker waits for an answer, or has done what it can. */
  async #rests(g: number, until: 'redeem' | 'call' | 'look_up' | 'report' | 'rest' | 'any'): Promise<void> {
    const kind = (await this.#workers[g]?.settled()) ?? 'rest';
    if (until !== 'any') assert.equal(kind, until);
    if (kind === 'rest') this.#workers[g] = null;
    const way = this.#way(g);
    way.answer = null;
    if (kind === 'redeem') way.redemption = this.#waiting(g, 'redeem').call;
  }

  async #lookUp(g: number, until: 'redeem' | 'report'): Promise<void> {
    await this.#work(g, 'resume', 'look_up');
    const { call } = this.#waiting(g, 'look_up');
    await this.#reply(g, await this.#place.toBank(g, call), until);
  }

  #answer(g: number, until: 'call' | 'report' | 'rest' | 'any'): Promise<void> {
    const { answer } = this.#way(g);
    assert.ok(answer);
    return this.#reply(g, answer, until);
  }

  async #reply(
    g: number,
    reply: HttpReply,
    until: 'redeem' | 'call' | 'report' | 'rest' | 'any',
  ): Promise<void> {
    this.#workers[g]?.reply(reply);
    await this.#rests(g, until);
  }

  /** The newest call arrives first: its token is the one that is good, if any is. */
  async #arrives(g: number): Promise<void> {
    const call = this.#way(g).calls.pop();
    assert.ok(call);
    const answer = await this.#place.toBank(g, call);
    const waiting = this.#workers[g]?.waiting();
    if (waiting?.kind === 'call' && waiting.call === call) this.#way(g).answer = answer;
  }

  async #report(g: number, heard: boolean): Promise<void> {
    if (this.#workers[g] === null) await this.#work(g, 'resume', 'report');
    const { call } = this.#waiting(g, 'report');
    const answer = await this.#place.toAuthority(call);
    await this.#reply(g, heard ? answer : NOBODY_ANSWERS, 'rest');
  }

  async #lose(g: number): Promise<void> {
    await this.#workers[g]?.crash();
    this.#workers[g] = null;
    this.#way(g).answer = null;
  }
}

function nothing(): OnItsWay {
  return { redemption: null, calls: [], answer: null };
}
