import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { removeDirectory } from '@common/kit/testing';
import { track } from '@common/kit/testing/reaper';
import pg from 'pg';
import { PLUGINS } from '../platform/conformance/counterparties.ts';
import type { Deployment } from '../platform/conformance/deployment.ts';
import { median, printTable, readable, report } from './support/report.ts';
import { turn } from './support/turns.ts';
import { openMeasuredServer } from './transfer/postgres.ts';
import { type Round, run } from './transfer/subject.ts';

/**
 * Executed transfers on PostgreSQL by one process of each service and by two, of one busy tenant and of a hundred, each
 * of which pays from an account of its own. Beside the rate stands how many of the services' sessions waited at an
 * instant, and for what: a lock says that transactions take turns, which more processes do not change.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const PAYEES = Array.from({ length: 10 }, (_, index) => `payee_${index}`);
const WARM_UP = 600;
const COUNT = 400;
const AT_ONCE = 32;
/** Below the uses that the profile allows for a mandate. */
const USES_OF_A_MANDATE = 900;
const SAMPLE_MS = 20;
const BALANCE = '1000000';
/** The profile’s version with lists in itself. */
const LISTS = '1.0.1';

await using server = await openMeasuredServer();
// These read the server's address when they are loaded.
const { openDeployment } = await import('../platform/conformance/deployment.ts');
const { createClient, transferInputs } = await import('../platform/conformance/client.ts');
const { pidsOfServices } = await import('./transfer/platform.ts');

const rows: (readonly string[])[] = [];
for (const processes of [1, 2] as const)
  for (const tenants of [1, 100]) rows.push(await bench(processes, tenants));
printTable(['', 'a second', 'CPU, ms', 'median, ms', 'p99, ms', 'waiting for a lock', 'for the disk'], rows);

async function bench(processes: 1 | 2, tenantCount: number): Promise<readonly string[]> {
  const tenants = Array.from({ length: tenantCount }, (_, index) => `tn_${index}`);
  await using plugins = await layOutPlugins(tenants);
  await using deployment = await openDeployment({
    engine: 'postgres',
    plugins: plugins.folder,
    authorities: processes,
    peps: processes,
    banks: processes,
    gateways: processes,
    env: { pep: { PEP_LEASE_MS: '5000', PEP_RECONCILE_MS: '2000' } },
  });
  await openAccounts(deployment.databases.bank, tenants);
  await publishLists(deployment, plugins.folder);
  const subject = {
    pids: pidsOfServices(),
    server: server.work,
    transfer: await createAgents(deployment, tenants),
  };
  await run(subject, WARM_UP, AT_ONCE);
  await using waits = await watchWaits();
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await turn();
    rounds.push(await run(subject, COUNT, AT_ONCE));
  }
  const what = `${processes} of each, ${tenantCount === 1 ? 'one tenant' : `${tenantCount} tenants`}`;
  const values = (key: keyof Round) => rounds.map((round) => round[key]);
  report([
    { what: `${what}: a second`, unit: '1/s', values: values('perSecond') },
    { what: `${what}: CPU`, unit: 'ms', values: values('cpuMs') },
  ]);
  const figures = (['perSecond', 'cpuMs', 'medianMs', 'p99Ms'] as const).map((key) => median(values(key)));
  return [what, ...[...figures, waits.mean('Lock'), waits.mean('IO')].map(readable)];
}

/** The plugins as they are, but the treasury pays from an account of each tenant, and to more payees. */
async function layOutPlugins(
  tenants: readonly string[],
): Promise<{ readonly folder: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-plugins-'));
  const forget = track({ kind: 'directory', path: folder });
  await cp(PLUGINS, folder, { recursive: true });
  await change(join(folder, 'treasury/connector.json'), (connector) => {
    const of = (tenant: string) => ({ tenant, when: { currency: 'USD' }, account: accountOf(tenant) });
    connector.tenant_accounts.push(...tenants.map(of));
  });
  await change(join(folder, 'treasury/profile.json'), ({ rules }) => {
    const to = (id: string) => ({ beneficiary_id: id, to_account: accountOf(id), currency: 'USD' });
    rules.beneficiaries.push(...PAYEES.map(to));
  });
  return {
    folder,
    async [Symbol.asyncDispose]() {
      await removeDirectory(folder);
      forget();
    },
  };
}

