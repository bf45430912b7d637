import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { freePorts } from '@common/kit/testing/free-ports';
import { startPostgres } from '@common/kit/testing/postgres';
import { track } from '@common/kit/testing/reaper';
import { type RoundRobin, startRoundRobin } from '@common/kit/testing/round-robin';
import { type Service, spawnService } from '@common/kit/testing/service';
import { nodeCrypto } from '@platform/proof/node';
import type { Signer } from '@platform/proof/signed';
import { openDeploymentId } from '@platform/trust/deployment-id';
import { signJwt } from '@platform/trust/jwt';
import { watchPlugins } from '@platform/trust/plugin-folders';
import { allReady, type MockCounterparty, mockCounterparties, PLUGINS } from './counterparties.ts';
import { type Folders, folderVariables, makePeople, openSigner, sanad } from './people.ts';

/** A deployment's processes. `bank` holds all counterparties; second ones exist only on request. */
const SERVICES = ['authority', 'authority2', 'pep', 'pep2', 'bank', 'bank2', 'gateway', 'gateway2'] as const;
type App = 'authority' | 'pep' | 'bank' | 'gateway';
export type ServiceName = (typeof SERVICES)[number];

type Environment = Readonly<Record<string, string>>;

export interface DeploymentOptions {
  readonly engine?: 'sqlite' | 'postgres';
  /** Two need `postgres`, and share one address. */
  readonly authorities?: 1 | 2;
  /** Enforcement points, as for authorities. */
  readonly peps?: 1 | 2;
  /** Processes of all counterparties, as for authorities. */
  readonly banks?: 1 | 2;
  /** As for authorities. */
  readonly gateways?: 1 | 2;
  /** Variables for single services, on top of those that all get. */
  readonly env?: Partial<Record<ServiceName, Environment>>;
  /** The plugins' folder; by default the repository's. */
  readonly plugins?: string;
}

interface Urls {
  readonly gateway: string;
  /** The one address of all authorities. */
  readonly authority: string;
  /** Each authority's own address. */
  readonly authorities: readonly string[];
  /** The one address of all enforcement points. */
  readonly pep: string;
  readonly bank: string;
  readonly recipient: string;
}

/** Database addresses; a mock counterparty's by its name. */
type Databases = Readonly<Record<'authority' | 'pep' | 'gateway' | 'bank', string> & Record<string, string>>;

/** The whole platform: real processes, keys, profiles and mandates, on free ports and in a folder of its own. */
export interface Deployment {
  /** The deployment's id, which every signed object names. */
  readonly id: string;
  readonly folder: string;
  readonly folders: Folders;
  readonly urls: Urls;
  readonly databases: Databases;
  readonly services: readonly ServiceName[];
  /** For an agent of principal `local`. */
  readonly agentToken: string;
  /** Of the plugins' files, by plugin. */
  readonly pluginHashes: ReadonlyMap<string, string>;
  /** Ids of the mandates that the deployment starts with. */
  readonly mandates: Readonly<Record<'treasury' | 'records', string>>;
  readonly secrets: Readonly<Record<'jwt' | 'gateway' | 'broker', string>>;
  readonly signer: (kid: string) => Promise<Signer>;
  /** The platform's command line on this deployment. */
  readonly sanad: (...args: readonly string[]) => Promise<string>;
  /** `kill -9`. */
  kill(name: ServiceName): Promise<void>;
  /** As its operator stops it: what it has begun, it ends. */
  stop(name: ServiceName): Promise<void>;
  /** Waits until a service ends by itself, and returns the signal that ended it. */
  ended(name: ServiceName): Promise<NodeJS.Signals | null>;
  /**
   * Starts a service, shutting it down first if it is running; the extra variables hold until the next start. Returns the
   * exit code or signal with which the one before ended; null if there was none.
   */
  restart(name: ServiceName, env?: Environment): Promise<number | NodeJS.Signals | null>;
  isRunning(name: ServiceName): boolean;
  /** What a service has printed since it was last started. */
  output(name: ServiceName): string;
  /** Ends everything and removes the folder. Throws if a service does not shut down cleanly. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const READY = /^\S+ ready at \S+/m;
const STARTS = 3;
/** Longer than a service takes to close by itself at most. */
const CLOSE_MS = 15_000;
const MS_PER_SECOND = 1_000;

export async function openDeployment(options: DeploymentOptions = {}): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-platform-'));
  const forget = track({ kind: 'directory', path: folder });
  const remove = async () => {
    await removeDirectory(folder);
    forget();
  };
  try {
    const folders: Folders = {
      keys: join(folder, 'keys'),
      profiles: join(folder, 'profiles'),
      mandates: join(folder, 'mandates'),
      plugins: options.plugins ?? PLUGINS,
    };
    await makePeople(folders);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await startAll(options, folder, folders, remove);
      } catch (error) {
        // Somebody else may have taken one of the ports.
        if (attempt >= STARTS || !String(error).includes('EADDRINUSE')) throw error;
      }
    }
  } catch (error) {
    await remove();
    throw error;
  }
}

