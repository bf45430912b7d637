import type { GrantRecord } from '@platform/protocol/grant';
import { type Client, send, transferInputs } from './client.ts';
import type { Deployment } from './deployment.ts';

/** Transfers from several agents at once, until stopped. Services may be down at any moment. */
interface Load {
  /** Transfers answered as executed so far. */
  executed(): number;
  /** Lets running calls finish; returns how often each status was answered. */
  stop(): Promise<Readonly<Record<string, number>>>;
}

const THRESHOLD = 5;
const MOST = 9;
const PAUSE_MS = 30;
/** A service is being restarted. */
const AWAY_MS = 250;
/** One in this many transfers repeats an invoice that was paid before. */
const REPEATED = 8;

const MANDATE = {
  limits: { runtime_max_s: 3_600, use_count_max: 1_000 },
  rules: { amount_max: '10', daily_max: '50000', threshold: String(THRESHOLD) },
};

export async function startLoad(client: Client, workers: number): Promise<Load> {
  const answers: Record<string, number> = {};
  const count = (status: string) => {
    answers[status] = (answers[status] ?? 0) + 1;
  };
  let stopped = false;
  let current = await client.register(MANDATE);
  const paid: Record<string, unknown>[] = [];

  const renew = async () => {
    current = await client.register(MANDATE);
  };
  /** Whether the platform answered. */
  const payOnce = async (): Promise<boolean> => {
    const repeated =
      paid.length > 0 && chance(REPEATED) ? paid[Math.floor(Math.random() * paid.length)] : undefined;
    const inputs = repeated ?? transferInputs({ amount: String(1 + Math.floor(Math.random() * MOST)) });
    // Another agent of this load may renew it between proposal and presentation.
    const mandate = current;
    const { status, body } = await client.pay(inputs, { mandate });
    if (status !== 200) {
      count(`http_${status}`);
      return false;
    }
    count(body.status);
    if (body.reason === 'use_count_exceeded') await renew();
    if (body.status === 'executed') paid.push(inputs);
    if (body.status !== 'pending' || typeof body.grant_id !== 'string') return true;
    await client.approve(body.grant_id);
    const presented = await client.present(body.grant_id, { mandate });
    count(presented.status === 200 ? presented.body.status : `http_${presented.status}`);
    return presented.status === 200;
  };
  const work = async () => {
    while (!stopped) {
      const wasThere = await payOnce().catch(() => {
        count('no answer');
        return false;
      });
      await new Promise((resolve) => setTimeout(resolve, wasThere ? Math.random() * PAUSE_MS : AWAY_MS));
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

/**
 * Finishes what agents and approvers left when a service died under them: held grants are approved, active ones
 * presented. Returns how many there were; throws if one of them cannot be finished.
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
      if (status !== 200 || !ENDS.has(body.status))
        throw new Error(`${grant.grant_id} cannot be finished: ${status} ${text}`);
      finished.add(grant.grant_id);
    }
  }
}

/** The reconciler takes care of `unknown`. */
const ENDS: ReadonlySet<string> = new Set(['executed', 'duplicate', 'unknown']);

function chance(oneIn: number): boolean {
  return Math.random() * oneIn < 1;
}
