import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What is done to the connections of a line. */
type LineState = 'open' | 'refused' | 'hanging' | 'rubbish';

/** A way to another service or a database, which a fault is set upon. */
export interface Line {
  readonly port: number;
  /** Where it leads. */
  aim(port: number): void;
  /** Ends what is open, and treats new connections so. */
  set(state: LineState): Promise<void>;
  close(): Promise<void>;
}

const RUBBISH = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n<rubbish>';

export async function openLine(): Promise<Line> {
  let state: LineState = 'open';
  let target = 0;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (state === 'hanging') return;
    if (state === 'rubbish') {
      near.on('data', () => near.end(RUBBISH));
      return;
    }
    const far = connect(target, '127.0.0.1');
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    port,
    aim: (to) => {
      target = to;
    },
    async set(next) {
      state = next;
      for (const socket of sockets) socket.destroy();
      if (next === 'refused') await stop();
      else if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening');
    },
    close: stop,
  };
}
