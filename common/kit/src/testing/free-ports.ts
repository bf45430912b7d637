import { createServer, type Server } from 'node:net';

/**
 * Below the range that systems use for outgoing connections, so that a killed service's port is still free when it is
 * restarted.
 */
const FIRST = 20_000;
const COUNT = 12_000;
const ATTEMPTS = 100;

/** `count` different ports of 127.0.0.1 that were free a moment ago. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const held: Server[] = [];
  try {
    while (held.length < count) held.push(await holdOne());
    return held.map(portOf);
  } finally {
    await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

async function holdOne(): Promise<Server> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const server = await listenAt(FIRST + Math.floor(Math.random() * COUNT));
    if (server !== null) return server;
  }
  throw new Error(`no free port from ${FIRST} on after ${ATTEMPTS} attempts`);
}

function listenAt(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return address.port;
}
