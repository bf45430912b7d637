import { get } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';

export interface RoundRobin {
  close(): Promise<void>;
}

interface RoundRobinOptions {
  /** How often to ask each target for `/readyz`. By default it asks none. */
  readonly askEveryMs?: number;
}

const ASK_MS = 2_000;

/**
 * Passes each connection at `port` to the next target that answers. A target that last said that it is not
 * ready gets none while another is ready. Ports are on 127.0.0.1.
 */
export async function startRoundRobin(
  port: number,
  targets: readonly number[],
  { askEveryMs }: RoundRobinOptions = {},
): Promise<RoundRobin> {
  const open = new Set<Socket>();
  const away = new Set<number>();
  const asking = askEveryMs === undefined ? undefined : setInterval(() => ask(targets, away), askEveryMs);
  asking?.unref();
  let turn = 0;
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => {}).on('close', () => open.delete(client));
    const first = turn;
    turn += 1;
    const inTurn = targets.map((_, offset) => targets[(first + offset) % targets.length] ?? port);
    handOn(client, [
      ...inTurn.filter((target) => !away.has(target)),
      ...inTurn.filter((target) => away.has(target)),
    ]);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    async close() {
      clearInterval(asking);
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function ask(targets: readonly number[], away: Set<number>): void {
  for (const target of targets) {
    const asked = get(
      { host: '127.0.0.1', port: target, path: '/readyz', agent: false, timeout: ASK_MS },
      (response) => {
        response.resume();
        if (response.statusCode === 200) away.delete(target);
        else away.add(target);
      },
    );
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => away.add(target));
  }
}

function handOn(client: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) {
    client.destroy();
    return;
  }
  const service = connect(port, '127.0.0.1');
  let connected = false;
  service.once('connect', () => {
    connected = true;
    client.pipe(service).pipe(client);
  });
  service.once('error', () => {
    if (connected) client.destroy();
    else handOn(client, others);
  });
  service.once('close', () => connected && client.destroy());
  client.once('close', () => service.destroy());
}
