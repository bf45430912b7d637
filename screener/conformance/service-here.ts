import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpApp } from '@common/kit/http/app';
import { runService } from '@common/kit/service';
import type { AppDeps } from '@screener/service/app';
import { SCREENER_CONFIG } from '@screener/service/config';
import { openService } from '@screener/service/open-service';
import { copySeeded } from '@screener/service/testing/open-seeded';

export interface ServiceHere {
  /** Where it listens. */
  readonly url: string;
  /** The settings of a command that works on the same store. */
  readonly env: Readonly<Record<string, string>>;
}

interface ServiceSettings {
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly createApp: (deps: AppDeps) => Promise<HttpApp>;
}

/** A clock that runs on from an instant. */
export function clockFrom(instant: string): () => number {
  const ahead = Date.parse(instant) - Date.now();
  return () => Date.now() + ahead;
}

/**
 * Runs a service on a free port, with the embedded snapshot, as `npm run screener` does, but in this process: several
 * processes would each load the same code.
 */
export async function withServiceHere<T>(
  { env, clock, createApp }: ServiceSettings,
  use: (running: ServiceHere) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-service-'));
  const store = join(folder, 'store.sqlite');
  await copySeeded(store);
  const ofStore = { DATABASE_URL: `sqlite:${store}`, SECRETS_DIR: join(folder, 'secrets') };
  const signals = new EventEmitter();
  const ready = Promise.withResolvers<string>();
  let output = '';
  const note = {
    write(text: string) {
      output += text;
      const url = /^screener ready at (\S+)/m.exec(output)?.[1];
      if (url !== undefined) ready.resolve(url);
    },
  };
  const run = runService(
    {
      env: { ...ofStore, SCREENER_PORT: '0', LOG_LEVEL: 'silent', ...env },
      pid: process.pid,
      argv: [],
      on: (signal, listener) => signals.on(signal, listener),
      off: (signal, listener) => signals.off(signal, listener),
      stdout: note,
      stderr: note,
      kill: () => {},
      exit: () => {},
    },
    {
      name: 'screener',
      config: SCREENER_CONFIG,
      listeners: { screener: { host: 'SCREENER_HOST', port: 'SCREENER_PORT' } },
      open: (settings, machine) => openService(settings, { ...machine, clock }, createApp),
    },
  );
  try {
    const ended = run.then(() => Promise.reject(new Error(`the screener ended:\n${output}`)));
    const url = await Promise.race([ready.promise, ended]);
    return await use({ url, env: ofStore });
  } finally {
    signals.emit('SIGTERM');
    await run;
    await rm(folder, { recursive: true, force: true });
  }
}
