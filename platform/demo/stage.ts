import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeDirectory } from '@common/kit/testing';
import { track } from '@common/kit/testing/reaper';
import { type Service, spawnService } from '@common/kit/testing/service';
import { runProgram } from '@platform/console/cli/program';
import { ToolResult } from '@platform/protocol/tool-call';
import { Value } from 'typebox/value';

export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url));

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A platform of its own: real processes on free ports, keys and stores in a folder that goes away. */
export interface Stage {
  readonly folder: string;
  readonly urls: Readonly<Record<'authority' | 'bank' | 'recipient' | 'pep' | 'gateway', string>>;
  /** One command line of the platform; throws if it fails. Returns what it printed. */
  sanad(...line: readonly string[]): Promise<{ readonly out: string; readonly words: string }>;
  readJson(path: string): Promise<unknown>;
  writeJson(name: string, value: unknown): Promise<string>;
  /** A call of the agent under a mandate. */
  post(path: string, mandateId: string, body: unknown): Promise<Answer>;
  /** A tool call that must be answered with a ToolResult. */
  tool(name: string, mandateId: string, inputs: unknown): Promise<ToolResult>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** A field of the counterparty's own in its acknowledgment. */
export function ackField({ counterparty_ack: ack }: ToolResult, name: string): string {
  return String(Object.entries(ack ?? {}).find(([field]) => field === name)?.[1]);
}

interface Running {
  readonly services: Service[];
  readonly urls: Record<keyof Stage['urls'], string>;
  token: string;
}

export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-demo-'));
  const forget = track({ kind: 'directory', path: folder });
  const running: Running = {
    services: [],
    urls: { authority: '', bank: '', recipient: '', pep: '', gateway: '' },
    token: '',
  };
  const sanad: Stage['sanad'] = (...line) => runSanad(folder, running, line);
  const post: Stage['post'] = async (path, mandateId, body) => {
    const response = await fetch(running.urls.gateway + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${running.token}`,
        'x-service-contract': mandateId,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    folder,
    urls: running.urls,
    sanad,
    post,
    readJson: async (path) => JSON.parse(await readFile(join(folder, path), 'utf8')),
    writeJson: async (name, value) => {
      const file = join(folder, name);
      await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
      return file;
    },
    tool: async (name, mandateId, inputs) => {
      const { status, body } = await post(`/v1/tools/${name}`, mandateId, inputs);
      if (status === 200 && Value.Check(ToolResult, body)) return body;
      throw new Error(`${name} was answered with ${status}: ${JSON.stringify(body)}`);
    },
    start: async () => {
      await startServices(folder, running);
      running.token = (await sanad('keys', 'agent-token', '--hours', '1')).out.trim();
    },
    close: async () => {
      await Promise.all(running.services.map((service) => service.stop()));
      await removeDirectory(folder);
      forget();
    },
  };
}

function variablesOf(folder: string, { urls }: Running): Record<string, string> {
  const database = (name: string): string => `sqlite:${join(folder, `${name}.sqlite`)}`;
  return {
    SERVICE_KEYS_DIR: join(folder, 'keys'),
    PROFILES_DIR: join(folder, 'profiles'),
    MANDATES_DIR: join(folder, 'mandates'),
    RECEIPTS_DIR: join(folder, 'out'),
    PLUGINS_DIR: join(ROOT, 'platform/plugins'),
    AUTHORITY_DATABASE_URL: database('authority'),
    PEP_DATABASE_URL: database('pep'),
    BANK_DATABASE_URL: database('bank'),
    RECIPIENT_DATABASE_URL: database('recipient'),
    AUTHORITY_PORT: '0',
    PEP_PORT: '0',
    BANK_PORT: '0',
    RECIPIENT_PORT: '0',
    GATEWAY_PORT: '0',
    LOG_LEVEL: 'warn',
    ...(urls.authority === '' ? {} : { AUTHORITY_URL: urls.authority }),
    ...(urls.bank === '' ? {} : { BANK_URL: urls.bank, RECIPIENT_URL: urls.recipient }),
    ...(urls.pep === '' ? {} : { PEP_URL: urls.pep }),
  };
}

/** Each takes a free port and says which; those that need others' addresses start after them. */
async function startServices(folder: string, running: Running): Promise<void> {
  const { services, urls } = running;
  const start = async (name: string, ready: RegExp): Promise<readonly string[]> => {
    const service = await spawnService({
      entry: join(ROOT, 'platform', name === 'bank' ? 'counterparties' : name, 'src/main.ts'),
      cwd: folder,
      env: variablesOf(folder, running),
      ready,
    });
    services.push(service);
    return service.readyMatch?.slice(1) ?? [];
  };
  const [[authority = ''], [bank = '', recipient = '']] = await Promise.all([
    start('authority', /authority ready at (\S+)/),
    start('bank', /bank ready at (\S+)[\s\S]*recipient ready at (\S+)/),
  ]);
  Object.assign(urls, { authority, bank, recipient });
  [urls.pep = ''] = await start('pep', /pep ready at (\S+)/);
  [urls.gateway = ''] = await start('gateway', /gateway ready at (\S+)/);
}

async function runSanad(folder: string, running: Running, line: readonly string[]) {
  let out = '';
  let words = '';
  const code = await runProgram(line, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      words += text;
    },
    ask: null,
    env: variablesOf(folder, running),
    clock: Date.now,
    randomBytes,
  });
  if (code !== 0) throw new Error(`sanad ${line.join(' ')} ended with ${code}: ${words}`);
  return { out, words };
}
