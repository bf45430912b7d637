import type { GrantRecord } from '@platform/core/objects/grant';
import { type Client, outcome, type Reply, send, transferInputs } from './client.ts';
import type { Deployment } from './deployment.ts';

interface LoadOptions {
  /** The number of agents that pay at the same time, each one payment after another. */
  readonly workers: number;
  /** The most payments that all agents together begin a second. Default: agents pause instead. */
  readonly rate?: number;
  /** Whom to pay: inputs of each payment. Default: one payee that never ends. */
  readonly payee?: () => Readonly<Record<string, string>>;
}

/** Transfers from several agents at once, until stopped. Services may be down at any moment. */
interface Load {
  /** The number of transfers answered as executed so far. */
  executed(): number;
  /** Waits for running calls, and returns how often each status was answered. */
  stop(): Promise<Readonly<Record<string, number>>>;
}

const THRESHOLD = 5;
const MOST = 9;
const PAUSE_MS = 30;
const MS_PER_S = 1_000;
/** How long to wait while a service is being restarted. */
const AWAY_MS = 250;
/** One in this many transfers repeats an invoice that was paid before. */
const REPEATED = 8;

const MANDATE = {
  limits: { runtime_max_s: 3_600, use_count_max: 1_000 },
  rules: { amount_max: '10', daily_max: '50000', threshold: String(THRESHOLD) },
};

export async function startLoad(
  client: Client,
  { workers, rate, payee = () => ({}) }: LoadOptions,
): Promise<Load> {
  const answers: Record<string, number> = {};
  const count = (status: string) => {
    answers[status] = (answers[status] ?? 0) + 1;
  };
  let stopped = false;
  let current = await client.register(MANDATE);
  let renewing = false;
  const paid: Record<string, unknown>[] = [];

  /** Renews once, however many agents find at the same moment that the mandate is used up. */
  const renew = async (used: string) => {
    if (used !== current || renewing) return;
    renewing = true;
    current = await client.register(MANDATE).finally(() => {
      renewing = false;
    });
  };
  /** Returns whether the platform answered. */
  const payOnce = async (): Promise<boolean> => {
    const repeated =
      paid.length > 0 && chance(REPEATED) ? paid[Math.floor(Math.random() * paid.length)] : undefined;
    const inputs =
      repeated ?? transferInputs({ amount: String(1 + Math.floor(Math.random() * MOST)), ...payee() });
    // Another agent of this load may renew the mandate between proposal and presentation.
    const mandate = current;
    const reply = await client.pay(inputs, { mandate });
    const { status, body } = reply;
    if (status !== 200) {
      count(refusalOf(reply));
      return false;
    }
    count(body.status);
    if (body.reason === 'use_count_exceeded') await renew(mandate);
    if (body.status === 'executed') paid.push(inputs);
    if (body.status !== 'pending' || typeof body.grant_id !== 'string') return true;
    await client.approve(body.grant_id);
    const presented = await client.present(body.grant_id, { mandate });
    count(presented.status === 200 ? presented.body.status : refusalOf(presented));
    return presented.status === 200;
  };
  const pause = rate === undefined ? () => Math.random() * PAUSE_MS : pacer(rate);
  const work = async () => {
    while (!stopped) {
      const wasThere = await payOnce().catch(() => {
        count('no answer');
        return false;
      });
      await sleep(wasThere ? pause() : AWAY_MS);
    }
  };
  const running = Array.from({ length: workers }, work);
  return {
    executed: () => answers.executed ?? 0,
    async stop() {
      stopped = true;
      await Promise.all(running);
      return answers;
    },
  };
}

function refusalOf(reply: Reply<unknown>): string {
  const [status, code] = outcome(reply);
  return `http_${status} (${code})`;
}

/**
 * Returns how long to wait for the next turn. Missed turns are not made up for, so no burst follows a pause.
 */
function pacer(rate: number): () => number {
  let next = 0;
  return () => {
    const now = performance.now();
    const turn = Math.max(now, next);
    next = turn + MS_PER_S / rate;
    return turn - now;
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Finishes what agents and approvers left when a service died during their calls: approves held grants and
 * presents active ones. Returns how many it presented; throws if one of them cannot be finished.
 */
export async function finishGrants(d: Deployment, client: Client): Promise<number> {
  const left = async (status: string) =>
    (await send<readonly GrantRecord[]>(`${d.urls.authority}/grants?status=${status}&limit=1000`)).body;
  const finished = new Set<string>();
  for (;;) {
    for (const { grant } of await left('pending')) await client.approve(grant.grant_id);
    const active = (await left('active')).filter(({ grant }) => !finished.has(grant.grant_id));
    if (active.length === 0) return finished.size;
    for (const { grant } of active) {
      const { status, text, body } = await client.present(grant.grant_id, { mandate: grant.contract_id });
      const isOver = ENDS.has(body.status) || (await hasLostItsPayee(client, grant.grant_id));
      if (status !== 200 || !isOver)
        throw new Error(`${grant.grant_id} cannot be finished: ${status} ${text}`);
      finished.add(grant.grant_id);
    }
  }
}

/** Whether the grant ended because its payee was changed or ended meanwhile. */
async function hasLostItsPayee(client: Client, grantId: string): Promise<boolean> {
  return (await client.grant(grantId)).ending?.reason === 'beneficiary_not_approved';
}

/** The reconciler finishes those with `unknown`. */
const ENDS: ReadonlySet<string> = new Set(['executed', 'duplicate', 'unknown']);

function chance(oneIn: number): boolean {
  return Math.random() * oneIn < 1;
}
