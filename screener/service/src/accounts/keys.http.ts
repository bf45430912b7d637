import type { HttpApp } from '@common/kit/http/app';
import { refuse } from '@common/kit/http/app';
import { ErrorEnvelope } from '@common/kit/http/errors';
import { clientNetwork, type RateLimiter, rateHeaders } from '@common/kit/rate-limit';
import { choice, object, text } from '@screener/engine/schema-parts';
import type { onRequestHookHandler, preHandlerHookHandler } from 'fastify';
import { type Static, Type } from 'typebox';
import { envelopeOf, REFUSED_CALLER } from '../schemas/envelope.ts';
import type { AccessStore, Attribution } from './access.store.ts';
import { callerOf, KEY_NOTICE, KEY_ONLY, KEY_OPTIONAL, refuseWrongKey } from './guard.http.ts';
import { joinWaitlist, LONGEST_WAITLIST_USE } from './join-waitlist.ts';
import { EMAIL_PATTERN, LONGEST_EMAIL } from './mailbox.ts';
import { sentKey } from './sent-key.http.ts';
import { EARLIER_KEY_HOURS, earlierKeyEndsAt, type SignUpDeps, signUp } from './sign-up.ts';
import { KEY_TIERS, type TierTerms } from './tiers.ts';

interface KeyRouteDeps extends SignUpDeps {
  readonly store: SignUpDeps['store'] & Pick<AccessStore, 'joinWaitlist' | 'keepKey'>;
  readonly guard: onRequestHookHandler;
  /** Limits wrong keys per network address. */
  readonly wrongKeys: RateLimiter;
  readonly freeTier: TierTerms;
  /** Limits sign-ups per network address. */
  readonly signUps: RateLimiter;
}

const hint = (maxLength: number, description: string) =>
  Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()], { default: null, description }));

export const AttributionSchema = Type.Object(
  {
    utm_source: hint(100, 'The campaign’s source: newsletter'),
    utm_medium: hint(100, 'The campaign’s medium: email'),
    utm_campaign: hint(100, 'The campaign’s name'),
    utm_content: hint(100, 'Which of its links'),
    landing_page: hint(300, 'The first page that was opened'),
    referrer: hint(300, 'The page that led there'),
  },
  { description: 'First-touch context collected by the client; a hint only' },
);

const OptionalAttribution = Type.Optional(
  Type.Union([AttributionSchema, Type.Null()], {
    description: 'Where the person came from; may be left out',
  }),
);
const Email = Type.String({
  maxLength: LONGEST_EMAIL,
  pattern: EMAIL_PATTERN,
  description: 'An e-mail address; upper case and spaces around it do not matter',
});

/** The most characters of a key's purpose (interface document, 2.5). */
export const LONGEST_USE_CASE = 20;

const SignUpBody = Type.Object({
  email: Email,
  use_case: Type.Optional(
    Type.String({
      maxLength: LONGEST_USE_CASE,
      default: '',
      description: 'What the key is for, in a word: app',
    }),
  ),
  attribution: OptionalAttribution,
});

const WaitlistBody = Type.Object({
  email: Email,
  interest: Type.Optional(
    Type.String({ maxLength: 20, default: 'both', description: 'Which product: screening, agents or both' }),
  ),
  use_case: Type.Optional(
    Type.String({
      maxLength: LONGEST_WAITLIST_USE,
      default: '',
      description: 'What it would be used for',
    }),
  ),
  attribution: OptionalAttribution,
});

const IssuedKey = object(
  {
    api_key: Type.String({ description: 'Shown only once; only a keyed hash of it is stored' }),
    tier: Type.Literal('free', { description: 'What the key allows' }),
    header: Type.Literal('x-api-key', { description: 'The header to send it in' }),
    requests_per_minute: Type.Union([Type.Integer(), Type.Null()], {
      description: 'For all keys of the account together; null: no limit',
    }),
    note: text('How to keep the key'),
  },
  { description: 'A new key' },
);

const NOTE =
  'Store this key: it is not shown again. Another sign-up with its address does not end it; one that sends it as x-api-key does.';

const KeptKey = object(
  {
    tier: choice(KEY_TIERS, 'What the key allows'),
    label: text('The part of the key that may be shown'),
    status: Type.Literal('current', { description: 'It has no end' }),
  },
  { description: 'The key that was kept' },
);

/** Adds the routes of keys and of the waiting list (interface document, 4.1). */
export function addKeyRoutes(app: HttpApp, deps: KeyRouteDeps): void {
  const limited = limitSignUps(deps.signUps);
  addSignUpRoute(app, deps, limited);
  addKeepRoute(app, deps);
  addWaitlistRoute(app, deps, limited);
}

