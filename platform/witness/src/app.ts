import { createHttpApp, type HttpApp } from '@common/kit/http/app';
import type { RateLimiter } from '@common/kit/rate-limit';
import type { Log } from '@common/kit/telemetry/log';
import { formatNoteKey } from '@platform/core/log/note/note-key';
import { platformErrors } from '@platform/keys/error-bodies';
import { addHealthRoute, type WriteProbe } from '@platform/keys/operation-routes';
import { Type } from 'typebox';
import { addWitnessRoutes } from './http/witness.ts';
import { watchWitness } from './telemetry/watch-witness.ts';
import type { WitnessDeps } from './use-cases/add-checkpoint.ts';

interface AppDeps extends WitnessDeps {
  /** Limits requests, by address. */
  readonly addresses: RateLimiter;
  /** The same as in Fastify. */
  readonly trustProxy: string[] | false;
  readonly log: Log;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Whether the database accepts writes. */
  readonly writable: WriteProbe;
}

const API_VERSION = '0.1.0';
/**
 * A proof of 63 hashes has 2.8 kB. The rest is for other parties’ signatures, some of which have 3.3 kB each.
 */
const BODY_BYTES = 65_536;

/** The witness as an HTTP application. Tests call it without a port. */
export async function createApp(deps: AppDeps): Promise<HttpApp> {
  const app = await createHttpApp({
    name: 'Sanad witness',
    version: API_VERSION,
    description:
      'Cosigns checkpoints of logs that others run: each log must continue what it showed before, or gets no signature.',
    log: deps.log,
    randomBytes: deps.randomBytes,
    errors: platformErrors,
    limits: { bodyBytes: BODY_BYTES },
    trustProxy: deps.trustProxy,
    tags: [
      { name: 'witness', description: 'For logs and for those who follow them' },
      { name: 'operation', description: 'For operators' },
    ],
  });
  const watch = watchWitness(app.watch, deps);
  await addWitnessRoutes(app, {
    ...deps,
    onAnswer: watch.answered,
    onFork(fork) {
      watch.forked(fork.origin);
      deps.onFork(fork);
    },
  });
  addHealthRoute(app, {
    summary: 'Whether the service works, and its public key',
    facts: { vkey: Type.String() },
    writable: deps.writable,
    async read() {
      await deps.store.ping();
      return { vkey: formatNoteKey(deps.key) };
    },
  });
  return app;
}
