/**
 * Loaded into a service before its own code (`node --import`): counts its HTTP exchanges with their bytes, its
 * cryptography and its durable writes. SIGUSR2 writes the counts and starts again.
 */
import crypto from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { renameSync, writeFileSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Socket } from 'node:net';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, StatementSync } from 'node:sqlite';
import { RECORD_FOLDER } from './recorded.ts';

interface Count {
  count: number;
  bytes: number;
}

const none = (): Count => ({ count: 0, bytes: 0 });
const fresh = () => ({
  served: {} as Record<string, { count: number; requestBytes: number; responseBytes: number }>,
  called: {} as Record<string, number>,
  signed: {} as Record<string, number>,
  verified: {} as Record<string, number>,
  hashed: none(),
  authenticated: none(),
  commits: 0,
  written: none(),
});
let counts = fresh();

process.on('SIGUSR2', () => {
  const file = join(process.env[RECORD_FOLDER] ?? '.', `${process.pid}.json`);
  writeFileSync(`${file}.new`, JSON.stringify(counts));
  renameSync(`${file}.new`, file);
  counts = fresh();
});

watchHttp();
watchCrypto();
watchLibsodium();
watchSql();

function watchHttp(): void {
  const before = new WeakMap<Socket, { read: number; written: number }>();
  subscribe('http.server.response.finish', (message) => {
    const { request, socket } = message as { request: IncomingMessage; socket: Socket };
    const { read, written } = before.get(socket) ?? { read: 0, written: 0 };
    before.set(socket, { read: socket.bytesRead, written: socket.bytesWritten });
    const route = `${request.method} ${withoutIds(request.url ?? '')}`;
    const served = counts.served[route] ?? { count: 0, requestBytes: 0, responseBytes: 0 };
    served.count += 1;
    served.requestBytes += socket.bytesRead - read;
    served.responseBytes += socket.bytesWritten - written;
    counts.served[route] = served;
  });
  subscribe('http.client.request.start', (message) => {
    const { request } = message as { request: ClientRequest };
    add(counts.called, `${request.method} ${request.getHeader('host')} ${withoutIds(request.path)}`);
  });
}

function withoutIds(path: string): string {
  return path.replaceAll(/\b([a-z]+)_[0-9a-f]{24}\b/g, '$1_');
}

function watchCrypto(): void {
  const { sign, verify, hash, createHash, createHmac } = crypto;
  // These functions have more overloads than one type can repeat; each call is passed on unchanged.
  const replacements = {
    sign: (...args: Parameters<typeof sign>) => {
      add(counts.signed, algorithmOf(args[2]));
      return Reflect.apply(sign, crypto, args);
    },
    verify: (...args: Parameters<typeof verify>) => {
      add(counts.verified, algorithmOf(args[2]));
      return Reflect.apply(verify, crypto, args);
    },
    hash: (...args: Parameters<typeof hash>) => {
      tally(counts.hashed, byteLength(args[1]));
      return Reflect.apply(hash, crypto, args);
    },
    createHash: (...args: Parameters<typeof createHash>) => watched(createHash(...args), () => counts.hashed),
    createHmac: (...args: Parameters<typeof createHmac>) =>
      watched(createHmac(...args), () => counts.authenticated),
  };
  Object.assign(crypto, replacements);
  syncBuiltinESMExports();
}

/** The addon is one object in a process, loaded once or more often. Where it does not load, OpenSSL does the work. */
function watchLibsodium(): void {
  const addon = addonOfLibsodium();
  for (const [name, table] of [
    ['crypto_sign_detached', () => counts.signed],
    ['crypto_sign_verify_detached', () => counts.verified],
  ] as const) {
    const original = addon?.[name];
    if (addon === null || original === undefined) continue;
    addon[name] = (...args) => {
      add(table(), 'ed25519');
      return original(...args);
    };
  }
}

function addonOfLibsodium(): Record<string, (...args: unknown[]) => unknown> | null {
  const file = `sodium-native/prebuilds/${platform()}-${arch()}/sodium-native.node`;
  try {
    return createRequire(import.meta.url)(file);
  } catch {
    return null;
  }
}

function watched<Digest extends crypto.Hash | crypto.Hmac>(digest: Digest, count: () => Count): Digest {
  count().count += 1;
  const update = digest.update.bind(digest) as (...args: unknown[]) => Digest;
  return Object.assign(digest, {
    update: (...args: unknown[]) => {
      count().bytes += byteLength(args[0]);
      return update(...args);
    },
  });
}

/** `ed25519` or `ec`, for a key object or an object that has one under `key`. */
function algorithmOf(given: unknown): string {
  const key = given instanceof crypto.KeyObject ? given : (given as { readonly key?: unknown }).key;
  return key instanceof crypto.KeyObject ? (key.asymmetricKeyType ?? 'secret') : 'other';
}

function watchSql(): void {
  const databases = new WeakMap<StatementSync, DatabaseSync>();
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...args: Parameters<typeof prepare>) {
    const statement = Reflect.apply(prepare, this, args);
    databases.set(statement, this);
    return statement;
  };
  for (const name of ['run', 'all', 'get'] as const) {
    const original = StatementSync.prototype[name] as (...args: SQLInputValue[]) => unknown;
    const replacement = function (this: StatementSync, ...args: SQLInputValue[]) {
      const result = Reflect.apply(original, this, args);
      noteStatement(this.sourceSQL, args, databases.get(this)?.isTransaction ?? false);
      return result;
    };
    Object.assign(StatementSync.prototype, { [name]: replacement });
  }
}

/** A writing statement outside a transaction is a transaction by itself. */
function noteStatement(sql: string, parameters: readonly unknown[], isInside: boolean): void {
  if (/^\s*commit\b/i.test(sql)) counts.commits += 1;
  if (!/^\s*(insert|update|delete|replace)\b/i.test(sql)) return;
  tally(
    counts.written,
    parameters.reduce<number>((sum, value) => sum + byteLength(value), 0),
  );
  if (!isInside) counts.commits += 1;
}

function add(table: Record<string, number>, name: string): void {
  table[name] = (table[name] ?? 0) + 1;
}

function tally(count: Count, bytes: number): void {
  count.count += 1;
  count.bytes += bytes;
}

function byteLength(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (ArrayBuffer.isView(value)) return value.byteLength;
  return value === null || value === undefined ? 0 : 8;
}
