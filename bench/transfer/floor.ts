import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHttpClient } from '@common/kit/http/client';
import { removeDirectory } from '@common/kit/testing';
import { freePorts } from '@common/kit/testing/free-ports';
import { track } from '@common/kit/testing/reaper';
import { type Service, spawnService } from '@common/kit/testing/service';
import type { FloorService } from './floor-service.ts';
import { type Plan, type PlannedCall, requestBodyBytes, responseBodyBytes } from './plan.ts';
import type { Subject } from './subject.ts';

const SERVICE = fileURLToPath(new URL('./floor-service.ts', import.meta.url));
const TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 1_048_576;

/** Starts as many processes as the plan has services; this process is the agent. */
export async function openFloor(
  plan: Plan,
  env: Readonly<Record<string, string>> = {},
): Promise<Subject & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-floor-'));
  const forget = track({ kind: 'directory', path: folder });
  const names = Object.keys(plan).filter((name) => name !== 'agent');
  const free = await freePorts(names.length);
  const ports = Object.fromEntries(names.map((name, index) => [name, free[index] ?? 0]));
  const running: [string, Service][] = [];
  for (const name of names) {
    const args = [JSON.stringify(floorService(plan, name, ports, folder))];
    running.push([name, await spawnService({ entry: SERVICE, args, env, ready: /^floor ready/m })]);
  }
  const http = createHttpClient();
  const calls = (plan.agent?.calls ?? []).map((call) => ({ call, body: 'b'.repeat(requestBodyBytes(call)) }));
  return {
    pids: Object.fromEntries(running.map(([name, { pid }]) => [name, pid])),
    async transfer() {
      for (const { call, body } of calls) {
        const [, path = ''] = call.route.split(' ');
        const answer = await http.send({
          method: 'POST',
          origin: `http://127.0.0.1:${ports[call.to]}`,
          path,
          headers: {},
          body,
          timeoutMs: TIMEOUT_MS,
          maxBytes: MAX_ANSWER_BYTES,
        });
        if (answer.kind !== 'answered' || answer.status !== 200)
          throw new Error(running.map(([, service]) => service.output()).join('\n'));
      }
    },
    async [Symbol.asyncDispose]() {
      http.close();
      for (const [, service] of running) await service.kill();
      await removeDirectory(folder);
      forget();
    },
  };
}

function floorService(
  plan: Plan,
  name: string,
  ports: Readonly<Record<string, number>>,
  folder: string,
): FloorService {
  const own = plan[name];
  if (own === undefined) throw new Error(`the plan has no ${name}`);
  const answered = Object.values(plan).flatMap(({ calls }) => calls.filter(({ to }) => to === name));
  return {
    port: ports[name] ?? 0,
    plan: own,
    ports,
    answers: Object.fromEntries(answered.map((call: PlannedCall) => [call.route, responseBodyBytes(call)])),
    database: own.commits === 0 ? null : join(folder, `${name}.sqlite`),
  };
}
