import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FailureCode } from '@common/kit/failures';
import { openDatabase, transaction } from '@common/kit/sql/database';
import { administer } from '@common/kit/testing/postgres-server';
import { sql } from 'kysely';
import { fileOf } from '../databases.ts';
import type { Disk } from './disk.ts';
import { type Cell, observe, recovery } from './observe.ts';
import type { Place, Watched } from './place.ts';
import type { TestServer } from './server.ts';

/** A fault, and what each service must do under it. */
export interface Fault {
  readonly name: string;
  run(place: Place): Promise<readonly Cell[]>;
}

/** Each service says which other one is away. */
const OF_PEER = [
  'authority_unavailable',
  'pep_unavailable',
  'authority_silent',
  'authority_garbled',
  'unknown',
  'refused',
];

type Ending = () => Promise<void>;

const none = (fault: string, service: string, why: string): Cell => ({
  fault,
  service,
  got: `does not apply: ${why}`,
  logged: '',
  recovered: '',
  broken: [],
});

interface Common {
  readonly name: string;
  readonly codes: readonly string[];
  readonly mayPass?: boolean;
}

/** A fault that all services with a database have at once, and that ends without a restart. */
function onDatabases(
  { name, codes, mayPass = false }: Common,
  begin: (watched: readonly Watched[]) => Promise<Ending>,
): Fault {
  return {
    name,
    async run({ services }) {
      const concerned = services.filter(({ database }) => database !== null);
      const end = await begin(concerned);
      const seen = await Promise.all(
        concerned.map((one) => {
          const also = one.onPeer.length > 0 ? OF_PEER : [];
          return observe(one, one.onDatabase, { codes: [...codes, ...also], mayPass });
        }),
      );
      await end();
      const seconds = await Promise.all(concerned.map(({ onDatabase }) => recovery(onDatabase)));
      return services.map((one) => {
        const at = concerned.indexOf(one);
        const found = seen[at];
        if (found === undefined) return none(name, one.name, 'it has no database');
        return cellOf(name, one.name, found, seconds[at] ?? null);
      });
    },
  };
}

function cellOf(
  fault: string,
  service: string,
  found: Pick<Cell, 'got' | 'logged' | 'broken'>,
  seconds: number | null,
  how = 'by itself',
): Cell {
  const recovered = seconds === null ? 'no' : `${how}, ${seconds.toFixed(1)} s`;
  return {
    ...found,
    fault,
    service,
    recovered,
    broken: seconds === null ? [...found.broken, 'it did not recover'] : found.broken,
  };
}

/** Faults of a PostgreSQL server. */
export function faultsOfServer(server: TestServer): readonly Fault[] {
  const away: readonly FailureCode[] = ['database_unavailable'];
  return [
    onDatabases({ name: 'database stopped', codes: away }, async () => {
      await server.stop();
      return () => server.start();
    }),
    onDatabases({ name: 'database restarted', codes: away, mayPass: true }, async () => {
      await server.stop();
      const started = sleep(1_000).then(() => server.start());
      return () => started;
    }),
    onDatabases({ name: 'connections cut in use', codes: away, mayPass: true }, async () => {
      let isOver = false;
      const cutting = (async () => {
        while (!isOver) {
          await administer(
            server.url('postgres'),
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'sanad-%'",
          );
          await sleep(20);
        }
      })();
      return async () => {
        isOver = true;
        await cutting;
      };
    }),
    onDatabases(
      { name: 'statements past their time (tables locked)', codes: ['database_timeout', 'timeout'] },
      async (watched) => {
        const ends = await Promise.all(watched.map(({ database }) => lockTables(database ?? '')));
        return async () => {
          for (const end of ends) await end();
        };
      },
    ),
    onDatabases({ name: 'server made read-only', codes: ['storage_read_only'] }, async () => {
      const set = async (word: string) => {
        await administer(server.url('postgres'), `alter system set default_transaction_read_only = ${word}`);
        await administer(server.url('postgres'), 'select pg_reload_conf()');
      };
      await set('on');
      return () => set('off');
    }),
  ];
}

