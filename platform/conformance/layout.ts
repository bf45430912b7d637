import { join } from 'node:path';
import { freePorts } from '@common/kit/testing/free-ports';
import { startPostgres } from '@common/kit/testing/postgres';
import { type RoundRobin, startRoundRobin } from '@common/kit/testing/round-robin';
import { allReady, type MockCounterparty, mockCounterparties } from './counterparties.ts';
import { type Folders, folderVariables } from './people.ts';
import { layOutWitnesses, WITNESSES, type WitnessedLog, witnessVariables } from './witnessed-log.ts';

/**
 * A deployment's processes. `bank` runs all counterparties. Second ones, witnesses and console are optional.
 */
const SERVICES = [
  ...WITNESSES,
  ...(['authority', 'authority2', 'pep', 'pep2', 'bank', 'bank2', 'gateway', 'gateway2', 'console'] as const),
] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Services that may have two processes. */
type PairedApp = 'authority' | 'pep' | 'bank' | 'gateway';
type App = PairedApp | 'witness' | 'console';

export type Environment = Readonly<Record<string, string>>;

/** Which processes there are, and where their data is. */
export interface LayoutOptions {
  readonly engine?: 'sqlite' | 'postgres';
  /** The number of authorities. Two need `postgres`, and share one address. */
  readonly authorities?: 1 | 2;
  /** The number of enforcement points, with the same rules. */
  readonly peps?: 1 | 2;
  /** The number of processes of all counterparties, with the same rules. */
  readonly banks?: 1 | 2;
  /** The number of gateways, with the same rules. */
  readonly gateways?: 1 | 2;
  /** Whether there are two witnesses, which the authorities ask. */
  readonly witnesses?: boolean;
  /**
   * `DRAIN_MS` of all processes; the shared addresses then send nothing new to a process that is not ready.
   */
  readonly drainMs?: number;
  /** Whether there is a console: one process, because it keeps no state that another could use. */
  readonly console?: boolean;
}

export interface Urls {
  readonly gateway: string;
  /** The one address of all authorities. */
  readonly authority: string;
  /** Each authority's own address. */
  readonly authorities: readonly string[];
  /** The one address of all enforcement points. */
  readonly pep: string;
  readonly bank: string;
  readonly recipient: string;
  /** Nothing listens there unless a console was requested. */
  readonly console: string;
}

/** Database addresses. Those of mock counterparties and witnesses are under their names. */
export type Databases = Readonly<
  Record<'authority' | 'pep' | 'gateway' | 'bank', string> & Record<string, string>
>;

interface Layout {
  readonly urls: Urls;
  readonly databases: Databases;
  readonly names: readonly ServiceName[];
  /** Variables of all processes. */
  readonly variables: Environment;
  readonly own: Readonly<Partial<Record<ServiceName, Environment>>>;
  readonly readyBank: RegExp;
  readonly log: WitnessedLog | null;
  /** Closes the balancers in front of the processes, and drops the databases. */
  close(): Promise<void>;
}

/**
 * How often balancers ask a process during a drain. One answer may be late without the drain being missed.
 */
const QUESTIONS_IN_A_DRAIN = 4;

export function isSecond(name: ServiceName): boolean {
  return name.endsWith('2');
}

export function isWitness(name: ServiceName): boolean {
  return appOf(name) === 'witness';
}

export function appOf(name: ServiceName): App {
  return WITNESSES.some((witness) => witness === name) ? 'witness' : (name.replace('2', '') as App);
}

/** Chooses the ports, addresses, databases and variables of all processes. */
export async function layOut(options: LayoutOptions, folder: string, folders: Folders): Promise<Layout> {
  const { engine = 'sqlite', authorities = 1, peps = 1, banks = 1, gateways = 1, drainMs } = options;
  const counts: Readonly<Record<PairedApp, 1 | 2>> = {
    authority: authorities,
    pep: peps,
    bank: banks,
    gateway: gateways,
  };
  if (Object.values(counts).includes(2) && engine === 'sqlite')
    throw new Error('two of a kind need PostgreSQL');
  const mocks = await mockCounterparties();
  const witnesses = options.witnesses === true ? WITNESSES : [];
  const names = ['authority', 'pep', 'gateway', ...mocks.map(({ name }) => name), ...witnesses];
  const { databases, drop } = await makeDatabases(engine, folder, names);
  const balancers: RoundRobin[] = [];
  const asks = drainMs === undefined ? {} : { askEveryMs: drainMs / QUESTIONS_IN_A_DRAIN };
  const balance = async (port: number, targets: readonly number[]) => {
    balancers.push(await startRoundRobin(port, targets, asks));
  };
  const pair = (app: PairedApp, doors: number) => place(balance, counts[app], doors);
  const [authority, pep, gateway] = [
    await pair('authority', 1),
    await pair('pep', 1),
    await pair('gateway', 1),
  ];
  const bank = await pair('bank', mocks.length);
  const [consolePort = 0, ...witnessPorts] = await freePorts(1 + WITNESSES.length);
  const log = options.witnesses === true ? await layOutWitnesses(folder, folders.keys, witnessPorts) : null;
  const addressOf = (name: string) => url(bank.fronts[mocks.findIndex((mock) => mock.name === name)]);
  const urls: Urls = {
    gateway: url(gateway.fronts[0]),
    authority: url(authority.fronts[0]),
    authorities: authority.processes.map(([port]) => url(port)),
    pep: url(pep.fronts[0]),
    bank: addressOf('bank'),
    recipient: addressOf('recipient'),
    console: url(consolePort),
  };
  return {
    urls,
    databases,
    log,
    names: namesOf(options, counts),
    variables: {
      ...folderVariables(folders),
      LOG_LEVEL: 'warn',
      ...(drainMs === undefined ? {} : { DRAIN_MS: String(drainMs) }),
      AUTHORITY_URL: urls.authority,
      PEP_URL: urls.pep,
      // Services allow the console's pages to read their answers.
      CONSOLE_PORT: String(consolePort),
      CONSOLE_OPEN: 'on',
      GATEWAY_MCP_URL: `${urls.gateway}/mcp`,
      ...Object.fromEntries(mocks.map(({ name, prefix }) => [`${prefix}_URL`, addressOf(name)])),
      // Keeps all processes together below the 100 connections that a server allows by default.
      DATABASE_CONNECTIONS: '5',
    },
    own: {
      ...pairedVariables(
        { authority, pep, gateway, bank },
        appVariables(databases, folder, mocks, log),
        mocks,
      ),
      console: { GATEWAY_URL: urls.gateway },
      ...witnessesVariables(log, databases),
    },
    readyBank: allReady(mocks),
    async close() {
      for (const balancer of balancers) await balancer.close();
      await drop();
    },
  };
}

