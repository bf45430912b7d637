import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { freePorts } from '@common/kit/testing/free-ports';
import { programArgs } from '@common/kit/testing/programs';
import { spawnService } from '@common/kit/testing/service';
import { type RunningService, type SharedProcess, startSharedProcess } from '../../shared-process.ts';

/** One code block of a guide; with `file`, its name stands in the line before. */
interface Block {
  readonly file: string | null;
  readonly language: string;
  readonly text: string;
}

type Environment = Readonly<Record<string, string>>;

/** A guide of this repository that is read by a program, in a folder of its own. */
export interface Guide {
  readonly folder: string;
  /** Of the program that the guide starts beside the platform. */
  readonly port: number;
  readonly authorityUrl: string;
  /** As people open it. */
  readonly consoleUrl: string;
  /** The guide as it is, but for the folder and the ports: nothing of this machine's own deployment is touched. */
  blocks(): Promise<readonly Block[]>;
  /** As in one terminal: what a block sets, the next one has. */
  run(commands: string): Promise<string>;
  start(name: string, entry: string, more?: Environment, args?: readonly string[]): Promise<void>;
  /**
   * What `npm start` starts, with what the block exports, but for the screener and the mock counterparties; the console
   * only for a guide that has a clone of its own.
   */
  startPlatform(block: string, more?: Environment): Promise<void>;
  stop(name: string): Promise<void>;
  output(name: string): string;
  /** Everything that it started. */
  stopAll(): Promise<void>;
  close(): Promise<void>;
}

interface GuideOptions {
  /** Below `docs/guides`. */
  readonly page: string;
  /** Folders below `var/` that it uses; `clone`: its commands run in a folder that stands for a fresh clone. */
  readonly uses: readonly string[] | 'clone';
  /** That its program listens on. */
  readonly port: string;
}

/** It finds a command of this repository, which takes it a second each time. */
const NPX = `PATH='${join(REPOSITORY, 'node_modules/.bin')}':$PATH; npx() { "$@"; }`;

const BLOCK = /(?:^`(var\/[^`]+)`\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm;

export async function openGuide({ page, uses, port }: GuideOptions): Promise<Guide> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-guide-'));
  const [gateway = 0, authority = 0, pep = 0, console = 0, own = 0] = await freePorts(5);
  const isClone = uses === 'clone';
  const place = isClone ? await cloneIn(folder) : { cwd: REPOSITORY, data: folder, env: {} };
  const env = { ...environmentOf(place.data, { gateway, authority, pep, console }), ...place.env };
  const services = new Map<string, RunningService>();
  let shared: SharedProcess | undefined;
  const used = isClone ? null : new RegExp(`\\bvar/(${uses.join('|')})\\b`, 'g');
  const inFolder = (text: string) => (used === null ? text : text.replaceAll(used, `${folder}/$1`));
  const start: Guide['start'] = async (name, entry, more = {}, args = []) => {
    const options = { entry, args, cwd: folder, env: { ...env, ...more }, ready: /^\S+ ready at \S+/m };
    services.set(name, await spawnService({ ...options, timeoutMs: 60_000 }));
  };
  const stopAll = async () => {
    await Promise.all([...services.values()].map((service) => service.stop()));
    services.clear();
    await shared?.close();
    shared = undefined;
  };
  return {
    folder,
    port: own,
    authorityUrl: `http://127.0.0.1:${authority}`,
    consoleUrl: `http://localhost:${console}`,
    async blocks() {
      const text = await readFile(join(REPOSITORY, 'docs/guides', page), 'utf8');
      const moved = text
        .replaceAll('http://localhost:8000', `http://127.0.0.1:${gateway}`)
        .replaceAll('http://localhost:8080', `http://localhost:${console}`)
        .replaceAll(port, String(own));
      return [...moved.matchAll(BLOCK)].map(([, file, language = '', block = '']) => ({
        file: file === undefined ? null : inFolder(file),
        language,
        text: inFolder(block),
      }));
    },
    async run(commands) {
      const state = join(folder, 'terminal.env');
      const script = `${NPX}; set -aeuo pipefail; if [ -f '${state}' ]; then . '${state}'; fi\n${commands}\nexport -p > '${state}'`;
      const given = { ...process.env, ...env, NODE_OPTIONS: programArgs('').slice(0, -1).join(' ') };
      const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: place.cwd, env: given });
      return stdout;
    },
    start,
    async startPlatform(block, more = {}) {
      const exported = [...block.matchAll(/^export (.+)$/gm)].flatMap(([, line = '']) =>
        [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
      );
      const own = { ...env, ...more, ...Object.fromEntries(exported) };
      shared = await startSharedProcess(folder);
      for (const app of [
        'authority',
        'pep',
        'gateway',
        ...(isClone ? (['console'] as const) : []),
      ] as const) {
        services.set(app, await shared.start({ name: app, app, env: own }));
      }
    },
    async stop(name) {
      await services.get(name)?.stop();
    },
    output: (name) => services.get(name)?.output() ?? '',
    stopAll,
    async close() {
      await stopAll();
      await removeDirectory(folder);
    },
  };
}

/** A folder whose neighbours are the guide’s own, with what a guide reads of the repository and no file of its own. */
async function cloneIn(folder: string): Promise<{ cwd: string; data: string; env: Environment }> {
  const cwd = join(folder, 'main');
  const data = join(cwd, 'var');
  await mkdir(data, { recursive: true });
  await symlink(join(REPOSITORY, 'docs'), join(cwd, 'docs'));
  return { cwd, data, env: { SANAD_ENV_FILE: join(cwd, '.env') } };
}

function environmentOf(
  folder: string,
  { gateway, authority, pep, console }: Readonly<Record<'gateway' | 'authority' | 'pep' | 'console', number>>,
): Environment {
  const path = (name: string) => join(folder, 'platform', name);
  const database = (name: string) => `sqlite:${path(`${name}.sqlite`)}`;
  return {
    SERVICE_KEYS_DIR: path('keys'),
    PROFILES_DIR: path('profiles'),
    MANDATES_DIR: path('mandates'),
    RECEIPTS_DIR: join(folder, 'out'),
    LOG_LEVEL: 'warn',
    GATEWAY_PORT: String(gateway),
    AUTHORITY_PORT: String(authority),
    PEP_PORT: String(pep),
    CONSOLE_PORT: String(console),
    GATEWAY_URL: `http://127.0.0.1:${gateway}`,
    AUTHORITY_URL: `http://127.0.0.1:${authority}`,
    PEP_URL: `http://127.0.0.1:${pep}`,
    AUTHORITY_DATABASE_URL: database('authority'),
    PEP_DATABASE_URL: database('pep'),
    GATEWAY_DATABASE_URL: database('gateway'),
  };
}
