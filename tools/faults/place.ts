import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import { freePorts } from '@common/kit/testing/free-ports';
import { startPostgres } from '@common/kit/testing/postgres';
import { type Service, spawnService } from '@common/kit/testing/service';
import { type Client, createClient, send, transferInputs } from '../../platform/conformance/client.ts';
import { type Deployment, openDeployment } from '../../platform/conformance/deployment.ts';
import type { ServiceName } from '../../platform/conformance/layout.ts';
import { type Line, openLine } from './line.ts';

/** What a caller got. */
export interface Answer {
  /** What was asked. */
  readonly call: string;
  /** 0 if there was no answer. */
  readonly status: number;
  readonly text: string;
  readonly requestId: string;
  readonly retryAfter: string | null;
}

type Call = () => Promise<Answer>;

/** A service, as its callers and its operator see it. */
export interface Watched {
  readonly name: string;
  /** The process that runs it. */
  readonly program: Program;
  /** Calls that need its own database. */
  readonly onDatabase: readonly Call[];
  /** Calls that need another service. */
  readonly onPeer: readonly Call[];
  /** Its database; null if it has none. */
  readonly database: string | null;
}

export interface Program {
  readonly name: string;
  output(): string;
  /** Ends it as its operator does, and starts it again. Rejects with its output if it does not start. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Where its log goes while the file `order` exists. */
  readonly order: string;
}

export interface Place {
  readonly services: readonly Watched[];
  /** The ways from the services to those that they call. */
  readonly peers: readonly Line[];
  close(): Promise<void>;
}

/** How long a statement may take on PostgreSQL. */
const STATEMENT_MS = 1_000;
const PRELOAD = join(import.meta.dirname, 'swap-log.cjs');
const TIMEOUT_MS = 45_000;

/** All nine services, on one engine, with lines between those that call each other. */
export async function openPlace(engine: 'sqlite' | 'postgres'): Promise<Place> {
  const [authorityLine, pepLine, bankLine] = [await openLine(), await openLine(), await openLine()];
  const peers = [authorityLine, pepLine, bankLine];
  const orders = `${process.env.TMPDIR ?? '/tmp'}/sanad-orders-${process.pid}-${engine}`;
  await mkdir(orders, { recursive: true });
  const own = (name: string, more: Readonly<Record<string, string>> = {}) => ({
    LOG_LEVEL: 'info',
    DATABASE_STATEMENT_MS: String(STATEMENT_MS),
    NODE_OPTIONS: `--require=${PRELOAD}`,
    SWAP_LOG: join(orders, name),
    ...more,
  });
  const [AUTHORITY_URL, PEP_URL, BANK_URL] = peers.map(({ port }) => `http://127.0.0.1:${port}`) as [
    string,
    string,
    string,
  ];
  const d = await openDeployment({
    engine,
    witnesses: true,
    console: true,
    env: {
      authority: own('authority'),
      pep: own('pep', { AUTHORITY_URL, BANK_URL }),
      gateway: own('gateway', { AUTHORITY_URL, PEP_URL }),
      bank: own('bank'),
      console: own('console', { AUTHORITY_URL }),
      'witness-ana': own('witness-ana'),
      'witness-bert': own('witness-bert'),
    },
  });
  const portOf = (url: string) => Number(new URL(url).port);
  authorityLine.aim(portOf(d.urls.authority));
  pepLine.aim(portOf(d.urls.pep));
  bankLine.aim(portOf(d.urls.bank));
  const screener = await openScreener(engine, d.folder, own('screener'), join(orders, 'screener'));
  const programs = (name: ServiceName): Program => ({
    name,
    order: join(orders, name),
    output: () => d.output(name),
    restart: async () => void (await d.restart(name)),
    stop: async () => void (await d.stop(name)),
    kill: () => d.kill(name),
  });
  return {
    services: [...platformServices(d, programs), screener.watched],
    peers,
    async close() {
      await Promise.all(peers.map((line) => line.set('open').then(() => line.close())));
      await screener.close();
      await d.close();
      await rm(orders, { recursive: true });
    },
  };
}