/** All tenants share the payees of one list, which a directory of each tenant could not. */
async function publishLists(d: Deployment, plugins: string): Promise<void> {
  const draft = JSON.parse(await readFile(join(plugins, 'treasury/profile.json'), 'utf8'));
  const file = join(d.folder, 'lists.json');
  await writeFile(file, JSON.stringify({ ...draft, version: LISTS }));
  await d.sanad('profile', 'publish', file, '--reason', 'one list for all tenants', '--yes');
}

// biome-ignore lint/suspicious/noExplicitAny: a plugin's file is changed before anything reads it.
async function change(file: string, by: (content: any) => void): Promise<void> {
  const content = JSON.parse(await readFile(file, 'utf8'));
  by(content);
  await writeFile(file, JSON.stringify(content));
}

function accountOf(name: string): string {
  return `acct_${name}`;
}

async function openAccounts(database: string, tenants: readonly string[]): Promise<void> {
  await withClient(database, async (client) => {
    for (const name of [...tenants, ...PAYEES])
      await client.query('insert into account (account_id, currency, balance) values ($1, $2, $3)', [
        accountOf(name),
        'USD',
        BALANCE,
      ]);
  });
}

async function withClient(database: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

/** One mandate for each tenant, renewed before its uses end; tenants and payees take turns. */
async function createAgents(d: Deployment, tenants: readonly string[]): Promise<() => Promise<void>> {
  const client = createClient(d);
  const newMandate = (tenant: string) =>
    client.register({
      tenant,
      policy_version: `treasury.v1@${LISTS}`,
      rules: { amount_max: '5000', daily_max: '50000', threshold: '1000' },
    });
  const mandates = await Promise.all(
    tenants.map(async (tenant) => ({ tenant, id: newMandate(tenant), uses: 0 })),
  );
  let next = 0;
  return async () => {
    const mandate = mandates[next % mandates.length];
    if (mandate === undefined) throw new Error('there is no tenant');
    const payee = PAYEES[next % PAYEES.length] ?? '';
    next += 1;
    mandate.uses += 1;
    if (mandate.uses % USES_OF_A_MANDATE === 0) mandate.id = newMandate(mandate.tenant);
    const inputs = transferInputs({ amount: '1', to_account: accountOf(payee), beneficiary_id: payee });
    const { body, text } = await client.pay(inputs, { mandate: await mandate.id });
    if (body?.status !== 'executed') throw new Error(`a transfer ended with ${text}`);
  };
}

interface Waits extends AsyncDisposable {
  /** How many sessions waited for this kind of event at an instant, on average. */
  readonly mean: (kind: 'Lock' | 'IO') => number;
}

async function watchWaits(): Promise<Waits> {
  const client = new pg.Client({ connectionString: server.address });
  await client.connect();
  const sums: Record<string, number> = {};
  let samples = 0;
  let isOpen = true;
  const sampling = (async () => {
    for (; isOpen; await setTimeout(SAMPLE_MS)) {
      const { rows: waiting } = await client.query<{ kind: string; sessions: number }>(
        `select wait_event_type as kind, count(*)::int as sessions from pg_stat_activity
          where application_name like 'sanad-%' and wait_event_type in ('Lock', 'IO') group by 1`,
      );
      samples += 1;
      for (const { kind, sessions } of waiting) sums[kind] = (sums[kind] ?? 0) + sessions;
    }
  })();
  return {
    mean: (kind) => (sums[kind] ?? 0) / Math.max(samples, 1),
    async [Symbol.asyncDispose]() {
      isOpen = false;
      await sampling;
      await client.end();
    },
  };
}
