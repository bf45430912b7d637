import { type HttpApp, refuse, refuseInvalid } from '@common/kit/http/app';
import { addFormRoutes, addJsonOrFormRoutes, formErrors, isFormPost } from '@common/kit/http/body-kinds';
import { ErrorEnvelope } from '@common/kit/http/errors';
import { clientNetwork, type RateLimiter } from '@common/kit/rate-limit';
import { field } from '@common/web/field';
import { type Content, html, type Safe, url } from '@common/web/html';
import { nextPath } from '@common/web/next-path';
import type { Site } from '@common/web/page-shell';
import { sendPrivatePage } from '@common/web/send-page';
import { choice, object, text } from '@screener/engine/schema-parts';
import {
  type SessionDeps,
  signInWithKey,
  signInWithPassword,
  tooManyGuesses,
} from '@screener/service/accounts/session';
import { SESSION_OPTIONAL } from '@screener/service/accounts/session-scheme';
import { KEY_TIERS } from '@screener/service/accounts/tiers';
import { envelopeOf, REDIRECT } from '@screener/service/schemas/envelope';
import { WORDS } from '@screener/words/words';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { HOLDINGS_FORM_BYTES } from '../parts/hidden-list.http.ts';
import { words } from '../parts/language.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { linkForm } from './door.page.ts';
import {
  BROUGHT_FIELDS,
  type Brought,
  DASHBOARD,
  doorLink,
  type Entrance,
  ERRAND_FIELDS,
  errandFields,
  errandLine,
  errandOf,
  guessLimit,
  OTHER_DOOR,
  otherDoor,
  refusalWords,
  refuseGuess,
  retryAfter,
  SIGN_IN,
  SIGN_UP,
} from './entrance.http.ts';
import { type Readers, sessionOf } from './readers.http.ts';

interface SignInDeps extends SessionDeps {
  readonly readers: Readers;
  readonly entrance: Entrance;
  /** Counts wrong keys by network address. */
  readonly wrongKeys: RateLimiter;
  /** Whether this service can mail a link that signs in. */
  readonly mailsLinks: boolean;
}

/**
 * The body of `POST /api/session` (interface document, 2.5). Only our forms have an errand.
 */
const SessionBody = Type.Object({
  api_key: Type.Optional(
    Type.String({ maxLength: 128, default: '', description: 'A key, in place of address and password' }),
  ),
  email: Type.Optional(Type.String({ maxLength: 254, default: '', description: 'The account’s address' })),
  password: Type.Optional(Type.String({ maxLength: 128, default: '', description: 'Its password' })),
  ...BROUGHT_FIELDS,
});

const BegunSessionAnswer = object(
  {
    tier: choice(KEY_TIERS, 'The tier of the account'),
    expires_at: text('When the session ends (ISO 8601)'),
  },
  { description: 'The session, whose cookie the answer sets' },
);

/** The fields that a person fills in. */
const FIELDS = ['api_key', 'email', 'password'] as const;

/** `GET /portal`, `POST /api/session`, `POST /portal/logout` (interface document, 4.2). */
export async function addSessionRoutes(app: HttpApp, site: Site, deps: SignInDeps): Promise<void> {
  const { readers } = deps;
  const asked = Type.Object(ERRAND_FIELDS, { additionalProperties: true });
  app.get(
    SIGN_IN,
    { config: { page: true }, onRequest: readers.recognise, schema: { hide: true, querystring: asked } },
    (request, reply) => {
      const errand = errandOf(request.query);
      if (sessionOf(request) !== null) return reply.redirect(nextPath(errand.next, DASHBOARD), 303);
      return sendPrivatePage(reply, signInPage(site, deps, { errand }));
    },
  );
  const list = { preHandler: deps.entrance.admitLists, bodyLimit: HOLDINGS_FORM_BYTES };
  await addFormRoutes(app, (scope) => {
    // A list of holdings comes to the door in a form: it has no place in an address.
    scope.post(
      SIGN_IN,
      {
        ...list,
        config: { page: true },
        onRequest: [readers.refuseCrossSite, readers.recognise],
        schema: { hide: true, body: Type.Object(BROUGHT_FIELDS) },
      },
      async (request, reply) => {
        const errand = errandOf(request.body);
        const session = sessionOf(request);
        if (session !== null) return deps.entrance.goOn(reply, session.account, errand);
        return sendPrivatePage(reply, signInPage(site, deps, { errand }));
      },
    );
  });
  await addJsonOrFormRoutes(app, (scope) => {
    scope.post(
      '/api/session',
      {
        ...list,
        attachValidation: true,
        onRequest: readers.refuseCrossSite,
        schema: {
          operationId: 'signIn',
          summary: 'Begin a session',
          description:
            'Checks a key, or an address and a password, and sets an HttpOnly cookie for the pages. A form gets a redirect in place of the answer.',
          tags: ['accounts'],
          security: [],
          body: SessionBody,
          response: {
            200: envelopeOf(BegunSessionAnswer),
            303: REDIRECT,
            307: REDIRECT,
            401: ErrorEnvelope,
            403: ErrorEnvelope,
            429: ErrorEnvelope,
          },
        },
      },
      async (request, reply) => {
        await beginSession(request, reply, site, deps, request.body);
        return reply;
      },
    );
    scope.post(
      '/portal/logout',
      {
        onRequest: readers.refuseCrossSite,
        schema: {
          operationId: 'signOut',
          summary: 'End the session',
          description: 'Redirects to the start page, also without a session.',
          tags: ['accounts'],
          security: SESSION_OPTIONAL,
          response: { 303: REDIRECT, 403: ErrorEnvelope },
        },
      },
      async (request, reply) => {
        await readers.end(request, reply);
        return reply.header('cache-control', 'no-store').redirect('/', 303);
      },
    );
  });
}

