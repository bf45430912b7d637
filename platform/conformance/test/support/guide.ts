import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
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
  /** The guide as it is, but for the folder and the ports: nothing of this machine's own deployment is touched. */
  blocks(): Promise<readonly Block[]>;
  /** As in one terminal: what a block sets, the next one has. */
  run(commands: string): Promise<string>;
  start(name: string, entry: string, more?: Environment, args?: readonly string[]): Promise<void>;
  /** What `npm start` starts, with what the block exports, but for the screener and the mock counterparties. */
  startPlatform(block: string, more?: Environment): Promise<void>;
  stop(name: string): Promise<void>;
  output(name: string): string;
  close(): Promise<void>;
}

interface GuideOptions {
  /** Below `docs/guides`. */
  readonly page: string;
  /** Folders below `var/` that it uses. */
  readonly uses: readonly string[];
  /** That its program listens on. */
  readonly port: string;
}

/** It finds a command of this repository, which takes it a second each time. */
const NPX = `PATH='${join(REPOSITORY, 'node_modules/.bin')}':$PATH; npx() { "$@"; }`;

const BLOCK = /(?:^`(var\/[^`]+)`\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm;

export async function openGuide({ page, uses, port }: GuideOptions): Promise<Guide> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-guide-'));
  const [gateway = 0, authority = 0, pep = 0, own = 0] = await freePorts(4);
  const env = environmentOf(folder, { gateway, authority, pep });
  const services = new Map<string, RunningService>();
  let shared: SharedProcess | undefined;
  const used = new RegExp(`\\bvar/(${uses.join('|')})\\b`, 'g');
  const inFolder = (text: string) => text.replaceAll(used, `${folder}/$1`);
  const start: Guide['start'] = async (name, entry, more = {}, args = []) => {
    const options = { entry, args, cwd: folder, env: { ...env, ...more }, ready: /^\S+ ready at \S+/m };
    services.set(name, await spawnService({ ...options, timeoutMs: 60_000 }));
  };
  return {
    folder,
    port: own,
    authorityUrl: `http://127.0.0.1:${authority}`,
    async blocks() {
      const text = await readFile(join(REPOSITORY, 'docs/guides', page), 'utf8');
      const moved = text
        .replaceAll('http://localhost:8000', `http://127.0.0.1:${gateway}`)
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
      const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: REPOSITORY, env: given });
      return stdout;
    },
    start,
    async startPlatform(block, more = {}) {
      const exported = [...block.matchAll(/^export (.+)$/gm)].flatMap(([, line = '']) =>
        [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
      );
      const own = { ...env, ...more, ...Object.fromEntries(exported) };
      shared = await startSharedProcess(folder);
      for (const app of ['authority', 'pep', 'gateway'] as const) {
        services.set(app, await shared.start({ name: app, app, env: own }));
      }
    },
    async stop(name) {
      await services.get(name)?.stop();
    },
    output: (name) => services.get(name)?.output() ?? '',
    async close() {
      await Promise.all([...services.values()].map((service) => service.stop()));
      await shared?.close();
      await removeDirectory(folder);
    },
  };
}

function environmentOf(
  folder: string,
  { gateway, authority, pep }: Readonly<Record<'gateway' | 'authority' | 'pep', number>>,
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
    AUTHORITY_URL: `http://127.0.0.1:${authority}`,
    PEP_URL: `http://127.0.0.1:${pep}`,
    AUTHORITY_DATABASE_URL: database('authority'),
    PEP_DATABASE_URL: database('pep'),
    GATEWAY_DATABASE_URL: database('gateway'),
  };
}