function platformServices(d: Deployment, program: (name: ServiceName) => Program): readonly Watched[] {
  const client = createClient(d);
  const { databases, urls } = d;
  const get = (url: string, path: string) => () => ask(`GET ${path}`, `${url}${path}`);
  const counterparty = (name: string, url: string, path: string) => {
    const guarded = () => {
      const headers = { 'x-broker-token': client.brokerToken({ method: 'GET', path }) };
      return ask(`GET ${path}`, `${url}${path}`, { headers });
    };
    return {
      name,
      program: program('bank'),
      database: databases[name] ?? null,
      onDatabase: [guarded, get(url, '/healthz')],
      onPeer: [],
    };
  };
  const broker = /^broker ready at (\S+)/m.exec(d.output('bank'))?.[1] ?? '';
  const tool = () =>
    ask('POST /v1/tools/read_balance', `${urls.gateway}/v1/tools/read_balance`, {
      body: { account_id: 'acct_operating' },
      bearer: d.agentToken,
      headers: { 'x-service-contract': d.mandates.treasury },
    });
  return [
    {
      name: 'authority',
      program: program('authority'),
      database: databases.authority,
      onDatabase: [get(urls.authority, '/contracts'), () => propose(client), get(urls.authority, '/healthz')],
      onPeer: [],
    },
    {
      name: 'pep',
      program: program('pep'),
      database: databases.pep,
      onDatabase: [get(urls.pep, '/log/witnessed'), get(urls.pep, '/healthz')],
      onPeer: [() => execute(client)],
    },
    {
      name: 'gateway',
      program: program('gateway'),
      database: databases.gateway,
      // It stores only what it learns from the authority, so it needs both.
      onDatabase: [get(urls.gateway, '/log/witnessed'), tool],
      onPeer: [tool],
    },
    counterparty('bank', urls.bank, '/accounts/acct_operating/balance'),
    counterparty('recipient', urls.recipient, '/requesters/clinic'),
    counterparty('broker', broker, '/positions/SWIQ'),
    {
      name: 'witness',
      program: program('witness-ana'),
      database: databases['witness-ana'] ?? null,
      onDatabase: [get(d.log?.witnesses[0]?.url ?? '', '/healthz')],
      onPeer: [],
    },
    {
      name: 'console',
      program: program('console'),
      database: null,
      onDatabase: [],
      onPeer: [get(urls.console, '/')],
    },
  ];
}

async function openScreener(
  engine: 'sqlite' | 'postgres',
  folder: string,
  env: Readonly<Record<string, string>>,
  order: string,
): Promise<{ readonly watched: Watched; close(): Promise<void> }> {
  const [port = 0] = await freePorts(1);
  const made = engine === 'sqlite' ? null : await startPostgres();
  const database = made?.url ?? `sqlite:${join(folder, 'screener.sqlite')}`;
  const start = () =>
    spawnService({
      entry: join(REPOSITORY, 'screener/site/src/main.ts'),
      cwd: folder,
      env: {
        ...env,
        DATABASE_URL: database,
        SCREENER_PORT: String(port),
        SECRETS_DIR: join(folder, 'screener-secrets'),
        RATE_LIMIT_DEMO: '0',
        DATABASE_CONNECTIONS: '5',
      },
      ready: /^screener ready at /m,
      timeoutMs: 120_000,
    });
  let service: Service = await start();
  const stop = async () => void (await service.stop());
  const url = `http://127.0.0.1:${port}`;
  let asked = 0;
  /** Each time another date, because an answer that is known comes from memory. */
  const screen = () => {
    asked += 1;
    const day = new Date(Date.UTC(2024, 0, 1 + asked)).toISOString().slice(0, 10);
    return ask('GET /v1/screen/AAPL', `${url}/v1/screen/AAPL?as_of=${day}`);
  };
  const page = () => ask('GET /value', `${url}/value`);
  return {
    watched: {
      name: 'screener',
      database,
      onDatabase: [screen, page, () => ask('GET /health', `${url}/health`)],
      onPeer: [],
      program: {
        name: 'screener',
        order,
        output: () => service.output(),
        stop,
        kill: async () => void (await service.kill()),
        async restart() {
          await stop();
          service = await start();
        },
      },
    },
    async close() {
      await stop();
      await made?.drop();
    },
  };
}

async function ask(call: string, url: string, request: Parameters<typeof send>[1] = {}): Promise<Answer> {
  try {
    const { status, headers, text } = await within(send(url, request));
    const [requestId, retryAfter] = [headers.get('x-request-id') ?? '', headers.get('retry-after')];
    return { call, status, text, requestId, retryAfter };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { call, status: 0, text, requestId: '', retryAfter: null };
  }
}

function answerOf(call: string, reply: { status: number; headers: Headers; text: string }): Answer {
  const { status, headers, text } = reply;
  return {
    call,
    status,
    text,
    requestId: headers.get('x-request-id') ?? '',
    retryAfter: headers.get('retry-after'),
  };
}

async function propose(client: Client): Promise<Answer> {
  const call = 'POST /grants';
  try {
    return answerOf(
      call,
      await client.proposeAsGateway('bank.executeTransfer', transferInputs({ amount: '1' })),
    );
  } catch (error) {
    return { call, status: 0, text: String(error), requestId: '', retryAfter: null };
  }
}

/** Presents a new grant to the enforcement point, which asks the authority and then the bank. */
async function execute(client: Client): Promise<Answer> {
  const call = 'POST /execute';
  try {
    const proposed = await client.proposeAsGateway('bank.executeTransfer', transferInputs({ amount: '1' }));
    return answerOf(call, await client.execute(proposed.body));
  } catch (error) {
    return { call, status: 0, text: String(error), requestId: '', retryAfter: null };
  }
}

async function within<Value>(work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
