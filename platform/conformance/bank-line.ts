import { connect, createServer, type Socket } from 'node:net';

/** A transfer that an enforcement point sent to the bank. */
interface SentTransfer {
  readonly grantId: string;
  /** When its first byte arrived here, in milliseconds since the epoch. */
  readonly at: number;
}

/** What becomes of transfers on their way: `cut_before`: none arrives; `cut_after`: no answer comes back. */
type LineState = 'whole' | 'cut_before' | 'cut_after';

/** The line between the enforcement points and the bank, which can be cut, and remembers what was sent on it. */
export interface BankLine {
  readonly url: string;
  readonly sent: readonly SentTransfer[];
  /** The port of the bank; before it is set, nobody is there. */
  leadTo(port: number): void;
  set(state: LineState): void;
  close(): Promise<void>;
}

export async function openBankLine(): Promise<BankLine> {
  const sent: SentTransfer[] = [];
  const open = new Set<Socket>();
  let target = 0;
  let state: LineState = 'whole';
  const server = createServer((client) => {
    const bank = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, bank],
      [bank, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    const read = transfersIn((transfer) => sent.push(transfer));
    client.on('data', (bytes) => {
      const isTransfer = read(bytes);
      if (isTransfer && state === 'cut_before') client.destroy();
      else bank.write(bytes);
    });
    bank.on('data', (bytes) => {
      if (state === 'cut_after') bank.destroy();
      else client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the line has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    sent,
    leadTo(port) {
      target = port;
    },
    set(next) {
      state = next;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Reads one connection, and reports each transfer. Returns whether the bytes belong to one. */
function transfersIn(report: (transfer: SentTransfer) => void): (bytes: Buffer | string) => boolean {
  let text = '';
  let since = 0;
  return (bytes) => {
    if (text === '') since = Date.now();
    text += bytes.toString('latin1');
    const isTransfer = text.startsWith('POST ');
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return isTransfer;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
    if (text.length < end + 4 + length) return isTransfer;
    const [, grantId] = /"grant_id":"(gr_\w+)"/.exec(text.slice(end)) ?? [];
    if (isTransfer && grantId !== undefined) report({ grantId, at: since });
    text = '';
    return isTransfer;
  };
}
