import { openDatabase } from '@common/kit/sql/database';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import type { RevokedMandate } from '@platform/core/objects/mandate';
import { type Audit, audit, fsck, settle } from './audit.ts';
import { type BankLine, openBankLine } from './bank-line.ts';
import { type Client, createClient, send, transferInputs } from './client.ts';
import { type Deployment, type DeploymentOptions, openDeployment } from './deployment.ts';
import { until } from './wait.ts';

/** What happens to the bank while the mandate is revoked. */
const TROUBLES = ['none', 'killed', 'paused', 'cut_before', 'cut_after'] as const;
type Trouble = (typeof TROUBLES)[number];

interface StopOptions {
  readonly rounds: number;
  /** The number of agents that pay under each mandate at the same time. Default 4. */
  readonly agents?: number;
  /** After so many rounds, everything must settle, and all books are compared. Default 25. */
  readonly auditEvery?: number;
  readonly onProgress?: (line: string) => void;
}

interface StopReport extends Audit {
  readonly rounds: Readonly<Record<Trouble, number>>;
  /** Transfers that left for the bank, and how many of them were named as on their way. */
  readonly sent: number;
  readonly named: Readonly<Record<keyof RevokedMandate['grants'], number>>;
  /** From the request to revoke to its answer, in milliseconds. */
  readonly answeredAfterMs: { readonly median: number; readonly longest: number };
  /** From the last transfer that left to the answer, in milliseconds. */
  readonly closestMs: number;
  readonly log: string;
  readonly seconds: number;
}

/** A mandate that was revoked under load. */
interface Round {
  readonly mandate: string;
  readonly trouble: Trouble;
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly grants: RevokedMandate['grants'];
}

const BEFORE_TROUBLE_MS = 250;
/** How long an agent waits after a payment that was not executed. */
const PAUSE_MS = 50;
const BEFORE_STOP_MS = 150;
/** How long the trouble lasts after the answer. */
const AFTER_STOP_MS = 200;
const MANDATE = {
  limits: { runtime_max_s: 3_600, use_count_max: 1_000 },
  rules: { amount_max: '10', daily_max: '50000', threshold: '10' },
};

/**
 * Revokes one mandate after another under load, each while the bank is killed, paused or cut off. Throws if a
 * transfer left for the bank after the answer, if one that was on its way is not named in it, or if books, receipts
 * and log differ once everything has settled.
 */
export async function stopUnderLoad(options: StopOptions & DeploymentOptions): Promise<StopReport> {
  const { rounds, agents = 4, auditEvery = 25, onProgress = () => {} } = options;
  const begun = Date.now();
  const line = await openBankLine();
  const through = { BANK_URL: line.url };
  await using d = await openDeployment({ ...options, env: { pep: through, pep2: through } });
  line.leadTo(Number(new URL(d.urls.bank).port));
  try {
    const client = createClient(d);
    const done: Round[] = [];
    let compared: Audit | null = null;
    while (done.length < rounds) {
      const trouble = TROUBLES[done.length % TROUBLES.length] ?? 'none';
      done.push(await stopOnce(d, client, line, { trouble, agents }));
      if (done.length % auditEvery !== 0 && done.length < rounds) continue;
      await settle(d);
      await compareAnswers(d, line, done);
      compared = await audit(d);
      onProgress(`${done.length} rounds, ${compared.transfers} transfers: every book agrees`);
    }
    if (compared === null) throw new Error('no round');
    return { ...compared, ...countsOf(done, line), log: await fsck(d), seconds: seconds(begun) };
  } finally {
    await line.close();
  }
}

async function stopOnce(
  d: Deployment,
  client: Client,
  line: BankLine,
  { trouble, agents }: { readonly trouble: Trouble; readonly agents: number },
): Promise<Round> {
  const mandate = await client.register(MANDATE);
  let isOver = false;
  const pay = async () => {
    while (!isOver) {
      const paid = await client.pay(transferInputs({ amount: '7' }), { mandate }).catch(() => null);
      if (paid?.body.status !== 'executed') await sleep(PAUSE_MS);
    }
  };
  // A payment may wait for the bank for longer than the round: it ends by itself.
  for (let agent = 0; agent < agents; agent += 1) void pay();
  const already = line.sent.length;
  await until('a transfer', async () => (line.sent.length > already ? true : null));
  await sleep(Math.random() * BEFORE_TROUBLE_MS);
  const end = await begin(d, line, trouble);
  await sleep(Math.random() * BEFORE_STOP_MS);
  const askedAt = Date.now();
  const revocation = await client.signRevocation(mandate);
  const url = `${d.urls.authority}/contracts/${mandate}/revoke`;
  const { status, body, text } = await send<RevokedMandate>(url, { body: revocation });
  const answeredAt = Date.now();
  if (status !== 200) throw new Error(`the revocation was answered with ${status}: ${text}`);
  isOver = true;
  await sleep(AFTER_STOP_MS);
  await end();
  return { mandate, trouble, askedAt, answeredAt, grants: body.grants };
}