async function beginSession(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  deps: SignInDeps,
  body: Static<typeof SessionBody>,
): Promise<unknown> {
  reply.header('cache-control', 'no-store');
  const { obstacle } = deps.readers;
  if (obstacle !== null) {
    return refuse(reply, { status: 403, code: 'https_needed', message: obstacle });
  }
  const faults = formErrors(request, FIELDS);
  const { api_key: key = '', email = '', password = '', ...asked } = body;
  const errand = errandOf(asked);
  const again = (errors: SignInErrors, status = 422) =>
    sendPrivatePage(reply, signInPage(site, deps, { email, errand, errors }), status);
  if (faults !== null) return again(faults);
  const isForm = isFormPost(request);
  if (key === '' && (email === '' || password === '')) {
    const { typeSomething, typePassword } = words().door.signIn;
    if (isForm) return again(email === '' ? { api_key: typeSomething } : { password: typePassword });
    const msg = WORDS.en.door.signIn.typeSomething;
    return refuseInvalid(reply, [{ loc: ['body', 'api_key'], msg, type: 'missing' }]);
  }
  const begun =
    key === ''
      ? await signInWithPassword(deps, { email, password }, guessLimit(deps.entrance.guesses, request))
      : await guessKey(deps, request, key);
  if (!begun.ok) {
    const { code, message } = begun.error;
    const isSpent = code === 'too_many_guesses';
    if (!isForm)
      return isSpent ? refuseGuess(reply, begun.error) : refuse(reply, { status: 401, code, message });
    if (isSpent) reply.header('retry-after', retryAfter(begun.error));
    const why = refusalWords(begun.error);
    return again(key === '' ? { password: why } : { api_key: why }, isSpent ? 429 : 422);
  }
  if (isForm) return deps.entrance.lead(request, reply, begun.value, errand);
  await deps.entrance.admit(request, reply, begun.value);
  const { account, expiresAt } = begun.value;
  const data = { tier: account.tier, expires_at: new Date(expiresAt).toISOString() };
  return reply.send({ success: true, error: null, data });
}

/** Signs in with a key. The limit is checked before the guess: otherwise a 429 would tell a wrong key from the right one. */
async function guessKey(deps: SignInDeps, request: FastifyRequest, key: string) {
  const network = clientNetwork(request.ip);
  const spent = await deps.wrongKeys.spent(network);
  if (spent !== null) return tooManyGuesses(spent.resetS);
  const begun = await signInWithKey(deps, key);
  if (!begun.ok) await deps.wrongKeys.take(network);
  return begun;
}

type SignInErrors = Readonly<Partial<Record<(typeof FIELDS)[number], string>>>;

interface SignInState {
  readonly email?: string;
  readonly errand: Brought;
  readonly errors?: SignInErrors;
}

function signInPage(
  site: Site,
  { readers: { obstacle }, mailsLinks }: SignInDeps,
  { email = '', errand, errors = {} }: SignInState,
): Safe {
  const { signIn, plainHttp } = words().door;
  const { title, description } = signIn;
  const main = html`<h1>${title}</h1>
${obstacle === null ? html`${errandLine(errand)}\n${signInForms({ email, errand, errors }, mailsLinks)}` : html`<p class="lead">${plainHttp}</p>`}`;
  return renderSitePage(site, {
    title,
    description,
    main,
    area: 'start',
    isPrivate: true,
    ...(errand.holdings !== '' && obstacle === null && { again: { form: OTHER_DOOR, path: SIGN_IN } }),
  });
}

function signInForms({ email = '', errand, errors = {} }: SignInState, mailsLinks: boolean): Safe {
  const { door } = words();
  const said = door.signIn;
  const create = html`<p>${said.noAccount(doorLink(SIGN_UP, door.signUp.title, errand))}</p>`;
  const passwordForm = html`<form class="form" action="${url('/api/session')}" method="post">
${errandFields(errand)}
${errand.holdings !== '' && html`<p>${door.list.comesAlong}</p>`}
${field({ name: 'email', label: door.email, type: 'email', value: email, error: errors.email, autocomplete: 'username', maxlength: 254, isRequired: true })}
${field({ name: 'password', label: said.password, type: 'password', error: errors.password, autocomplete: 'current-password', maxlength: 128, isRequired: true })}
<button type="submit"${mailsLinks && html` class="outlined"`}>${mailsLinks ? said.submitPassword : said.submit}</button>
</form>`;
  const keyForm = html`<form class="form" action="${url('/api/session')}" method="post">
${errandFields(errand)}
${field({ name: 'api_key', label: said.key, type: 'password', error: errors.api_key, autocomplete: 'current-password', maxlength: 128, isRequired: true, hint: said.keyHint })}
<button type="submit" class="outlined">${said.submitKey}</button>
</form>`;
  return html`${mailsLinks && linkForm({ email, errand })}
${mailsLinks ? html`<p class="muted">${said.linkMakesOne}</p>\n<h2>${said.orPassword}</h2>\n${passwordForm}` : html`${passwordForm}\n${create}`}
<h2>${said.orKey}</h2>
${keyForm}
${otherDoor(SIGN_UP, errand)}
<p class="muted">${said.help<Content>(html`<a href="${url('/developers#key')}">${said.getKey}</a>`, mailsLinks)}</p>`;
}
