import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHttpClient } from '@common/kit/http/client';
import { removeDirectory } from '@common/kit/testing';
import { freePorts } from '@common/kit/testing/free-ports';
import { track } from '@common/kit/testing/reaper';
import { type Service, spawnService } from '@common/kit/testing/service';
import type { Subject } from '../transfer/subject.ts';
import { EXCHANGES, ROLES, type Role, requestOf } from './protocol.ts';
import type { FloorProcess } from './service.ts';

const SERVICE = fileURLToPath(new URL('./service.ts', import.meta.url));
const TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 1_048_576;

/** Starts the floor's processes; this process is the agent. */
export async function openFloor(
  env: Readonly<Record<string, string>> = {},
): Promise<Subject & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-floor-'));
  const forget = track({ kind: 'directory', path: folder });
  const free = await freePorts(ROLES.length);
  const ports = Object.fromEntries(ROLES.map((role, index) => [role, free[index] ?? 0])) as Record<
    Role,
    number
  >;
  const running: [Role, Service][] = [];
  for (const role of ROLES) {
    const argument: FloorProcess = { role, folder, ports };
    const args = [JSON.stringify(argument)];
    running.push([role, await spawnService({ entry: SERVICE, args, env, ready: /^floor ready/m })]);
  }
  const http = createHttpClient();
  const { to, path } = EXCHANGES.call;
  return {
    pids: Object.fromEntries(running.map(([role, { pid }]) => [role, pid])),
    async transfer() {
      const answer = await http.send({
        method: 'POST',
        origin: `http://127.0.0.1:${ports[to]}`,
        path,
        headers: {},
        body: JSON.stringify(requestOf(EXCHANGES.call)),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
      });
      if (answer.kind !== 'answered' || answer.status !== 200)
        throw new Error(running.map(([, service]) => service.output()).join('\n'));
    },
    async [Symbol.asyncDispose]() {
      http.close();
      for (const [, service] of running) await service.kill();
      await removeDirectory(folder);
      forget();
    },
  };
}
