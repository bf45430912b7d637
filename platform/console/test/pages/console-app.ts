import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { ok } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { createLog } from '@common/kit/telemetry/log';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { type AppDeps, createApp } from '../../src/app.ts';
import { fakeAuthority } from './fake-authority.ts';
import { fakeGateway } from './fake-gateway.ts';

export const NOW = '2026-06-01T12:00:00.000Z';

const manifests: readonly PluginManifest[] = ['treasury', 'records', 'trading'].map((name) =>
  JSON.parse(readFileSync(join(REPOSITORY, `platform/plugins/${name}/manifest.json`), 'utf8')),
);

/** The console's pages as a test needs them, closed at the end of the test. */
export async function makeConsole(t: TestContext, given: Partial<AppDeps> = {}) {
  const log = createLog({ level: 'fatal' });
  const authority = fakeAuthority([]);
  const app: Awaited<ReturnType<typeof createApp>> = await createApp({
    password: null,
    authority,
    venues: [],
    log,
    randomBytes,
    manifestOf: (profile) => manifests.find((manifest) => manifest.profile === profile) ?? null,
    askServices: async () => [
      { name: 'authority', answers: true },
      { name: 'gateway', answers: false },
    ],
    now: () => NOW,
    gateway: fakeGateway(),
    tokenFor: async () => ok('a token'),
    chatAccess: { isOn: true, hasPassword: false, isLocal: true },
    clock: () => Date.parse(NOW),
    roots: [],
    origin: () => originOf(app),
    ...given,
  });
  t.after(() => app.close());
  return app;
}

/** Where people open the pages; before they are served, somewhere. */
function originOf({ server }: { readonly server: { address(): unknown } }): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null && 'port' in address ? address.port : 8080;
  return `http://localhost:${port}`;
}

/** The same on a free port; its address, always by this name: a browser needs another process for another. */
export async function serveConsole(t: TestContext, given: Partial<AppDeps> = {}): Promise<string> {
  return listenLocally(await makeConsole(t, given));
}

export async function listenLocally(app: Awaited<ReturnType<typeof makeConsole>>): Promise<string> {
  return (await app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost');
}
