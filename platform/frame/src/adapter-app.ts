import { parseStrict } from '@common/evidence/canonical';
import type { Faults } from '@common/kit/faults';
import { createHttpApp, type HttpApp, refuse } from '@common/kit/http/app';
import { addRawRoutes, RawBody } from '@common/kit/http/body-kinds';
import type { Log } from '@common/kit/telemetry/log';
import { KEYS } from '@platform/api/operation';
import { RefusalBody } from '@platform/api/route';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import { Currency, DeploymentId, IdempotencyKey, Instant } from '@platform/core/objects/primitives';
import type { Signer } from '@platform/core/signed/signed';
import { platformErrors } from '@platform/keys/error-bodies';
import { addHealthRoute, addKeysRoute, type WriteProbe } from '@platform/keys/operation-routes';
import { Type } from 'typebox';
import { BROKER_TOKEN_SCHEME, BROKER_TOKEN_SECURITY, type BrokerGuard, brokerGuard } from './broker-guard.ts';
import { createEffects, type Effects, type FaultPoint, type Outcome } from './effects.ts';
import type { Journal } from './journal.ts';
import type { Order, Provider } from './provider.ts';

interface AdapterDeps {
  readonly journal: Journal;
  readonly signer: Signer;
  readonly key: () => Promise<KeyEntry>;
  readonly brokerSecret: string;
  readonly writable: WriteProbe;
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly faults: Faults<FaultPoint>;
  readonly log: Log;
}

interface Adapter {
  readonly app: HttpApp;
  /** Looks up what is open. */
  readonly settleOpen: () => Promise<void>;
}

const BODY_BYTES = 65_536;
const SECURITY = [{ [BROKER_TOKEN_SCHEME]: [] }];

/** An adapter as an HTTP application: a counterparty of the enforcement point, in front of a provider. */
export async function createAdapterApp<Body extends Order>(
  deps: AdapterDeps,
  provider: Provider<Body>,
): Promise<Adapter> {
  const app = await createHttpApp({
    name: `Sanad adapter of ${provider.name}`,
    description: 'A counterparty that acts at a provider, and signs for what the provider answers.',
    version: '0.1.0',
    tags: [
      { name: 'adapter', description: 'Only for the enforcement point' },
      { name: 'provider', description: 'Only for the provider' },
    ],
    log: deps.log,
    randomBytes: deps.randomBytes,
    errors: platformErrors,
    jsonGate: parseStrict,
    limits: { bodyBytes: BODY_BYTES },
    securitySchemes: { [BROKER_TOKEN_SCHEME]: BROKER_TOKEN_SECURITY },
  });
  const guard = brokerGuard({ ...deps, store: deps.journal });
  const effects = createEffects(deps, provider);
  addEffectRoutes(app, provider, effects, guard);
  addSettlementRoute(app, provider, effects, guard);
  addBalanceRoute(app, provider, guard);
  await addWebhookRoute(app, provider, effects, deps);
  addKeysRoute(app, { ...KEYS, summary: 'The public key that acknowledgments are signed with' }, async () => {
    const key = await deps.key();
    return { [key.kid]: key };
  });
  addHealthRoute(app, {
    summary: 'Whether the adapter works: its journal answers and takes writes',
    facts: {},
    writable: deps.writable,
    async read() {
      await deps.journal.ping();
      return {};
    },
  });
  return { app, settleOpen: () => effects.settleOpen() };
}

function addEffectRoutes<Body extends Order>(
  app: HttpApp,
  provider: Provider<Body>,
  effects: Effects<Body>,
  guard: BrokerGuard,
): void {
  const path = `/${provider.operation}`;
  app.post(
    path,
    {
      ...guard.orderHooks,
      schema: {
        summary: 'Do it once per idempotency key',
        description: 'What got no answer is looked up at the provider before anything is repeated.',
        tags: ['adapter'],
        security: SECURITY,
        body: provider.request,
      },
    },
    async (request, reply) => {
      const body = request.body as Body;
      const token = guard.tokenOf(request);
      if (request.headers['idempotency-key'] !== body.idempotency_key || token.grant_id !== body.grant_id) {
        const message = 'The header, the broker token and the body must name one key and one grant.';
        return refuse(reply, { status: 422, code: 'order_mismatch', message });
      }
      const outcome = await effects.order(body, token);
      if (outcome.kind === 'acknowledged') return outcome.ack;
      return refuse(reply, refusalOf(outcome));
    },
  );
  app.get(
    `${path}/:idempotency_key`,
    {
      ...guard.hooks,
      schema: {
        summary: 'What was done under an idempotency key',
        description: '503 while nobody can say.',
        tags: ['adapter'],
        security: SECURITY,
        params: Type.Object({ idempotency_key: IdempotencyKey }),
        querystring: Type.Object({ granted_at: Type.Optional(Instant) }),
        response: { 401: RefusalBody, 503: RefusalBody },
      },
    },
    async (request, reply) => {
      const { kind, ...standing } = await effects.standing(
        request.params.idempotency_key,
        request.query.granted_at,
      );
      if (kind === 'known') return standing;
      return refuse(reply, refusalOf({ kind, why: 'why' in standing ? standing.why : '' }));
    },
  );
}

