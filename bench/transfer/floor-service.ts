/**
 * One process of the floor: a bare `node:http` server that does its part of a plan and nothing else. Its only
 * argument is a `FloorService` as JSON.
 */
import {
  createHmac,
  generateKeyPairSync,
  hash,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { ed25519Signer, nodeCrypto, preferLibsodium } from '@platform/core/crypto/node';
import { type PlannedCall, requestBodyBytes, type ServicePlan } from './plan.ts';
import type { Amount } from './recorded.ts';

export interface FloorService {
  readonly port: number;
  readonly plan: ServicePlan;
  /** Ports of the other services. */
  readonly ports: Readonly<Record<string, number>>;
  /** Size in bytes of each answer's body, by route. */
  readonly answers: Readonly<Record<string, number>>;
  /** Null if nothing is written. */
  readonly database: string | null;
}

const MOST_JOBS = 64;
const { port, plan, ports, answers, database }: FloorService = JSON.parse(process.argv[2] ?? '');

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const shares = new Map<string, number>();
const cryptography = prepareCryptography();
const commit = database === null ? null : openLog(database);
const bodies = new Map(Object.entries(answers).map(([route, bytes]) => [route, Buffer.alloc(bytes, 'b')]));
const calls = plan.calls.map((call) => ({ call, body: Buffer.alloc(requestBodyBytes(call), 'b') }));

createServer(async (incoming, outgoing) => {
  await drain(incoming);
  for (const work of cryptography) work();
  const commits = commit === null ? 0 : share('commits', plan.commits);
  for (let step = 0; step < Math.max(commits, calls.length); step += 1) {
    if (step < commits) await commit?.();
    const next = calls[step];
    if (next !== undefined) await send(next.call, next.body);
  }
  const body = bodies.get(`${incoming.method} ${incoming.url}`) ?? '';
  outgoing.writeHead(200, { 'content-length': Buffer.byteLength(body) }).end(body);
}).listen(port, '127.0.0.1', () => process.stdout.write('floor ready\n'));

/** How often to do something now that is done `perTransfer` times for a transfer, spread over its requests. */
function share(name: string, perTransfer: number): number {
  const due = (shares.get(name) ?? 0) + perTransfer / plan.served;
  const now = Math.floor(due + 1e-9);
  shares.set(name, due - now);
  return now;
}

/** Functions that each do their share of one kind of cryptography. */
function prepareCryptography(): readonly (() => void)[] {
  const message = Buffer.from(randomBytes(32).toString('hex'));
  const keys = new Map(
    [...Object.keys(plan.signed), ...Object.keys(plan.verified)].map((algorithm) => [
      algorithm,
      keyPairOf(algorithm),
    ]),
  );
  const asymmetric = [...keys].flatMap(([algorithm, { privateKey, publicKey }]) => {
    if (algorithm === 'ed25519') return ed25519Work(message, privateKey);
    const digest = 'sha256';
    const dsaEncoding = 'ieee-p1363' as const;
    const signature = sign(digest, message, { key: privateKey, dsaEncoding });
    return [
      repeated(`sign ${algorithm}`, plan.signed[algorithm] ?? 0, () =>
        sign(digest, message, { key: privateKey, dsaEncoding }),
      ),
      repeated(`verify ${algorithm}`, plan.verified[algorithm] ?? 0, () =>
        verify(digest, message, { key: publicKey, dsaEncoding }, signature),
      ),
    ];
  });
  const secret = randomBytes(32);
  const hashed = bytesOfOne(plan.hashed);
  const authenticated = bytesOfOne(plan.authenticated);
  return [
    ...asymmetric,
    repeated('hash', plan.hashed.count, () => hash('sha256', hashed, 'hex')),
    repeated('hmac', plan.authenticated.count, () =>
      createHmac('sha256', secret).update(authenticated).digest(),
    ),
  ];
}

/** By the library that the platform uses here. */
function ed25519Work(message: Buffer, key: KeyObject): (() => void)[] {
  preferLibsodium();
  const signWith = ed25519Signer(key);
  const publicKey = Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
  const signature = signWith(message);
  return [
    repeated('sign ed25519', plan.signed.ed25519 ?? 0, () => signWith(message)),
    repeated('verify ed25519', plan.verified.ed25519 ?? 0, () =>
      nodeCrypto.verifyEd25519(publicKey, message, signature),
    ),
  ];
}

function repeated(name: string, perTransfer: number, work: () => unknown): () => void {
  return () => {
    for (let left = share(name, perTransfer); left > 0; left -= 1) work();
  };
}

function keyPairOf(algorithm: string): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  return algorithm === 'ed25519'
    ? generateKeyPairSync('ed25519')
    : generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function bytesOfOne({ count, bytes }: Amount): Buffer {
  return Buffer.alloc(count === 0 ? 0 : Math.round(bytes / count), 'b');
}

/** Commits requested while one is running become one, as in the platform. */
function openLog(file: string): () => Promise<void> {
  const log = new DatabaseSync(file);
  log.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table entry (id integer primary key, data blob)',
  );
  const [begin, end, insert] = ['begin immediate', 'commit', 'insert into entry (data) values (?)'].map(
    (sql) => log.prepare(sql),
  );
  const data = bytesOfOne(plan.written);
  const perCommit = plan.commits === 0 ? 0 : plan.written.count / plan.commits;
  const waiting: (() => void)[] = [];
  let due = 0;
  const commitAll = (): void => {
    const jobs = waiting.splice(0, MOST_JOBS);
    begin?.run();
    for (due += perCommit * jobs.length; due >= 1; due -= 1) insert?.run(data);
    end?.run();
    for (const done of jobs) done();
    if (waiting.length > 0) setImmediate(commitAll);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(commitAll);
    });
}

function drain(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    incoming.on('end', resolve).resume();
  });
}

async function send({ to, route }: PlannedCall, body: Buffer): Promise<void> {
  const [method, path] = route.split(' ');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = method === 'POST' ? { 'content-length': body.length } : {};
  const sent = request({ port: ports[to], host: '127.0.0.1', method, path, agent, headers }, (response) => {
    response.resume();
    response.on('end', resolve);
    if (response.statusCode !== 200) reject(new Error(`${to} answers ${response.statusCode}`));
  });
  sent.on('error', reject);
  sent.end(method === 'POST' ? body : '');
  return promise;
}