function namesOf(
  { witnesses = false, console = false }: LayoutOptions,
  counts: Readonly<Record<PairedApp, 1 | 2>>,
): readonly ServiceName[] {
  const wanted = { witness: witnesses, console };
  return SERVICES.filter((name) => {
    const app = appOf(name);
    if (app === 'witness' || app === 'console') return wanted[app];
    return !isSecond(name) || counts[app] === 2;
  });
}

function url(port = 0): string {
  return `http://127.0.0.1:${port}`;
}

interface Place {
  /** The ports of each process, one for each of its listeners. */
  readonly processes: readonly (readonly number[])[];
  /** The ports for callers, one for each listener: the process's own, or the balancer's in front of two. */
  readonly fronts: readonly number[];
}

async function place(
  balance: (port: number, targets: readonly number[]) => Promise<void>,
  processes: 1 | 2,
  doors: number,
): Promise<Place> {
  const ports = await freePorts(doors * (processes + 1));
  const groups = [0, 1, 2].map((process) => ports.slice(process * doors, (process + 1) * doors));
  const [own = [], second = [], before = []] = groups;
  if (processes === 1) return { fronts: own, processes: [own] };
  for (const [door, port] of before.entries()) await balance(port, [own[door] ?? 0, second[door] ?? 0]);
  return { fronts: before, processes: [own, second] };
}

function pairedVariables(
  { authority, pep, gateway, bank }: Readonly<Record<PairedApp, Place>>,
  own: Readonly<Record<PairedApp, Environment>>,
  mocks: readonly MockCounterparty[],
): Layout['own'] {
  const portOf = ({ processes }: Place, at: 0 | 1) => String(processes[at]?.[0] ?? 0);
  const bankPorts = (at: 0 | 1) =>
    Object.fromEntries(
      mocks.map(({ prefix }, door) => [`${prefix}_PORT`, String(bank.processes[at]?.[door] ?? 0)]),
    );
  return {
    authority: { AUTHORITY_PORT: portOf(authority, 0), ...own.authority },
    authority2: { AUTHORITY_PORT: portOf(authority, 1), ...own.authority },
    pep: { PEP_PORT: portOf(pep, 0), ...own.pep },
    pep2: { PEP_PORT: portOf(pep, 1), ...own.pep },
    bank: { ...bankPorts(0), ...own.bank },
    bank2: { ...bankPorts(1), ...own.bank },
    gateway: { GATEWAY_PORT: portOf(gateway, 0), ...own.gateway },
    gateway2: { GATEWAY_PORT: portOf(gateway, 1), ...own.gateway },
  };
}

function witnessesVariables(log: WitnessedLog | null, databases: Databases): Layout['own'] {
  if (log === null) return {};
  return Object.fromEntries(
    log.witnesses.map((place) => [place.name, witnessVariables(log, place, databases[place.name] ?? '')]),
  );
}

/** The variables of all processes of an app, except their ports. */
function appVariables(
  databases: Databases,
  folder: string,
  mocks: readonly MockCounterparty[],
  log: WitnessedLog | null,
): Readonly<Record<PairedApp, Environment>> {
  return {
    authority: {
      AUTHORITY_DATABASE_URL: databases.authority,
      RECEIPTS_DIR: join(folder, 'out'),
      // Races and load propose more under one mandate than anyone should.
      PROPOSALS_PER_MINUTE: '1000000',
      DENIALS_PER_DAY: '1000000',
      // The answer to a publication, or to a mark on a key, waits for this long.
      SEND_WITHIN_MS: '1000',
      ...(log === null ? {} : { LOG_ORIGIN: log.origin, LOG_WITNESSES: log.policy }),
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
  names: readonly string[],
): Promise<{ readonly databases: Databases; readonly drop: () => Promise<void> }> {
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
