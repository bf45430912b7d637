import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { ok } from '@common/base/result';
import { createLog } from '@common/kit/telemetry/log';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { type AppDeps, createApp } from '../../src/app.ts';
import { fakeAuthority } from './fake-authority.ts';
import { fakeGateway } from './fake-gateway.ts';
import { PLUGINS, pluginFile } from './plugins.ts';

export const NOW = '2026-06-01T12:00:00.000Z';

const manifests: readonly PluginManifest[] = PLUGINS.map((name) => pluginFile(name, 'manifest'));

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
    connectorOf: (profile) => {
      const at = manifests.findIndex((manifest) => manifest.profile === profile);
      return at === -1 ? null : pluginFile(PLUGINS[at] ?? '', 'connector');
    },
    askServices: async () => [
      { name: 'authority', answers: true },
      { name: 'gateway', answers: false },
    ],
    now: () => NOW,
    gateway: fakeGateway(),
    tokenFor: async () => ok('a token'),
    tokenIssuer: async () => ok(({ token_id }) => `made.of.${token_id}`),
    gatewayUrl: 'http://gateway.test:8000',
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

/**
 * The same, served; its address, always by this name: a browser needs another process for another. Tests take turns at
 * one port, because a browser loads and compiles all scripts anew for every new one.
 */
export async function openConsole(t: TestContext, given: Partial<AppDeps> = {}): Promise<OpenConsole> {
  const place = await sharedPlace();
  const app = await makeConsole(t, { origin: () => place.url, ...given });
  await app.ready();
  place.app = app;
  t.after(() => {
    if (place.app === app) place.app = null;
  });
  return { app, url: place.url };
}

interface OpenConsole {
  readonly app: Awaited<ReturnType<typeof makeConsole>>;
  readonly url: string;
}

export async function serveConsole(t: TestContext, given: Partial<AppDeps> = {}): Promise<string> {
  return (await openConsole(t, given)).url;
}

interface SharedPlace {
  readonly url: string;
  /** The newest of the test whose turn it is. */
  app: Awaited<ReturnType<typeof makeConsole>> | null;
}

let shared: Promise<SharedPlace> | null = null;

function sharedPlace(): Promise<SharedPlace> {
  shared ??= openPlace();
  return shared;
}

async function openPlace(): Promise<SharedPlace> {
  const server = createServer((request, response) => {
    // A page of the test before may still ask for something.
    if (place.app === null) response.destroy();
    else place.app.routing(request, response);
  });
  server.unref().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const place: SharedPlace = { url: `http://localhost:${port}`, app: null };
  return place;
}

export async function listenLocally(app: Awaited<ReturnType<typeof makeConsole>>): Promise<string> {
  return (await app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost');
}
