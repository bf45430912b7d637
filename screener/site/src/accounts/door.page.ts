import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { clientNetwork, type RateLimiter, rateHeaders } from '@common/kit/rate-limit';
import { field } from '@common/web/field';
import { html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { errorPage, sendPrivatePage } from '@common/web/send-page';
import { createAccount } from '@screener/service/accounts/create-account';
import type { Errand } from '@screener/service/accounts/links.store';
import { emailFault, LONGEST_EMAIL } from '@screener/service/accounts/mailbox';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@screener/service/accounts/password';
import {
  askForLink,
  enterByLink,
  LINK_MINUTES,
  LINK_PATH,
  type LinkDeps,
  readLink,
} from '@screener/service/accounts/sign-in-link';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { renderSitePage } from '../parts/site.page.ts';
import {
  doorLink,
  type Entrance,
  ERRAND_FIELDS,
  errandFields,
  errandLine,
  errandOf,
  SIGN_IN,
  SIGN_UP,
} from './entrance.http.ts';
import { type Readers, sessionOf } from './readers.http.ts';

interface DoorDeps extends LinkDeps {
  readonly readers: Readers;
  readonly entrance: Entrance;
  /** Limits sign-ups, and links asked for, by network address. */
  readonly signUps: RateLimiter;
  readonly linkAsks: RateLimiter;
}

/** Where the form that asks for a link is sent. */
const ASK_FOR_LINK = '/portal/link';

/** Far longer than any accepted input, so that a fault is reported beside its field. */
const typed = () => Type.Optional(Type.String({ maxLength: 2_000 }));
const SignUpForm = Type.Object({ email: typed(), password: typed(), ...ERRAND_FIELDS });
const LinkForm = Type.Object({ email: typed(), ...ERRAND_FIELDS });
const Token = Type.Object({ token: Type.String({ maxLength: 100 }) }, { additionalProperties: true });
const Asked = Type.Object(ERRAND_FIELDS, { additionalProperties: true });

/** The pages through which a person gets an account: by a mailed link, or by a password where no mail is sent. */
export async function addDoorRoutes(app: HttpApp, site: Site, deps: DoorDeps): Promise<void> {
  const { readers, entrance } = deps;
  const page = { config: { page: true as const }, schema: { hide: true } };
  app.get(
    SIGN_UP,
    { ...page, onRequest: readers.recognise, schema: { hide: true, querystring: Asked } },
    (request, reply) => sendPrivatePage(reply, signUpPage(site, deps, { errand: errandOf(request.query) })),
  );
  app.get(LINK_PATH, { ...page, schema: { hide: true, querystring: Token } }, async (request, reply) => {
    const { token } = request.query;
    const link = await readLink(deps, token);
    if (link === null) return sendPrivatePage(reply, linkOverPage(site), 404);
    // Programs that scan mail open its links, so only the button signs in.
    const main = html`<h1>Sign in</h1>
<p class="lead">As <bdi>${link.email}</bdi>, in this browser.</p>
${errandLine(link)}
<form action="${url(LINK_PATH)}" method="post"><input type="hidden" name="token" value="${token}"><button type="submit">Sign in</button></form>`;
    const { body, headers } = errorPage(doorPage(site, 'Sign in', main));
    // The address contains the token, so no other page may learn it as its referrer.
    return reply.headers({ ...headers, 'referrer-policy': 'no-referrer' }).send(body);
  });
  await addFormRoutes(app, (scope) => {
    const onRequest = readers.refuseCrossSite;
    scope.post(SIGN_UP, { ...page, onRequest, schema: { hide: true, body: SignUpForm } }, (request, reply) =>
      signUp(request, reply, site, deps, request.body),
    );
    scope.post(
      ASK_FOR_LINK,
      { ...page, onRequest, schema: { hide: true, body: LinkForm } },
      (request, reply) => askByMail(request, reply, site, deps, request.body),
    );
    scope.post(
      LINK_PATH,
      {
        ...page,
        onRequest: [readers.refuseCrossSite, readers.recognise],
        schema: { hide: true, body: Token },
      },
      async (request, reply) => {
        if (readers.obstacle !== null)
          return sendPrivatePage(reply, obstaclePage(site, readers.obstacle), 403);
        const entered = await enterByLink(deps, request.body.token, sessionOf(request));
        if (!entered.ok) return sendPrivatePage(reply, linkOverPage(site), 404);
        return entrance.lead(request, reply, entered.value.begun, entered.value.errand);
      },
    );
  });
}

async function signUp(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  deps: DoorDeps,
  { email = '', password = '', ...asked }: Static<typeof SignUpForm>,
): Promise<FastifyReply> {
  const errand = errandOf(asked);
  const { obstacle } = deps.readers;
  if (obstacle !== null) return sendPrivatePage(reply, obstaclePage(site, obstacle), 403);
  // Where mail is sent, an account begins with the proof of its address.
  if (deps.sendMail !== null) return askByMail(request, reply, site, deps, { email, ...asked });
  const again = (errors: DoorErrors, status: number) =>
    sendPrivatePage(reply, signUpPage(site, deps, { email, errand, errors }), status);
  const fault = emailFault(email);
  if (fault !== undefined) return again({ email: fault }, 422);
  const spent = await takeOrRefuse(reply, deps.signUps, request, 'sign up');
  if (spent !== null) return again({ email: spent }, 429);
  const created = await createAccount(deps, { email, password });
  if (created.ok) return deps.entrance.lead(request, reply, created.value, errand);
  const { code, message } = created.error;
  return again(code === 'unusable_password' ? { password: message } : { email: message }, 422);
}

async function askByMail(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  deps: DoorDeps,
  { email = '', ...asked }: Static<typeof LinkForm>,
): Promise<FastifyReply> {
  const errand = errandOf(asked);
  const { obstacle } = deps.readers;
  if (obstacle !== null) return sendPrivatePage(reply, obstaclePage(site, obstacle), 403);
  const again = (message: string, status: number) =>
    sendPrivatePage(reply, signUpPage(site, deps, { email, errand, errors: { email: message } }), status);
  const fault = emailFault(email);
  if (fault !== undefined) return again(fault, 422);
  const spent = await takeOrRefuse(reply, deps.linkAsks, request, 'ask for links');
  if (spent !== null) return again(spent, 429);
  const sent = await askForLink(deps, { email, ...errand });
  if (!sent.ok) return again(sent.error.message, 503);
  const main = html`<h1>Check your mail</h1>
<p class="lead">If <bdi>${email.trim()}</bdi> receives mail, a link to sign in arrives in a moment.</p>
<p>It works once, within ${LINK_MINUTES} minutes. The first time, it makes your account.</p>
<p class="muted">No mail? Look in your spam folder, or <a href="${doorLink(SIGN_UP, errand)}">try the address again</a>.</p>`;
  return sendPrivatePage(reply, doorPage(site, 'Check your mail', main));
}

/** Counts a request of a network; returns what to say if it is one too many. */
async function takeOrRefuse(
  reply: FastifyReply,
  limiter: RateLimiter,
  { ip }: FastifyRequest,
  what: string,
): Promise<string | null> {
  const allowance = await limiter.take(clientNetwork(ip));
  reply.headers(rateHeaders(limiter.policy, allowance));
  if (allowance.allowed) return null;
  const wait = Math.ceil(allowance.resetS / 60);
  return `One network may ${what} ${limiter.policy.requests} times an hour. Try again in ${wait} min.`;
}

type DoorErrors = { readonly email?: string; readonly password?: string };

interface SignUpState {
  readonly email?: string;
  readonly errand: Errand;
  readonly errors?: DoorErrors;
}

function signUpPage(
  site: Site,
  { sendMail, readers }: Pick<DoorDeps, 'sendMail' | 'readers'>,
  { email = '', errand, errors = {} }: SignUpState,
): Safe {
  if (readers.obstacle !== null) return obstaclePage(site, readers.obstacle);
  const main = html`<h1>Create an account</h1>
${errandLine(errand)}
<p>It is free. You watch companies and funds, and see when a verdict changes and why.</p>
${sendMail === null ? passwordForm(email, errand, errors) : linkForm({ email, errand, errors, submit: 'Send me a link' })}
<p class="muted">Have an account? <a href="${doorLink(SIGN_IN, errand)}">Sign in</a>. For your own programs there are <a href="${url('/developers#key')}">API keys</a>. <a href="${url('/privacy')}">Privacy</a></p>`;
  return doorPage(site, 'Create an account', main);
}

function passwordForm(email: string, errand: Errand, errors: DoorErrors): Safe {
  return html`<form class="form" action="${url(SIGN_UP)}" method="post">
${errandFields(errand)}
${field({ name: 'email', label: 'E-mail address', type: 'email', value: email, error: errors.email, autocomplete: 'username', maxlength: LONGEST_EMAIL, isRequired: true, hint: 'It is only your name here: this server sends no mail.' })}
${field({ name: 'password', label: 'Passphrase', type: 'password', error: errors.password, autocomplete: 'new-password', maxlength: LONGEST_PASSWORD, isRequired: true, hint: `At least ${SHORTEST_PASSWORD} characters. Several words are easier to remember than symbols. Nobody can reset it.` })}
<button type="submit">Create the account</button>
</form>`;
}

interface LinkFormState extends SignUpState {
  readonly submit: string;
}

/** The form that asks for a link by mail. */
export function linkForm({ email = '', errand, errors = {}, submit }: LinkFormState): Safe {
  return html`<form class="form" action="${url(ASK_FOR_LINK)}" method="post">
${errandFields(errand)}
${field({ name: 'email', id: 'link-email', label: 'E-mail address', type: 'email', value: email, error: errors.email, autocomplete: 'email', maxlength: LONGEST_EMAIL, isRequired: true, hint: `We mail you a link that signs you in. It works once, within ${LINK_MINUTES} minutes.` })}
<button type="submit">${submit}</button>
</form>`;
}

function linkOverPage(site: Site): Safe {
  const main = html`<h1>This link no longer works</h1>
<p class="lead">A link works once, within ${LINK_MINUTES} minutes. <a href="${url(SIGN_IN)}">Ask for a new one</a>.</p>`;
  return doorPage(site, 'This link no longer works', main);
}

function obstaclePage(site: Site, obstacle: string): Safe {
  return doorPage(site, 'Sign in', html`<h1>Sign in</h1>\n<p class="lead">${obstacle}</p>`);
}

function doorPage(site: Site, title: string, main: Safe): Safe {
  const description = 'The way to your watchlist and your account.';
  return renderSitePage(site, { title, description, main, area: 'start', isPrivate: true });
}
