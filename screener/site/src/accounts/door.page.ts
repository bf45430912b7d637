import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { clientNetwork, type RateLimiter, rateHeaders } from '@common/kit/rate-limit';
import { field } from '@common/web/field';
import { type Content, html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { errorPage, sendPrivatePage } from '@common/web/send-page';
import { createAccount } from '@screener/service/accounts/create-account';
import { LONGEST_EMAIL } from '@screener/service/accounts/mailbox';
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
import { HOLDINGS_FORM_BYTES, TO_SEND } from '../parts/hidden-list.http.ts';
import { holdingsToSend, sendHoldings } from '../parts/holdings-form.page.ts';
import { language, words } from '../parts/language.ts';
import { renderSitePage } from '../parts/site.page.ts';
import {
  BROUGHT_FIELDS,
  type Brought,
  doorLink,
  type Entrance,
  ERRAND_FIELDS,
  emailFaultOnPage,
  errandFields,
  errandLine,
  errandOf,
  OTHER_DOOR,
  otherDoor,
  PORTFOLIO,
  refusalWords,
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
const SignUpForm = Type.Object({ email: typed(), password: typed(), ...BROUGHT_FIELDS });
const LinkForm = Type.Object({ email: typed(), ...BROUGHT_FIELDS });
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
    const { enter, signIn } = words().door;
    const main = html`<h1>${signIn.title}</h1>
<p class="lead">${enter(html`<bdi>${link.email}</bdi>`)}</p>
${errandLine(link)}
<form action="${url(LINK_PATH)}" method="post"><input type="hidden" name="token" value="${token}"><button type="submit">${signIn.submit}</button></form>`;
    const { body, headers } = errorPage(doorPage(site, signIn.title, main));
    // The address contains the token, so no other page may learn it as its referrer.
    return reply.headers({ ...headers, 'referrer-policy': 'no-referrer' }).send(body);
  });
  await addFormRoutes(app, (scope) => {
    const form = {
      ...page,
      onRequest: readers.refuseCrossSite,
      preHandler: entrance.admitLists,
      bodyLimit: HOLDINGS_FORM_BYTES,
    };
    scope.post(SIGN_UP, { ...form, schema: { hide: true, body: SignUpForm } }, (request, reply) =>
      signUp(request, reply, site, deps, request.body),
    );
    scope.post(ASK_FOR_LINK, { ...form, schema: { hide: true, body: LinkForm } }, (request, reply) =>
      askByMail(request, reply, site, deps, request.body),
    );
    scope.post(
      LINK_PATH,
      {
        ...page,
        onRequest: [readers.refuseCrossSite, readers.recognise],
        schema: { hide: true, body: Token },
      },
      async (request, reply) => {
        if (readers.obstacle !== null) return sendPrivatePage(reply, obstaclePage(site), 403);
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
  { email, password = '', ...asked }: Static<typeof SignUpForm>,
): Promise<FastifyReply> {
  const errand = errandOf(asked);
  // A list leads here by a form that has no address yet.
  if (email === undefined) return sendPrivatePage(reply, signUpPage(site, deps, { errand }));
  if (deps.readers.obstacle !== null) return sendPrivatePage(reply, obstaclePage(site), 403);
  // Where mail is sent, an account begins with the proof of its address.
  if (deps.sendMail !== null) return askByMail(request, reply, site, deps, { email, ...asked });
  const again = (errors: DoorErrors, status: number) =>
    sendPrivatePage(reply, signUpPage(site, deps, { email, errand, errors }), status);
  const fault = emailFaultOnPage(email);
  if (fault !== undefined) return again({ email: fault }, 422);
  const spent = await takeOrRefuse(reply, deps.signUps, request, 'signUps');
  if (spent !== null) return again({ email: spent }, 429);
  const created = await createAccount(deps, { email, password });
  if (created.ok) return deps.entrance.lead(request, reply, created.value, errand);
  const { code } = created.error;
  const message = refusalWords(created.error);
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
  if (deps.readers.obstacle !== null) return sendPrivatePage(reply, obstaclePage(site), 403);
  const again = (message: string, status: number) =>
    sendPrivatePage(reply, signUpPage(site, deps, { email, errand, errors: { email: message } }), status);
  const fault = emailFaultOnPage(email);
  if (fault !== undefined) return again(fault, 422);
  const spent = await takeOrRefuse(reply, deps.linkAsks, request, 'links');
  if (spent !== null) return again(spent, 429);
  const sent = await askForLink(deps, { email, next: errand.next, watch: errand.watch }, language());
  if (!sent.ok) return again(refusalWords(sent.error), 503);
  const said = words().door.sent;
  const main = html`<h1>${said.title}</h1>
<p class="lead">${said.lead(html`<bdi>${email.trim()}</bdi>`)}</p>
<p>${said.note(LINK_MINUTES)}</p>
${errand.holdings !== '' && waitingList(errand)}
<p class="muted">${said.noMail(doorLink(SIGN_UP, said.again, errand, TO_SEND))}</p>`;
  return sendPrivatePage(reply, doorPage(site, said.title, main, errand.holdings === '' ? null : TO_SEND));
}

/** The list that the mail cannot have: it waits in this page. */
function waitingList({ holdings, methodologies, next, watch }: Brought): Safe {
  const { waits, goOn } = words().door.list;
  return html`<p>${waits}</p>
${holdingsToSend(PORTFOLIO, holdings, { methodologies, next, watch })}
<p>${sendHoldings(PORTFOLIO, goOn)}</p>`;
}

/** Counts a request of a network; returns what to say if it is one too many. */
async function takeOrRefuse(
  reply: FastifyReply,
  limiter: RateLimiter,
  { ip }: FastifyRequest,
  what: 'signUps' | 'links',
): Promise<string | null> {
  const allowance = await limiter.take(clientNetwork(ip));
  reply.headers(rateHeaders(limiter.policy, allowance));
  if (allowance.allowed) return null;
  return words().door.tooOften[what](limiter.policy.requests, Math.ceil(allowance.resetS / 60));
}

type DoorErrors = { readonly email?: string; readonly password?: string };

interface SignUpState {
  readonly email?: string;
  readonly errand: Brought;
  readonly errors?: DoorErrors;
}

function signUpPage(
  site: Site,
  { sendMail, readers }: Pick<DoorDeps, 'sendMail' | 'readers'>,
  { email = '', errand, errors = {} }: SignUpState,
): Safe {
  if (readers.obstacle !== null) return obstaclePage(site);
  const { frame, door } = words();
  const { title, lead, more, keys } = door.signUp;
  const signIn = doorLink(SIGN_IN, door.signIn.title, errand);
  const forPrograms = html`<a href="${url('/developers#key')}">${keys}</a>`;
  const privacy = html`<a href="${url('/privacy')}">${frame.privacy}</a>`;
  const main = html`<h1>${title}</h1>
${errandLine(errand)}
<p>${lead}</p>
${sendMail === null ? passwordForm(email, errand, errors) : linkForm({ email, errand, errors })}
<p class="muted">${more(signIn, forPrograms, privacy)}</p>
${otherDoor(SIGN_IN, errand)}`;
  return doorPage(site, title, main, errand.holdings === '' ? null : OTHER_DOOR);
}

function passwordForm(email: string, errand: Brought, errors: DoorErrors): Safe {
  const { door } = words();
  const { emailHint, passphrase, passphraseHint, submit } = door.signUp;
  return html`<form class="form" action="${url(SIGN_UP)}" method="post">
${errandFields(errand)}
${errand.holdings !== '' && html`<p>${door.list.comesAlong}</p>`}
${field({ name: 'email', label: door.email, type: 'email', value: email, error: errors.email, autocomplete: 'username', maxlength: LONGEST_EMAIL, isRequired: true, hint: emailHint })}
${field({ name: 'password', label: passphrase, type: 'password', error: errors.password, autocomplete: 'new-password', maxlength: LONGEST_PASSWORD, isRequired: true, hint: passphraseHint(SHORTEST_PASSWORD) })}
<button type="submit">${submit}</button>
</form>`;
}

/** The form that asks for a link by mail. */
export function linkForm({ email = '', errand, errors = {} }: SignUpState): Safe {
  const { door } = words();
  return html`<form class="form" action="${url(ASK_FOR_LINK)}" method="post">
${errandFields(errand)}
${errand.holdings !== '' && html`<p>${door.list.notInMail}</p>`}
${field({ name: 'email', id: 'link-email', label: door.email, type: 'email', value: email, error: errors.email, autocomplete: 'email', maxlength: LONGEST_EMAIL, isRequired: true, hint: door.linkHint(LINK_MINUTES) })}
<button type="submit">${door.sendLink}</button>
</form>`;
}

function linkOverPage(site: Site): Safe {
  const { title, lead, another } = words().door.over;
  const main = html`<h1>${title}</h1>
<p class="lead">${lead<Content>(LINK_MINUTES, html`<a href="${url(SIGN_IN)}">${another}</a>`)}</p>`;
  return doorPage(site, title, main);
}

function obstaclePage(site: Site): Safe {
  const { signIn, plainHttp } = words().door;
  return doorPage(site, signIn.title, html`<h1>${signIn.title}</h1>\n<p class="lead">${plainHttp}</p>`);
}

/** `form` is that which has the list, where one comes along. */
function doorPage(site: Site, title: string, main: Safe, form: string | null = null): Safe {
  const { description } = words().door;
  const again = form !== null && { again: { form, path: SIGN_UP } };
  return renderSitePage(site, { title, description, main, area: 'start', isPrivate: true, ...again });
}
