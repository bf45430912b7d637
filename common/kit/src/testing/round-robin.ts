import { connect, createServer, type Socket } from 'node:net';

export interface RoundRobin {
  close(): Promise<void>;
}

/** Passes each connection at `port` to the next target that answers. Ports are on 127.0.0.1. */
export async function startRoundRobin(port: number, targets: readonly number[]): Promise<RoundRobin> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => {}).on('close', () => open.delete(client));
    const first = turn;
    turn += 1;
    handOn(
      client,
      targets.map((_, offset) => targets[(first + offset) % targets.length] ?? port),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
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