function addSignUpRoute(app: HttpApp, deps: KeyRouteDeps, limited: preHandlerHookHandler): void {
  app.post(
    '/api/keys',
    {
      // Runs after validation, so that a typo in the address does not count as a sign-up.
      preHandler: limited,
      schema: {
        operationId: 'signUp',
        security: KEY_OPTIONAL,
        summary: 'Get a free key',
        description:
          'Issues a free-tier key, shown once, which is the address’s newest from then on. With an earlier free key of the address in the request, the new key replaces it: it opens the same account, and the earlier one is refused within a second. Without one, nothing proves that the caller owns the address, so the new key opens an account of its own, and earlier keys, their allowance, watchlist and tier stay as they are. The answer is then the same whether or not the address is known.',
        tags: ['keys'],
        body: SignUpBody,
        response: { 200: envelopeOf(IssuedKey), 409: ErrorEnvelope, ...REFUSED_CALLER },
      },
    },
    async (request, reply) => {
      const { email, use_case: useCase = '', attribution } = request.body;
      reply.header('cache-control', 'no-store');
      const sent = sentKey(request);
      const issued = sent.ok
        ? await signUp(deps, {
            email,
            useCase,
            attribution: attributionOf(attribution),
            earlierKey: sent.value,
          })
        : sent;
      if (!issued.ok) {
        const { code, message } = issued.error;
        if (code === 'key_of_another_address') return refuse(reply, { status: 409, code, message });
        await refuseWrongKey(deps, clientNetwork(request.ip), reply, { code, message });
        return reply;
      }
      const data: Static<typeof IssuedKey> = {
        api_key: issued.value.key,
        tier: 'free',
        header: 'x-api-key',
        requests_per_minute: deps.freeTier.policy?.requests ?? null,
        note: NOTE,
      };
      return { success: true as const, error: null, data };
    },
  );
}

/** Adds `POST /api/keys/keep` (DESIGN 5.8). */
function addKeepRoute(app: HttpApp, deps: KeyRouteDeps): void {
  app.post(
    '/api/keys/keep',
    {
      onRequest: deps.guard,
      schema: {
        operationId: 'keepKey',
        security: KEY_ONLY,
        summary: 'Keep an earlier key',
        description: `For the holder of a free key that is no longer its account's current one (its answers carry Sanad-Key-Notice): the key sent is the current one again. No other key ends at once: the one that was current goes on for ${EARLIER_KEY_HOURS} hours with the same notice, and its holder may keep it in turn. A key that is current stays so. Send no body.`,
        tags: ['keys'],
        response: { 200: envelopeOf(KeptKey), ...REFUSED_CALLER },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { tier, id } = callerOf(request);
      const now = deps.clock();
      const kept = tier === 'demo' ? null : await deps.store.keepKey(id, now, earlierKeyEndsAt(now));
      if (kept === null) {
        await refuseWrongKey(deps, clientNetwork(request.ip), reply, NOT_KEPT);
        return reply;
      }
      reply.removeHeader(KEY_NOTICE);
      const data: Static<typeof KeptKey> = { tier: kept.tier, label: kept.label, status: 'current' };
      return { success: true as const, error: null, data };
    },
  );
}

const Joined = object(
  { joined: Type.Literal(true, { description: 'Also where the address had joined before' }) },
  { description: 'The address is stored' },
);

const NOT_KEPT = {
  code: 'invalid_api_key',
  message:
    'Send the key to keep as x-api-key or bearer token, before it ends. POST /api/keys issues a new one.',
};

function addWaitlistRoute(app: HttpApp, deps: KeyRouteDeps, limited: preHandlerHookHandler): void {
  app.post(
    '/api/waitlist',
    {
      preHandler: limited,
      schema: {
        operationId: 'joinWaitlist',
        security: [],
        summary: 'Join the waiting list',
        description: 'Stores an address once. Joining again changes only the interest.',
        tags: ['keys'],
        body: WaitlistBody,
        response: { 200: envelopeOf(Joined), 429: ErrorEnvelope, 503: ErrorEnvelope },
      },
    },
    async (request) => {
      const { email, interest = 'both', use_case: useCase = '', attribution } = request.body;
      await joinWaitlist(deps, { email, interest, useCase, attribution: attributionOf(attribution) });
      return { success: true as const, error: null, data: { joined: true as const } };
    },
  );
}

function limitSignUps(limiter: RateLimiter): preHandlerHookHandler {
  return async (request, reply) => {
    const allowance = await limiter.take(clientNetwork(request.ip));
    reply.headers(rateHeaders(limiter.policy, allowance));
    if (allowance.allowed) return;
    const { requests } = limiter.policy;
    return refuse(reply, {
      status: 429,
      code: 'rate_limit_exceeded',
      message: `A network address may sign up ${requests} times an hour. Try again in ${allowance.resetS} s.`,
    });
  };
}

export function attributionOf(
  given: Static<typeof AttributionSchema> | null | undefined,
): Attribution | null {
  if (!given) return null;
  const { utm_source = null, utm_medium = null, utm_campaign = null, utm_content = null } = given;
  const { landing_page = null, referrer = null } = given;
  return { utm_source, utm_medium, utm_campaign, utm_content, landing_page, referrer };
}
