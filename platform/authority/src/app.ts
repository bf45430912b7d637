import { parseStrict } from '@common/evidence/canonical';
import { createHttpApp, type HttpApp } from '@common/kit/http/app';
import type { Log } from '@common/kit/telemetry/log';
import { addConsoleCors } from '@platform/keys/console-origin';
import { platformErrors } from '@platform/keys/error-bodies';
import type { WriteProbe } from '@platform/keys/operation-routes';
import { createTokenReader } from '@platform/keys/service-token';
import { addAnchorRoutes } from './anchors/anchors.http.ts';
import type { AnchorStore } from './anchors/anchors.store.ts';
import { addAgentTokenRoutes } from './http/agent-tokens.ts';
import { addClosedReads, type ReadsMode } from './http/closed-reads.ts';
import { addMandateRoutes } from './http/contracts.ts';
import { addDirectoryRoutes } from './http/directory.ts';
import { addDocumentRoutes } from './http/documents.ts';
import { addEntryRoutes, addUseRoutes } from './http/entries.ts';
import { addEventRoutes } from './http/events.ts';
import { addGrantRoutes } from './http/grants.ts';
import { addKeyRoutes } from './http/keys.ts';
import { addLogRoutes } from './http/log.ts';
import { addMovementRoutes } from './http/movements.ts';
import { addProfileRoutes } from './http/profiles.ts';
import { addAddendumRoutes, addReceiptRoutes } from './http/receipts.ts';
import { addTileRoutes } from './http/tiles.ts';
import { addNoticeRoutes } from './notices/notices.http.ts';
import type { SinkDeps } from './notices/tell-sinks.ts';
import { addWebhookRoutes } from './notices/webhooks.http.ts';
import type { SearchDeps } from './search/search-receipts.ts';
import type { WebhookDeps } from './use-cases/agent-webhooks.ts';
import type { MovementDeps } from './use-cases/ask-movements.ts';
import type { AuthorityDeps } from './use-cases/deps.ts';
import { refuseWhileRolledBack } from './witnesses/witnesses.http.ts';

export interface AppDeps
  extends AuthorityDeps,
    Pick<SearchDeps, 'search' | 'entering'>,
    Pick<SinkDeps, 'notices' | 'sinks'>,
    Pick<WebhookDeps, 'webhooks' | 'webhookRules'>,
    Pick<MovementDeps, 'askEnforcement' | 'movementPages'> {
  /** Whether the database accepts writes. */
  readonly writable: WriteProbe;
  readonly anchors: AnchorStore;
  /** The origin of the console's pages, the only site that may read answers in a browser. */
  readonly consoleOrigin: string;
  readonly log: Log;
  /** Default: open. */
  readonly reads?: ReadsMode;
  /** The secret that verifies the gateway's tokens. */
  readonly gatewaySecret: string;
  /** Resolves once the receipts requested so far have been made. */
  readonly receiptsSettled: () => Promise<void>;
  /**
   * Returns why no receipt may be made: a witness has seen more of the log than there is. Null if one may.
   */
  readonly logRefusal?: () => Promise<string | null>;
}

const API_VERSION = '0.3.0';
const BODY_BYTES = 65_536;

/** The authority as an HTTP application. Tests call it without a port. */
export async function createApp(deps: AppDeps): Promise<HttpApp> {
  const app = await createHttpApp({
    name: 'Sanad authority',
    version: API_VERSION,
    description:
      'Mandates, grants, receipts and the transparency log. Only a person’s signature creates authority; every decision leaves a receipt that can be verified offline.',
    log: deps.log,
    randomBytes: deps.randomBytes,
    errors: platformErrors,
    jsonGate: parseStrict,
    limits: { bodyBytes: BODY_BYTES },
    securitySchemes: {
      service: { type: 'http', scheme: 'bearer', description: 'The gateway’s token for one call' },
    },
    tags: [
      { name: 'mandates', description: 'What principals allow agents to do' },
      { name: 'grants', description: 'Proposals, approvals, redemptions' },
      { name: 'receipts', description: 'Proof of each decision' },
      { name: 'evidence', description: 'The chain of events' },
      { name: 'log', description: 'The transparency log' },
      { name: 'profiles', description: 'Plugins and the bounds on mandates' },
      { name: 'directories', description: 'Payees and accounts that no new profile version ends' },
      { name: 'keys', description: 'Public keys' },
      { name: 'operation', description: 'For operators' },
    ],
  });
  const tokens = createTokenReader(deps.gatewaySecret, deps.clock);
  addConsoleCors(app, deps.consoleOrigin);
  if (deps.logRefusal !== undefined) refuseWhileRolledBack(app, deps.logRefusal);
  addClosedReads(app, deps);
  addMandateRoutes(app, deps);
  addAgentTokenRoutes(app, deps);
  addGrantRoutes(app, deps, { tokens, receiptsSettled: deps.receiptsSettled });
  await addDocumentRoutes(app, deps, { tokens });
  addNoticeRoutes(app, deps);
  addWebhookRoutes(app, deps, { tokens });
  addEventRoutes(app, deps, { tokens });
  addReceiptRoutes(app, deps);
  addAddendumRoutes(app, deps);
  addMovementRoutes(app, deps);
  addAnchorRoutes(app, deps);
  addLogRoutes(app, deps);
  addTileRoutes(app, deps);
  addProfileRoutes(app, deps);
  addEntryRoutes(app, deps);
  addUseRoutes(app, deps);
  addKeyRoutes(app, deps);
  addDirectoryRoutes(app, deps, deps.writable);
  return app;
}