/** Begins the trouble, and returns what ends it. */
async function begin(d: Deployment, line: BankLine, trouble: Trouble): Promise<() => Promise<unknown>> {
  switch (trouble) {
    case 'none':
      return async () => {};
    case 'killed':
      await d.kill('bank');
      return () => d.restart('bank');
    case 'paused':
      d.signal('bank', 'SIGSTOP');
      return async () => d.signal('bank', 'SIGCONT');
    case 'cut_before':
    case 'cut_after':
      line.set(trouble);
      return async () => line.set('whole');
  }
}

/** Compares each answer with what the line has seen, and with what became of each grant. */
async function compareAnswers(d: Deployment, { sent }: BankLine, rounds: readonly Round[]): Promise<void> {
  const database = await openDatabase<AuthoritySchema>({ url: d.databases.authority });
  try {
    const grants = await database.db.selectFrom('action_grant').select(['grant_id', 'contract_id']).execute();
    const rows = await database.db
      .selectFrom('event')
      .select(['sequence', 'kind', 'grant_id', 'record_json'])
      .where('kind', 'in', ['enforcement', 'mandate_revoked'])
      .execute();
    const mandateOf = new Map(grants.map(({ grant_id, contract_id }) => [grant_id, contract_id]));
    const events = rows.map(({ sequence, kind, grant_id, record_json }) => {
      const { event, body } = JSON.parse(record_json);
      return { sequence: Number(sequence), kind, grantId: grant_id, mandate: event.contract_id, body };
    });
    const leftOf = Map.groupBy(sent, ({ grantId }) => mandateOf.get(grantId));
    for (const round of rounds) {
      const left = leftOf.get(round.mandate) ?? [];
      const late = left.find(({ at }) => at > round.answeredAt);
      if (late !== undefined)
        throw new Error(
          `${late.grantId} left ${late.at - round.answeredAt} ms after the answer (bank: ${round.trouble})`,
        );
      const end = events.find(({ kind, mandate }) => kind === 'mandate_revoked' && mandate === round.mandate);
      const reports = events.filter(({ kind, grantId }) => {
        return kind === 'enforcement' && mandateOf.get(grantId ?? '') === round.mandate;
      });
      for (const { grantId, sequence, body } of reports) {
        if (body.decision.outcome === 'executed' && sequence > (end?.sequence ?? 0))
          isNamed(round, grantId ?? '');
      }
    }
  } finally {
    await database.close();
  }
}

function isNamed({ grants: { perhaps_arrived, acknowledged }, trouble }: Round, grantId: string): void {
  if ([...perhaps_arrived, ...acknowledged].includes(grantId)) return;
  throw new Error(`${grantId} was done, and the answer does not name it (bank: ${trouble})`);
}

function countsOf(
  rounds: readonly Round[],
  { sent }: BankLine,
): Pick<StopReport, 'rounds' | 'sent' | 'named' | 'answeredAfterMs' | 'closestMs'> {
  const waits = rounds.map(({ askedAt, answeredAt }) => answeredAt - askedAt).sort((a, b) => a - b);
  const sum = (kind: keyof RevokedMandate['grants']) =>
    rounds.reduce((total, { grants }) => total + grants[kind].length, 0);
  const closest = rounds.map(({ answeredAt }) => {
    const before = sent.filter(({ at }) => at <= answeredAt).map(({ at }) => answeredAt - at);
    return Math.min(...before);
  });
  return {
    rounds: Object.fromEntries(
      TROUBLES.map((name) => [name, rounds.filter(({ trouble }) => trouble === name).length]),
    ) as Record<Trouble, number>,
    sent: sent.length,
    named: {
      never_left: sum('never_left'),
      perhaps_arrived: sum('perhaps_arrived'),
      acknowledged: sum('acknowledged'),
    },
    answeredAfterMs: { median: waits[Math.floor(waits.length / 2)] ?? 0, longest: waits.at(-1) ?? 0 },
    closestMs: Math.min(...closest),
  };
}

function seconds(begun: number): number {
  return Math.round((Date.now() - begun) / 1_000);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