function addSettlementRoute<Body extends Order>(
  app: HttpApp,
  provider: Provider<Body>,
  effects: Effects<Body>,
  guard: BrokerGuard,
): void {
  if (provider.settles !== true) return;
  app.get(
    `/settlements/:deployment/:idempotency_key`,
    {
      ...guard.hooks,
      schema: {
        summary: 'What became later of what was acknowledged under an idempotency key',
        description:
          'An addendum (`sanad/settled/1`), the newest that there is; `settled` null before the first.',
        tags: ['adapter'],
        security: SECURITY,
        params: Type.Object({ deployment: DeploymentId, idempotency_key: IdempotencyKey }),
        response: { 401: RefusalBody, 404: RefusalBody, 503: RefusalBody },
      },
    },
    async (request, reply) => {
      const { deployment, idempotency_key: key } = request.params;
      const became = await effects.became(key, deployment);
      if (became.kind === 'known') return became.signed ?? { settled: null };
      if (became.kind === 'unknown') return refuse(reply, refusalOf(became));
      const message = 'Nothing was acknowledged under this key.';
      return refuse(reply, { status: 404, code: became.kind, message });
    },
  );
}

function refusalOf(outcome: Exclude<Outcome, { readonly kind: 'acknowledged' }>): {
  readonly status: number;
  readonly code: string;
  readonly message: string;
} {
  switch (outcome.kind) {
    case 'refused':
      return { status: 409, ...outcome.refusal };
    case 'key_reused':
      return { status: 422, code: outcome.kind, message: 'This key was used for something else.' };
    case 'token_used':
      return { status: 401, code: 'broker_token_used', message: 'The broker token has already been used.' };
    case 'too_late':
      return { status: 401, code: 'broker_token_expired', message: 'The broker token expired first.' };
    case 'key_in_doubt':
      return {
        status: 503,
        code: outcome.kind,
        message: 'Nobody knows what became of this key’s first order.',
      };
    case 'unknown':
      return { status: 503, code: 'outcome_unknown', message: outcome.why };
  }
}

function addBalanceRoute<Body extends Order>(
  app: HttpApp,
  provider: Provider<Body>,
  guard: BrokerGuard,
): void {
  const { balance } = provider;
  if (balance === undefined) return;
  app.get(
    '/balances/:currency',
    {
      ...guard.hooks,
      schema: {
        summary: 'A balance at the provider',
        tags: ['adapter'],
        security: SECURITY,
        params: Type.Object({ currency: Currency }),
        response: { 401: RefusalBody, 503: RefusalBody },
      },
    },
    async (request, reply) => {
      const read = await balance(request.params.currency);
      return read.ok ? read.value : refuse(reply, { status: 503, ...read.error });
    },
  );
}

async function addWebhookRoute<Body extends Order>(
  app: HttpApp,
  { webhook }: Provider<Body>,
  effects: Effects<Body>,
  { clock, log }: AdapterDeps,
): Promise<void> {
  if (webhook === undefined) return;
  await addRawRoutes(app, (scope) => {
    scope.post(
      webhook.path,
      {
        schema: {
          summary: 'What the provider sends of its own accord',
          description:
            'May come twice, late and in any order: it only says that there is something to look up.',
          tags: ['provider'],
          body: RawBody,
          response: { 400: RefusalBody, 503: RefusalBody },
        },
      },
      async (request, reply) => {
        const read = webhook.read(request.headers, request.body.toString('utf8'), clock());
        if (!read.ok) {
          log.warn({ why: read.error.message }, 'a webhook was refused');
          return refuse(reply, { status: 400, ...read.error });
        }
        if (await effects.hear(read.value)) return { received: true };
        const message = 'What it is about cannot be looked up now: send it again.';
        return refuse(reply, { status: 503, code: 'not_looked_up', message });
      },
    );
  });
}
