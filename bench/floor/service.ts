/**
 * The floor: four processes that do for a transfer what `protocol.ts` lists, on bare `node:http`, `node:sqlite` and
 * `node:crypto`, and nothing else. Its only argument is a `FloorProcess` as JSON.
 */
import { createHmac, generateKeyPairSync, hash, sign, verify } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { openDurable } from './durable.ts';
import {
  answerOf,
  type Body,
  bodyOf,
  COMMITS,
  EXCHANGES,
  type Exchange,
  HEAD_ROW_BYTES,
  RECEIPT_FILE_BYTES,
  type Role,
  requestOf,
} from './protocol.ts';

export interface FloorProcess {
  readonly role: Role;
  readonly folder: string;
  readonly ports: Readonly<Record<Role, number>>;
}

type Handler = (body: Body, text: string) => Promise<void>;

const { role, folder, ports }: FloorProcess = JSON.parse(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const secret = Buffer.alloc(32, 's');
const known = Buffer.from(hash('sha256', 'of another process', 'hex'));
const signatureOfKnown = sign(null, known, privateKey);
const rowsOf = (sizes: readonly number[]) => sizes.map((bytes) => 'r'.repeat(bytes));
const rows = Object.fromEntries(Object.entries(COMMITS).map(([name, sizes]) => [name, rowsOf(sizes)]));
const receipt = bodyOf(RECEIPT_FILE_BYTES);
let receipts = 0;
/** Longer than a connection waits for its next round. */
const KEEP_ALIVE_MS = 600_000;

const handlers = handlersOf(role);
createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, async (incoming, outgoing) => {
  const text = await textOf(incoming);
  const handler = handlers.get(incoming.url ?? '');
  if (handler === undefined) throw new Error(`nothing at ${incoming.url}`);
  await handler.run(JSON.parse(text), text);
  const answer = JSON.stringify(handler.answer);
  outgoing.writeHead(200, { 'content-length': Buffer.byteLength(answer) }).end(answer);
}).listen(ports[role], '127.0.0.1', () => process.stdout.write('floor ready\n'));

function handlersOf(own: Role) {
  const at = (exchange: Exchange, run: Handler) =>
    [exchange.path, { run, answer: answerOf(exchange) }] as const;
  switch (own) {
    case 'gateway':
      return new Map([at(EXCHANGES.call, passOn)]);
    case 'authority':
      return authority(at);
    case 'pep':
      return enforcementPoint(at);
    case 'bank':
      return bank(at);
  }
}

/** The agent's token is checked, and a token of its own made for each call. */
async function passOn(_: Body, text: string): Promise<void> {
  token(text);
  token(text);
  await call(EXCHANGES.propose);
  token(text);
  await call(EXCHANGES.execute);
}

function authority(at: (exchange: Exchange, run: Handler) => readonly [string, Route]) {
  const commit = openDurable(join(folder, 'authority.sqlite'));
  // The tree head and the checkpoint, once for the receipts that are entered together.
  const signHead = () => {
    signed('h'.repeat(HEAD_ROW_BYTES / 2));
    signed('c'.repeat(HEAD_ROW_BYTES / 2));
    return rowsOf([HEAD_ROW_BYTES]);
  };
  return new Map([
    at(EXCHANGES.propose, async (_, text) => {
      token(text);
      hash('sha256', text);
      // The grant, and the link of the gateway's event in the chain.
      signed(text);
      signed(text);
      await commit(rows.proposal ?? []);
    }),
    at(EXCHANGES.redeem, async (_, text) => {
      token(text);
      checked(text);
      await commit(rows.redemption ?? []);
    }),
    at(EXCHANGES.report, async (_, text) => {
      // The enforcement decision and the acknowledgment.
      checked(text);
      checked(text);
      // The link of its event, and the receipt.
      signed(text);
      const whole = JSON.stringify(receipt);
      signed(whole);
      await commit(rows.report ?? [], signHead);
      receipts += 1;
      void writeFile(join(folder, `${receipts}.json`), whole);
    }),
  ]);
}

function enforcementPoint(at: (exchange: Exchange, run: Handler) => readonly [string, Route]) {
  const commit = openDurable(join(folder, 'pep.sqlite'));
  return new Map([
    at(EXCHANGES.execute, async (_, text) => {
      token(text);
      // The grant; then the redemption is signed.
      checked(text);
      signed(text);
      await call(EXCHANGES.redeem);
      await commit(rows.intent ?? []);
      token(text);
      // The acknowledgment; then the decision is signed.
      checked(await call(EXCHANGES.transfer));
      signed(text);
      await commit(rows.outcome ?? []);
      await call(EXCHANGES.report);
    }),
  ]);
}

function bank(at: (exchange: Exchange, run: Handler) => readonly [string, Route]) {
  const commit = openDurable(join(folder, 'bank.sqlite'));
  return new Map([
    at(EXCHANGES.transfer, async (_, text) => {
      token(text);
      signed(text);
      await commit(rows.bank ?? []);
    }),
  ]);
}

interface Route {
  readonly run: Handler;
  readonly answer: Body;
}

/** A token is made or checked by one HMAC over what it names. */
function token(text: string): void {
  createHmac('sha256', secret).update(hash('sha256', text)).digest();
}

/** As a signed object is: over the hexadecimal hash of its JSON. */
function signed(text: string): void {
  sign(null, Buffer.from(hash('sha256', text)), privateKey);
}

function checked(text: string): void {
  hash('sha256', text);
  if (!verify(null, known, publicKey, signatureOfKnown)) throw new Error('a signature is not valid');
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    incoming.once('error', reject).once('end', () => resolve(Buffer.concat(chunks).toString()));
  });
}

/** Sends the exchange's request, and parses the answer. Returns its text. */
async function call(exchange: Exchange): Promise<string> {
  const body = JSON.stringify(requestOf(exchange));
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { 'content-length': Buffer.byteLength(body) };
  const { to, path } = exchange;
  request({ port: ports[to], host: '127.0.0.1', method: 'POST', path, agent, headers }, resolve)
    .once('error', reject)
    .end(body);
  const answer = await promise;
  const text = await textOf(answer);
  if (answer.statusCode !== 200) throw new Error(`${to} answers ${answer.statusCode}`);
  JSON.parse(text);
  return text;
}
