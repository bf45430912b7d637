import { parseStrict } from '@common/evidence/canonical';
import { createHttpApp, type HttpApp } from '@common/kit/http/app';
import type { Log } from '@common/kit/telemetry/log';
import { PEP } from '@platform/api/pep';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import { addRoute } from '@platform/keys/add-route';
import { addConsoleCors } from '@platform/keys/console-origin';
import { platformErrors } from '@platform/keys/error-bodies';
import { addHealthRoute, addKeysRoute, type WriteProbe } from '@platform/keys/operation-routes';
import { createTokenReader } from '@platform/keys/service-token';
import { addWitnessedRoute } from '@platform/keys/witness-route';
import { Type } from 'typebox';
import { addExecuteRoutes } from './http/execute.ts';
import { addIntentsRoute } from './http/intents.ts';
import { addMovementsRoute } from './http/movements.ts';
import type { MovementDeps } from './use-cases/list-movements.ts';

export interface AppDeps extends MovementDeps {
  /** The key as published now, with its earlier versions. */
  readonly key: () => Promise<KeyEntry>;
  /** The stored keys of the cloud, as a JWK set. */
  readonly cloudKeys: () => Promise<string>;
  /** The origin of the console's pages, the only site that may read answers in a browser. */
  readonly consoleOrigin: string;
  readonly log: Log;
  /** Whether the database accepts writes. */
  readonly writable: WriteProbe;
  /** The secret that verifies the gateway's tokens. */
  readonly gatewaySecret: string;
}

const API_VERSION = '0.1.0';
const BODY_BYTES = 65_536;

/** The enforcement point as an HTTP application. Tests call it without a port. */
export async function createApp(deps: AppDeps): Promise<HttpApp> {
  const app = await createHttpApp({
    name: 'Sanad enforcement point',
    version: API_VERSION,
    description:
      'Executes what the authority granted, once, with the only credential for the counterparty. It decides again, by the rules that people signed, before it calls a counterparty.',
    log: deps.log,
    randomBytes: deps.randomBytes,
    errors: platformErrors,
    jsonGate: parseStrict,
    limits: { bodyBytes: BODY_BYTES },
    securitySchemes: {
      gateway: {
        type: 'http',
        scheme: 'bearer',
        description:
          'The gateway’s token for this grant; also passed on to the authority, which decides whose grant it is.',
      },
    },
    tags: [
      { name: 'enforcement', description: 'For the gateway and the authority' },
      { name: 'operation', description: 'For anyone' },
    ],
  });
  addConsoleCors(app, deps.consoleOrigin);
  addExecuteRoutes(app, deps, createTokenReader(deps.gatewaySecret, deps.clock));
  addMovementsRoute(app, deps);
  addKeysRoute(app, PEP.readKeys, async () => {
    const key = await deps.key();
    return { [key.kid]: key };
  });
  addRoute(app, PEP.readCloudKeys, async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(await deps.cloudKeys()),
  );
  addWitnessedRoute(app, deps.witness);
  addIntentsRoute(app, deps);
  addHealthRoute(app, {
    summary: 'Whether the service works: its database answers and takes writes',
    writable: deps.writable,
    facts: {
      unfinished: Type.Integer({ description: 'Grants whose outcome or record is still outstanding' }),
    },
    read: async () => ({ unfinished: await deps.store.countUnfinished() }),
  });
  return app;
}