interface Layout {
  readonly urls: Urls;
  readonly databases: Deployment['databases'];
  readonly names: readonly ServiceName[];
  readonly variables: Environment;
  readonly own: Readonly<Record<ServiceName, Environment>>;
  readonly readyBank: RegExp;
}

async function startAll(
  options: DeploymentOptions,
  folder: string,
  folders: Folders,
  remove: () => Promise<void>,
): Promise<Deployment> {
  const { layout, balancers, drop } = await layOut(options, folder, folders);
  const running = new Map<ServiceName, Service>();
  const start = async (name: ServiceName, env: Environment = {}): Promise<void> => {
    const app = appOf(name);
    const service = await spawnService({
      entry: join(REPOSITORY, `platform/${app === 'bank' ? 'counterparties' : app}/src/main.ts`),
      cwd: folder,
      env: { ...layout.variables, ...layout.own[name], ...options.env?.[name], ...env },
      ready: app === 'bank' ? layout.readyBank : READY,
      timeoutMs: 60_000,
    });
    running.set(name, service);
  };
  const endAll = async () => {
    const exits = await Promise.all(
      [...running].map(async ([name, service]) => ({ name, service, ...(await service.stop()) })),
    );
    for (const balancer of balancers) await balancer.close();
    await drop();
    const bad = exits.find(({ code, signal }) => code !== 0 && signal !== 'SIGKILL');
    if (bad !== undefined) throw new Error(`${bad.name} ended with ${bad.code}: ${bad.service.output()}`);
  };
  try {
    // The first ones create the schemas and first mandates before the others start.
    await Promise.all(layout.names.filter((name) => !isSecond(name)).map((name) => start(name)));
    await Promise.all(layout.names.filter(isSecond).map((name) => start(name)));
  } catch (error) {
    await endAll().catch(() => {});
    throw error;
  }
  const close = async () => {
    try {
      await endAll();
    } finally {
      await remove();
    }
  };
  return {
    folder,
    folders,
    urls: layout.urls,
    databases: layout.databases,
    services: layout.names,
    ...(await readFacts(folders)),
    signer: (kid) => openSigner(folders, kid),
    sanad: (...args) => sanad(args, { ...folderVariables(folders), AUTHORITY_URL: layout.urls.authority }),
    ...control(running, start),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function control(
  running: Map<ServiceName, Service>,
  start: (name: ServiceName, env?: Environment) => Promise<void>,
): Pick<Deployment, 'kill' | 'stop' | 'ended' | 'restart' | 'isRunning' | 'output'> {
  const serviceOf = (name: ServiceName): Service => {
    const service = running.get(name);
    if (service === undefined) throw new Error(`${name} is not running`);
    return service;
  };
  return {
    async kill(name) {
      const service = serviceOf(name);
      running.delete(name);
      await service.kill();
    },
    async stop(name) {
      const service = serviceOf(name);
      running.delete(name);
      await service.stop('SIGTERM', CLOSE_MS);
    },
    async ended(name) {
      const { signal } = await serviceOf(name).exit();
      running.delete(name);
      return signal;
    },
    async restart(name, env) {
      const service = running.get(name);
      running.delete(name);
      const end = await service?.stop('SIGTERM', CLOSE_MS);
      await start(name, env);
      return end === undefined ? null : (end.code ?? end.signal);
    },
    isRunning: (name) => running.has(name),
    output: (name) => running.get(name)?.output() ?? '',
  };
}

function isSecond(name: ServiceName): boolean {
  return name.endsWith('2');
}

function appOf(name: ServiceName): App {
  return name.replace('2', '') as App;
}

async function layOut(options: DeploymentOptions, folder: string, folders: Folders) {
  const { engine = 'sqlite', authorities = 1, peps = 1, banks = 1, gateways = 1 } = options;
  const counts: Readonly<Record<App, 1 | 2>> = {
    ...{ authority: authorities, pep: peps, bank: banks, gateway: gateways },
  };
  if (Object.values(counts).includes(2) && engine === 'sqlite')
    throw new Error('two of a kind need PostgreSQL');
  const mocks = await mockCounterparties();
  const { databases, drop } = await makeDatabases(engine, folder, mocks);
  const balancers: RoundRobin[] = [];
  /** The processes of an app, each with as many doors; one of `fronts` stands before the same door of all. */
  const place = async (app: App, doors: number) => {
    const ports = await freePorts(doors * (counts[app] + 1));
    const groups = [0, 1, 2].map((process) => ports.slice(process * doors, (process + 1) * doors));
    const [own = [], second = [], before = []] = groups;
    if (counts[app] === 1) return { fronts: own, processes: [own] };
    for (const [door, port] of before.entries())
      balancers.push(await startRoundRobin(port, [own[door] ?? 0, second[door] ?? 0]));
    return { fronts: before, processes: [own, second] };
  };
  const [authority, pep, gateway] = [
    await place('authority', 1),
    await place('pep', 1),
    await place('gateway', 1),
  ];
  const bank = await place('bank', mocks.length);
  const url = (port = 0) => `http://127.0.0.1:${port}`;
  const addressOf = (name: string) => url(bank.fronts[mocks.findIndex((mock) => mock.name === name)]);
  const urls: Urls = {
    gateway: url(gateway.fronts[0]),
    authority: url(authority.fronts[0]),
    authorities: authority.processes.map(([port]) => url(port)),
    pep: url(pep.fronts[0]),
    bank: addressOf('bank'),
    recipient: addressOf('recipient'),
  };
  const own = ownVariables(databases, folder, mocks);
  const portOf = ({ processes }: { readonly processes: readonly (readonly number[])[] }, at: 0 | 1) =>
    String(processes[at]?.[0] ?? 0);
  const bankPorts = (at: 0 | 1) =>
    Object.fromEntries(
      mocks.map(({ prefix }, door) => [`${prefix}_PORT`, String(bank.processes[at]?.[door] ?? 0)]),
    );
  const layout: Layout = {
    urls,
    databases,
    names: SERVICES.filter((name) => !isSecond(name) || counts[appOf(name)] === 2),
    variables: {
      ...folderVariables(folders),
      LOG_LEVEL: 'warn',
      AUTHORITY_URL: urls.authority,
      PEP_URL: urls.pep,
      ...Object.fromEntries(mocks.map(({ name, prefix }) => [`${prefix}_URL`, addressOf(name)])),
      // All processes together stay below the 100 connections of a server as it comes.
      DATABASE_CONNECTIONS: '5',
    },
    own: {
      authority: { AUTHORITY_PORT: portOf(authority, 0), ...own.authority },
      authority2: { AUTHORITY_PORT: portOf(authority, 1), ...own.authority },
      pep: { PEP_PORT: portOf(pep, 0), ...own.pep },
      pep2: { PEP_PORT: portOf(pep, 1), ...own.pep },
      bank: { ...bankPorts(0), ...own.bank },
      bank2: { ...bankPorts(1), ...own.bank },
      gateway: { GATEWAY_PORT: portOf(gateway, 0), ...own.gateway },
      gateway2: { GATEWAY_PORT: portOf(gateway, 1), ...own.gateway },
    },
    readyBank: allReady(mocks),
  };
  return { layout, balancers, drop };
}

/** What all processes of an app are given, besides their ports. */
function ownVariables(
  databases: Databases,
  folder: string,
  mocks: readonly MockCounterparty[],
): Readonly<Record<App, Environment>> {
  return {
    authority: {
      AUTHORITY_DATABASE_URL: databases.authority,
      RECEIPTS_DIR: join(folder, 'out'),
      // Races and load propose more under one mandate than anyone should.
      PROPOSALS_PER_MINUTE: '1000000',
      DENIALS_PER_DAY: '1000000',
    },
    // Short, so that a test need not wait long for what a killed process left behind.
    pep: { PEP_DATABASE_URL: databases.pep, PEP_RECONCILE_MS: '200', PEP_LEASE_MS: '1000' },
    bank: Object.fromEntries(
      mocks.map(({ name, prefix }) => [`${prefix}_DATABASE_URL`, databases[name] ?? '']),
    ),
    gateway: { GATEWAY_DATABASE_URL: databases.gateway },
  };
}

async function makeDatabases(
  engine: 'sqlite' | 'postgres',
  folder: string,
  mocks: readonly MockCounterparty[],
): Promise<{ readonly databases: Databases; readonly drop: () => Promise<void> }> {
  const names = ['authority', 'pep', 'gateway', ...mocks.map(({ name }) => name)];
  const drops: (() => Promise<void>)[] = [];
  const databases: Record<string, string> = {};
  for (const name of names) {
    if (engine === 'sqlite') databases[name] = `sqlite:${join(folder, `${name}.sqlite`)}`;
    else {
      const { url, drop } = await startPostgres();
      databases[name] = url;
      drops.push(drop);
    }
  }
  const { authority = '', pep = '', gateway = '', bank = '' } = databases;
  const drop = async () => {
    for (const one of drops) await one();
  };
  return { databases: { ...databases, authority, pep, gateway, bank }, drop };
}

async function readFacts(
  folders: Folders,
): Promise<Pick<Deployment, 'id' | 'pluginHashes' | 'agentToken' | 'mandates' | 'secrets'>> {
  const idOf = async (plugin: string): Promise<string> =>
    JSON.parse(await readFile(join(folders.mandates, `${plugin}.json`), 'utf8')).contract.contract_id;
  const secretOf = async (name: string) => (await readFile(join(folders.keys, name), 'utf8')).trim();
  const { plugins } = watchPlugins(folders.plugins, nodeCrypto)();
  return {
    pluginHashes: new Map([...plugins].map(([name, { hash }]) => [name, hash])),
    id: await openDeploymentId(folders.keys),
    // Bare, as the interface document has it: the tests register mandates as they go.
    agentToken: signJwt(await secretOf('jwt.secret'), {
      sub: 'local',
      iat: Math.floor(Date.now() / MS_PER_SECOND),
    }),
    mandates: { treasury: await idOf('treasury'), records: await idOf('records') },
    secrets: {
      jwt: await secretOf('jwt.secret'),
      gateway: await secretOf('gateway.secret'),
      broker: await secretOf('broker.secret'),
    },
  };
}