async function lockTables(url: string): Promise<Ending> {
  const database = await openDatabase<unknown>({
    url,
    postgres: { statementTimeoutMs: 0, idleInTransactionTimeoutMs: 0, connectTimeoutMs: 20_000 },
  });
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = transaction(database, async (trx) => {
    const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = 'public'`.execute(trx);
    const tables = sql.join(rows.map(({ name }) => sql.table(name)));
    await sql`lock table ${tables} in access exclusive mode`.execute(trx);
    locked.resolve();
    await released.promise;
  });
  await Promise.race([locked.promise, held]);
  return async () => {
    released.resolve();
    await held;
    await database.close();
  };
}

/** Faults of SQLite's files. */
export function faultsOfFiles(disk: Disk | null): readonly Fault[] {
  return [
    disk === null
      ? {
          name: 'disk full',
          run: async ({ services }) =>
            services.map(({ name }) => none('disk full', name, 'only root may mount a small disk here')),
        }
      : onDatabases({ name: 'disk full', codes: ['disk_full'] }, async () => {
          disk.fill();
          return async () => disk.empty();
        }),
    onDatabases(
      { name: 'file locked by another process', codes: ['database_busy', 'timeout'] },
      async (watched) => {
        const locks = watched.map(({ database }) => {
          const lock = new DatabaseSync(fileOf(database ?? '') ?? '', { timeout: 10_000 });
          lock.exec('begin immediate');
          return lock;
        });
        return async () => {
          for (const lock of locks) lock.close();
        };
      },
    ),
    { name: 'damaged pages', run: damagePages },
  ];
}

const PAGE = 4_096;
const DAMAGED = 'damaged';

/** One service after the other: each is stopped, damaged, started, restored and started. */
async function damagePages({ services }: Place): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  for (const one of services) {
    const file = one.database === null ? null : fileOf(one.database);
    if (file === null) {
      cells.push(none('damaged pages', one.name, 'it has no database'));
      continue;
    }
    await one.program.stop();
    copyFileSync(file, `${file}.whole`);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xa5, PAGE));
    const refusal = await one.program.restart().then(
      () => '',
      (error: unknown) => String(error),
    );
    copyFileSync(`${file}.whole`, file);
    rmSync(`${file}.whole`);
    await one.program.restart();
    const line = refusal.split('\n').find((each) => each.includes(DAMAGED)) ?? '';
    cells.push(
      cellOf(
        'damaged pages',
        one.name,
        {
          got: refusal === '' ? 'it started' : 'no_answer: it does not start',
          logged: line.slice(0, 160),
          broken: line === '' ? ['its last words do not name the damage'] : [],
        },
        await recovery(one.onDatabase),
        'once restored',
      ),
    );
  }
  return cells;
}

/** Faults of the services that a service calls. */
export const FAULTS_OF_PEERS: readonly Fault[] = (
  [
    ['peer refuses connections', 'refused'],
    ['peer never answers', 'hanging'],
    ['peer answers rubbish', 'rubbish'],
  ] as const
).map(([name, state]) => ({
  name,
  async run({ services, peers }) {
    for (const line of peers) await line.set(state);
    const concerned = services.filter(({ onPeer }) => onPeer.length > 0);
    const seen = await Promise.all(concerned.map((one) => observe(one, one.onPeer, { codes: OF_PEER })));
    for (const line of peers) await line.set('open');
    const seconds = await Promise.all(concerned.map(({ onPeer }) => recovery(onPeer)));
    return services.map((one) => {
      const at = concerned.indexOf(one);
      const found = seen[at];
      if (found !== undefined) return cellOf(name, one.name, found, seconds[at] ?? null);
      const why =
        one.name === 'screener' ? 'it reads its snapshot alone' : 'no caller waits for another service';
      return none(name, one.name, why);
    });
  },
}));

/** Faults of a process. */
export const FAULTS_OF_PROCESS: readonly Fault[] = [
  { name: 'log cannot be written (full disk)', run: fillLogs },
  { name: 'killed and started again', run: killAll },
];

async function fillLogs({ services }: Place): Promise<readonly Cell[]> {
  const name = 'log cannot be written (full disk)';
  const orders = new Set(services.map(({ program }) => program.order));
  for (const order of orders) closeSync(openSync(order, 'w'));
  await sleep(500);
  const cells: Cell[] = [];
  const ids = new Map<string, string>();
  for (const one of services) {
    const [call] = [...one.onDatabase, ...one.onPeer];
    const answer = await call?.();
    ids.set(one.name, answer?.requestId ?? '');
    cells.push({
      fault: name,
      service: one.name,
      got: `${answer?.status}`,
      logged: '',
      recovered: '',
      broken: answer?.status === 200 ? [] : [`it answers ${answer?.status} ${answer?.text}`],
    });
  }
  await sleep(500);
  for (const order of orders) rmSync(order);
  const startedAt = performance.now();
  const finished: Cell[] = [];
  for (const [at, one] of services.entries()) {
    const log = `${one.program.order}.log`;
    const isBack = () => existsSync(log) && readFileSync(log, 'utf8').includes(ids.get(one.name) ?? '-');
    while (!isBack() && performance.now() - startedAt < 5_000) await sleep(100);
    const seconds = isBack() ? (performance.now() - startedAt) / 1_000 : null;
    const cell = cells[at];
    if (cell === undefined) continue;
    const logged = seconds === null ? '' : `the line of that call, afterwards (${statSync(log).size} bytes)`;
    finished.push(cellOf(name, one.name, { ...cell, logged }, seconds));
  }
  return finished;
}

async function killAll({ services }: Place): Promise<readonly Cell[]> {
  const name = 'killed and started again';
  const cells: Cell[] = [];
  const programs = new Set(services.map(({ program }) => program.name));
  for (const each of programs) {
    const own = services.filter(({ program }) => program.name === each);
    const [first] = own;
    if (first === undefined) continue;
    await first.program.kill();
    const answers = await Promise.all(own.map(({ onDatabase, onPeer }) => [...onDatabase, ...onPeer][0]?.()));
    const startedAt = performance.now();
    await first.program.restart();
    for (const [at, one] of own.entries()) {
      const back = await recovery([...one.onDatabase, ...one.onPeer]);
      const seconds = back === null ? null : (performance.now() - startedAt) / 1_000;
      const got = answers[at]?.status === 0 ? 'no_answer: connection refused' : `${answers[at]?.status}`;
      const broken = answers[at]?.status === 0 ? [] : [`it answers ${answers[at]?.status}`];
      cells.push(cellOf(name, one.name, { got, logged: '', broken }, seconds, 'once started'));
    }
  }
  return services.flatMap(({ name: service }) => cells.filter((cell) => cell.service === service));
}
