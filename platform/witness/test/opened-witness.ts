import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { ok } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { HttpApp } from '@common/kit/http/app';
import { createMemoryRateLimiter } from '@common/kit/rate-limit';
import { openMigrated } from '@common/kit/sql/open-migrated';
import { createLog } from '@common/kit/telemetry/log';
import { KEY_TYPES, type NoteKey } from '@platform/core/log/note/note-key';
import { type MemoryLog, memoryLog } from '@platform/core/testing/memory-log';
import { noteSigner } from '@platform/core/testing/note-signer';
import { createApp } from '../src/app.ts';
import { MIGRATIONS } from '../src/store/migrations.ts';
import type { WitnessSchema } from '../src/store/schema.ts';
import { createSqlStore } from '../src/store/sql-store.ts';
import type { Fork, HandedRevocations } from '../src/use-cases/add-checkpoint.ts';

export const NOW_MS = 1_790_000_000_000;

/** A witness without a port, with its database in memory. */
export interface Witness {
  readonly app: HttpApp;
  readonly key: NoteKey;
  readonly forks: readonly Fork[];
  readonly at: { ms: number };
  /** Hands revocations over, instead of none. */
  hand(given: HandedRevocations): void;
  /** Status, type and text of the answer. */
  add(body: string | Buffer): Promise<readonly [number, string, string]>;
  shown(origin: string): Promise<readonly [number, string]>;
  [Symbol.asyncDispose](): Promise<void>;
}

const limit = (name: string, requests: number) => createMemoryRateLimiter({ name, requests, windowS: 60 });

export async function openWitness(...logs: readonly MemoryLog[]): Promise<Witness> {
  return openLimited({ addresses: 1_000, growth: 1_000 }, ...logs);
}

export async function openLimited(
  most: { readonly addresses: number; readonly growth: number },
  ...logs: readonly MemoryLog[]
): Promise<Witness> {
  const opened = await openMigrated<WitnessSchema>('TEST', 'sqlite::memory:', MIGRATIONS);
  assert.ok(opened.ok);
  const { key, sign } = noteSigner(nodeCrypto, 'witness.example/ana', KEY_TYPES.cosigner);
  const forks: Fork[] = [];
  const at = { ms: NOW_MS };
  let handed: HandedRevocations = { of: async () => [], proof: async () => null, onLeftOut: () => {} };
  const app = await createApp({
    store: createSqlStore(opened.value),
    crypto: nodeCrypto,
    logs: logs.map((log) => log.key),
    key,
    sign,
    randomBytes,
    clock: () => at.ms,
    handed: {
      of: (origin) => handed.of(origin),
      proof: (...of) => handed.proof(...of),
      onLeftOut: (left) => handed.onLeftOut(left),
    },
    faults: { at: () => {} },
    log: createLog({ level: 'silent' }),
    addresses: limit('addresses', most.addresses),
    growth: limit('logs', most.growth),
    trustProxy: false,
    writable: async () => ok(undefined),
    onFork: (fork) => forks.push(fork),
  });
  return {
    app,
    key,
    forks,
    at,
    hand(given) {
      handed = given;
    },
    async add(payload) {
      const answer = await app.inject({ method: 'POST', url: '/add-checkpoint', payload });
      return [answer.statusCode, String(answer.headers['content-type']), answer.body];
    },
    async shown(origin) {
      const url = `/${nodeCrypto.sha256(origin)}/checkpoint`;
      const answer = await app.inject({ method: 'GET', url });
      return [answer.statusCode, answer.body];
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await opened.value.close();
    },
  };
}

/** A log of as many entries as the largest of these sizes. */
export const grown = (...sizes: readonly number[]): MemoryLog => {
  const log = memoryLog(nodeCrypto);
  for (let index = 0; index < Math.max(...sizes); index += 1) log.append(`entry ${index}`);
  return log;
};
