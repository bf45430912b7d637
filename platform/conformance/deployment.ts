import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { track } from '@common/kit/testing/reaper';
import { spawnService } from '@common/kit/testing/service';
import type { Signer } from '@platform/core/signed/signed';
import { openDeploymentId } from '@platform/keys/deployment-id';
import { signJwt } from '@platform/keys/jwt';
import { watchPlugins } from '@platform/keys/plugin-folders';
import { PLUGINS } from './counterparties.ts';
import {
  appOf,
  type Databases,
  type Environment,
  isSecond,
  isWitness,
  type LayoutOptions,
  layOut,
  type ServiceName,
  type Urls,
} from './layout.ts';
import { type Folders, folderVariables, makePeople, openSigner, placePeople, sanad } from './people.ts';
import { type RunningService, type SharedProcess, startSharedProcess } from './shared-process.ts';
import { type WitnessedLog, writePolicy } from './witnessed-log.ts';

export interface DeploymentOptions extends LayoutOptions {
  /** Variables for single services, in addition to those of all. */
  readonly env?: Partial<Record<ServiceName, Environment>>;
  /** The plugins' folder. Default: the repository's. */
  readonly plugins?: string;
  /**
   * The services that have a process of their own, because a test kills them. The others share one, which
   * saves most of their starts; second instances share another. Default: each service has its own process.
   */
  readonly alone?: readonly ServiceName[];
  /**
   * Whether the id, keys and mandates are unlike those of any other deployment, for a test that compares two.
   * Default: if the plugins are its own, because the profiles name their hash.
   */
  readonly isOther?: boolean;
}

/**
 * The whole platform: real processes, keys, profiles and mandates, on free ports and in a folder of its own.
 */
export interface Deployment {
  /** The deployment's id, which every signed object names. */
  readonly id: string;
  readonly folder: string;
  readonly folders: Folders;
  readonly urls: Urls;
  readonly databases: Databases;
  /** Null unless witnesses were requested. */
  readonly log: WitnessedLog | null;
  readonly services: readonly ServiceName[];
  /** A token for an agent of principal `local`. */
  readonly agentToken: string;
  /** The hash of each plugin's files, by plugin. */
  readonly pluginHashes: ReadonlyMap<string, string>;
  /** Ids of the mandates that the deployment starts with. */
  readonly mandates: Readonly<Record<'treasury' | 'records', string>>;
  readonly secrets: Readonly<Record<'jwt' | 'gateway' | 'broker', string>>;
  readonly signer: (kid: string) => Promise<Signer>;
  /** Runs the platform's command line on this deployment. */
  readonly sanad: (...args: readonly string[]) => Promise<string>;
  /** Sends `kill -9`; a service that shares its process closes at once instead, and no longer answers. */
  kill(name: ServiceName): Promise<void>;
  /** Sends a signal to a service that has a process of its own. */
  signal(name: ServiceName, signal: NodeJS.Signals): void;
  /**
   * Stops a service as its operator does: it finishes its work. Returns its exit code or the ending signal.
   */
  stop(name: ServiceName): Promise<number | NodeJS.Signals | null>;
  /** Waits until a service ends by itself, and returns the signal that ended it. */
  ended(name: ServiceName): Promise<NodeJS.Signals | null>;
  /**
   * Starts a service, shutting it down first if it is running. The extra variables apply until the next
   * start. Returns the exit code or signal with which the previous process ended; null if there was none.
   */
  restart(name: ServiceName, env?: Environment): Promise<number | NodeJS.Signals | null>;
  isRunning(name: ServiceName): boolean;
  /** Returns what a service has printed since its last start. */
  output(name: ServiceName): string;
  /** Returns what the service's earlier processes printed, except those that were killed. */
  printedBefore(name: ServiceName): string;
  /** Ends everything and removes the folder. Throws if a service does not shut down cleanly. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const READY = /^\S+ ready at \S+/m;
const STARTS = 3;
/** Longer than a service takes to close by itself. */
const CLOSE_MS = 20_000;
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
    const isOther = options.isOther ?? options.plugins !== undefined;
    await (isOther ? makePeople : placePeople)(folders);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await startAll(options, folder, folders, remove);
      } catch (error) {
        // Another program may have taken one of the ports.
        if (attempt >= STARTS || !String(error).includes('EADDRINUSE')) throw error;
      }
    }
  } catch (error) {
    await remove();
    throw error;
  }
}

