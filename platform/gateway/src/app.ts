import { setTimeout as pause } from 'node:timers/promises';
import { createHttpApp, type HttpApp } from '@common/kit/http/app';
import type { Log } from '@common/kit/telemetry/log';
import { addConsoleCors } from '@platform/keys/console-origin';
import { addHealthRoute } from '@platform/keys/operation-routes';
import { addWitnessedRoute } from '@platform/keys/witness-route';
import { addChatRoutes, type ChatRouteDeps } from './http/chat.ts';
import { addUploadRoute } from './http/documents.ts';
import { addGrantRoute } from './http/grants.ts';
import { addModelRoutes } from './http/models.ts';
import { gatewayErrors } from './http/openai-errors.ts';
import { addToolCallRoute, addToolListRoute } from './http/tools.ts';
import { addWebhookRoutes } from './http/webhooks.ts';
import { addMcpRoute } from './mcp/mcp-route.ts';
import { addResourceMetadata, oauthOf } from './mcp/resource-metadata.ts';
import { createTokenCheck } from './use-cases/check-token.ts';
import { createNonces } from './use-cases/nonces.ts';
import { createGrantWatch } from './use-cases/watch-grants.ts';

interface AppDeps extends Omit<ChatRouteDeps, 'tokens' | 'nonces'> {
  /** The origin of the console's pages, the only site whose pages may read answers in a browser. */
  readonly consoleOrigin: string;
  /** The address of `/mcp` for clients that get their tokens by OAuth; null, the default, if there are none. */
  readonly mcpUrl?: string | null;
  readonly log: Log;
}

const API_VERSION = '0.1.0';

/** Creates the gateway as an HTTP application. Tests call it without a port. */
export async function createApp(given: AppDeps): Promise<HttpApp> {
  const deps = { ...given, tokens: createTokenCheck(given), nonces: createNonces(given.monotonicMs) };
  const app = await createHttpApp({
    name: 'Sanad gateway',
    version: API_VERSION,
    description:
      'Where agents call tools under a mandate that a person signed. The gateway decides nothing and holds no key: the authority decides, the enforcement point acts.',
    log: deps.log,
    randomBytes: deps.randomBytes,
    errors: gatewayErrors,
    limits: { handlerMs: deps.handlerMs },
    securitySchemes: {
      agent: {
        type: 'http',
        scheme: 'bearer',
        description:
          'JWT signed with HS256, with sub (the principal) and iat; send X-Service-Contract with it',
      },
    },
    tags: [
      { name: 'tools', description: 'Actions under a mandate' },
      { name: 'chat', description: 'For chat-completions clients' },
      { name: 'operation', description: 'For operators' },
    ],
  });
  // The MCP route comes before CORS: agents are programs, and the route refuses a request with an origin.
  const watch = createGrantWatch({ ...deps, pause });
  const oauth = oauthOf(deps.mcpUrl ?? null, deps.consoleOrigin);
  if (oauth !== null) addResourceMetadata(app, oauth);
  await addMcpRoute(app, { ...deps, watch, oauth });
  addConsoleCors(app, deps.consoleOrigin);
  // Reports only liveness and asks no other service.
  addHealthRoute(app, { summary: 'Liveness', facts: {}, read: async () => ({}) });
  addWitnessedRoute(app, deps.witness);
  addModelRoutes(app, deps);
  addToolListRoute(app, deps);
  await addToolCallRoute(app, deps);
  await addGrantRoute(app, { ...deps, watch });
  await addUploadRoute(app, deps);
  await addWebhookRoutes(app, deps);
  await addChatRoutes(app, deps);
  return app;
}
