import assert from 'node:assert/strict';
import type { HttpCall } from '@common/kit/http/client';
import type { ModelEvent } from '../../model/spin.ts';
import type { Place } from './place.ts';
import { type HttpReply, startWorker, type Worker } from './worker.ts';

/** The durable states, by the digits that the model prints. */
const INTENT = [null, 'presented', 'redeemed', 'sent', 'acknowledged', 'refused', 'recorded', null] as const;
const AUTHORITY = ['active', 'spent', 'denied', 'executed', 'refused'] as const;
/** For what a worker waits; what has ended is only to be reported, which the model counts as no work. */
const WORKER = ['rest', 'redeem', 'call', 'call'] as const;
const KEY = ['unknown', 'acknowledged', 'refused'] as const;

const NOBODY_ANSWERS: HttpReply = { kind: 'unanswered', handedOver: true, message: 'no answer in time' };
const NOBODY_THERE: HttpReply = { kind: 'unanswered', handedOver: false, message: 'ECONNREFUSED' };
const TOO_LATE: HttpReply = {
  kind: 'unanswered',
  handedOver: false,
  message: 'the call may no longer begin',
};

const UNTOUCHED = { intent: null, authority: 'active', key: 'unknown' } as const;

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
        assert.deepEqual(await run.state(), expected(after));
      } catch (error) {
        throw new Error(`after ${told.join(', ')}`, { cause: error });
      }
    }
  } finally {
    await run.abandon();
  }
}

function expected(after: string) {
  const [intent0, intent1, authority0, authority1, key0, key1, worker0, worker1, , answered] = [...after].map(
    Number,
  );
  return {
    intents: [INTENT[intent0 ?? 0], INTENT[intent1 ?? 0]],
    authority: [AUTHORITY[authority0 ?? 0], AUTHORITY[authority1 ?? 0]],
    keys: [KEY[key0 ?? 0], KEY[key1 ?? 0]],
    workers: [WORKER[worker0 ?? 0], WORKER[worker1 ?? 0]],
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
  readonly #presented = new Set<number>();

  constructor(place: Place) {
    this.#place = place;
  }

  async happens(event: string, grant: number): Promise<void> {
    const happen = this.#events[event];
    if (happen === undefined) throw new Error(`the model has a new event ${event}: say here what it means`);
    await happen(grant);
  }

  async state() {
    const [first, second] = [await this.#durable(0), await this.#durable(1)];
    return {
      intents: [first.intent, second.intent],
      authority: [first.authority, second.authority],
      keys: [first.key, second.key],
      workers: this.#workers.map((worker) => {
        const kind = worker?.waiting()?.kind ?? 'rest';
        return kind === 'report' ? 'rest' : kind;
      }),
      answered: this.#answered,
    };
  }

  /** Nothing is looked up of a grant that nobody has presented. */
  #durable(g: number) {
    return this.#presented.has(g) ? this.#place.durable(g) : UNTOUCHED;
  }

  async abandon(): Promise<void> {
    for (const worker of this.#workers) await worker?.crash();
    await this.#place.close();
  }

  readonly #events: Readonly<Record<string, (grant: number) => unknown>> = {
    present: (g) => {
      this.#presented.add(g);
      return this.#work(g, 'present');
    },
    adopt: (g) => this.#place.adopt(g),
    redeem_again: (g) => this.#work(g, 'resume'),
    lease_again: (g) => this.#work(g, 'resume'),
    found_done: (g) => this.#lookUp(g),
    found_nothing: (g) => this.#lookUp(g),

    redemption_arrives: async (g) => {
      const call = this.#way(g).redemption;
      assert.ok(call);
      this.#way(g).redemption = null;
      const answer = await this.#place.toAuthority(call);
      if (this.#workers[g]?.waiting()?.kind === 'redeem') this.#way(g).answer = answer;
    },
    leased: (g) => this.#answer(g),
    leased_again: (g) => this.#answer(g),
    told_of_end: (g) => this.#answer(g),
    drop: (g) => this.#answer(g),
    no_answer: (g) => this.#reply(g, NOBODY_ANSWERS),

    begin_call: (g) => {
      const { call } = this.#waiting(g, 'call');
      assert.equal(call.mayBegin?.(), true, 'the call may begin');
      this.#way(g).calls.push(call);
    },
    too_late: async (g) => {
      assert.equal(this.#waiting(g, 'call').call.mayBegin?.(), false, 'the call may not begin');
      await this.#reply(g, TOO_LATE);
    },
    no_connection: (g) => this.#reply(g, NOBODY_THERE),
    told_done: (g) => this.#answer(g),
    told_refused: (g) => this.#answer(g),
    indefinite: (g) => this.#answer(g),
    no_reply: (g) => this.#reply(g, NOBODY_ANSWERS),

    call_done: (g) => this.#arrives(g),
    call_repeated: (g) => this.#arrives(g),
    call_expired: (g) => this.#arrives(g),
    call_refused: (g) => this.#place.withoutMoney(() => this.#arrives(g)),

    record: (g) => this.#report(g, true),
    record_unheard: (g) => this.#report(g, false),

    revoke: async () => {
      const before = [await this.#durable(0), await this.#durable(1)];
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
    },
    take_over: async (g) => {
      assert.equal(this.#waiting(g, 'call').call.mayBegin?.(), false, 'the lease is over');
      await this.#lose(g);
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

  async #work(g: number, how: 'present' | 'resume'): Promise<void> {
    assert.equal(this.#workers[g], null, 'one worker at a time');
    this.#workers[g] = startWorker(this.#place, g, how);
    await this.#goesOn(g);
  }

  /** Waits until the worker waits for an answer, or has done what it can. */
  async #goesOn(g: number): Promise<void> {
    const kind = await this.#workers[g]?.settled();
    if (kind === 'rest') this.#workers[g] = null;
    const way = this.#way(g);
    way.answer = null;
    if (kind === 'redeem') way.redemption = this.#waiting(g, 'redeem').call;
  }

  async #lookUp(g: number): Promise<void> {
    await this.#work(g, 'resume');
    const { call } = this.#waiting(g, 'look_up');
    await this.#reply(g, await this.#place.toBank(g, call));
  }

  #answer(g: number): Promise<void> {
    const { answer } = this.#way(g);
    assert.ok(answer);
    return this.#reply(g, answer);
  }

  async #reply(g: number, reply: HttpReply): Promise<void> {
    this.#workers[g]?.reply(reply);
    await this.#goesOn(g);
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
    if (this.#workers[g] === null) await this.#work(g, 'resume');
    const { call } = this.#waiting(g, 'report');
    const answer = await this.#place.toAuthority(call);
    await this.#reply(g, heard ? answer : NOBODY_ANSWERS);
  }

  async #lose(g: number): Promise<void> {
    await this.#workers[g]?.crash();
    this.#workers[g] = null;
    this.#way(g).answer = null;
    this.#place.intentFree(g);
  }
}

function nothing(): OnItsWay {
  return { redemption: null, calls: [], answer: null };
}