async function startAll(
  options: DeploymentOptions,
  folder: string,
  folders: Folders,
  remove: () => Promise<void>,
): Promise<Deployment> {
  const layout = await layOut(options, folder, folders);
  const running = new Map<ServiceName, RunningService>();
  const shared = shareProcesses(options, folder);
  const start = async (name: ServiceName, more: Environment = {}): Promise<void> => {
    const app = appOf(name);
    const env = { ...layout.variables, ...layout.own[name], ...options.env?.[name], ...more };
    // A fault ends the whole process.
    const isAlone = options.alone?.includes(name) !== false || 'SANAD_FAULT' in env;
    if (!isAlone) {
      running.set(name, await (await shared.processOf(name)).start({ name, app, env }));
      return;
    }
    const service = await spawnService({
      entry: join(REPOSITORY, `platform/${app === 'bank' ? 'counterparties' : app}/src/main.ts`),
      cwd: folder,
      env,
      ready: app === 'bank' ? layout.readyBank : READY,
      timeoutMs: 60_000,
    });
    running.set(name, service);
  };
  const endAll = async () => {
    const exits = await Promise.all(
      [...running].map(async ([name, service]) => ({ name, service, ...(await service.stop()) })),
    );
    await shared.close();
    await layout.close();
    const bad = exits.find(({ code, signal }) => code !== 0 && signal !== 'SIGKILL');
    if (bad !== undefined) throw new Error(`${bad.name} ended with ${bad.code}: ${bad.service.output()}`);
  };
  try {
    const startThose = (are: (name: ServiceName) => boolean) =>
      Promise.all(layout.names.filter(are).map((name) => start(name)));
    // The policy names the witnesses' keys, which they make when they start.
    await startThose(isWitness);
    if (layout.log !== null) await writePolicy(layout.log);
    // First instances create the schemas and first mandates before second ones start.
    await startThose((name) => !isWitness(name) && !isSecond(name));
    await startThose(isSecond);
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
    log: layout.log,
    services: layout.names,
    ...(await readFacts(folders)),
    signer: (kid) => openSigner(folders, kid),
    sanad: (...args) => sanad(args, { ...folderVariables(folders), AUTHORITY_URL: layout.urls.authority }),
    ...control(running, start),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Manages the processes for services that share one, each started with its first service. */
function shareProcesses({ env = {} }: DeploymentOptions, folder: string) {
  const processes = new Map<boolean, Promise<SharedProcess>>();
  const forNode = Object.values(env).flatMap((own) =>
    Object.entries(own).filter(([name]) => name.startsWith('NODE_')),
  );
  return {
    processOf(name: ServiceName): Promise<SharedProcess> {
      const made = processes.get(isSecond(name)) ?? startSharedProcess(folder, Object.fromEntries(forNode));
      processes.set(isSecond(name), made);
      return made;
    },
    async close(): Promise<void> {
      for (const made of processes.values()) await (await made).close();
    },
  };
}

function control(
  running: Map<ServiceName, RunningService>,
  start: (name: ServiceName, env?: Environment) => Promise<void>,
): Pick<
  Deployment,
  'kill' | 'signal' | 'stop' | 'ended' | 'restart' | 'isRunning' | 'output' | 'printedBefore'
> {
  const serviceOf = (name: ServiceName): RunningService => {
    const service = running.get(name);
    if (service === undefined) throw new Error(`${name} is not running`);
    return service;
  };
  const before = new Map<ServiceName, string>();
  const end = async (service: RunningService, name: ServiceName): Promise<number | NodeJS.Signals | null> => {
    running.delete(name);
    const { code, signal } = await service.stop('SIGTERM', CLOSE_MS);
    before.set(name, `${before.get(name) ?? ''}${service.output()}`);
    return code ?? signal;
  };
  return {
    async kill(name) {
      await serviceOf(name).kill();
      running.delete(name);
    },
    signal(name, signal) {
      const { pid } = serviceOf(name);
      if (pid === undefined) throw new Error(`${name} shares its process with others`);
      process.kill(pid, signal);
    },
    async stop(name) {
      return end(serviceOf(name), name);
    },
    async ended(name) {
      const { signal } = await serviceOf(name).exit();
      running.delete(name);
      return signal;
    },
    async restart(name, env) {
      const service = running.get(name);
      const ended = service === undefined ? null : await end(service, name);
      await start(name, env);
      return ended;
    },
    isRunning: (name) => running.has(name),
    output: (name) => running.get(name)?.output() ?? '',
    printedBefore: (name) => before.get(name) ?? '',
  };
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
    // Without further claims, as in the interface document: the tests register mandates as they go.
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
