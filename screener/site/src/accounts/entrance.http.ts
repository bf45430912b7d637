import type { Failure } from '@common/base/result';
import { refuse } from '@common/kit/http/app';
import { isFormPost } from '@common/kit/http/body-kinds';
import { roomFor } from '@common/kit/http/room';
import { clientNetwork, createMemoryRateLimiter } from '@common/kit/rate-limit';
import { createGuesses, type Guesses } from '@common/web/guesses';
import { html, type Safe, url } from '@common/web/html';
import { nextPath } from '@common/web/next-path';
import type { Access } from '@screener/service/accounts/access';
import type { ChoiceStore } from '@screener/service/accounts/choice.store';
import type { Errand } from '@screener/service/accounts/links.store';
import { emailFault } from '@screener/service/accounts/mailbox';
import type { BegunSession, GuessLimit } from '@screener/service/accounts/session';
import { MOST } from '@screener/service/portfolio/assess-portfolio';
import type { FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify';
import { Type } from 'typebox';
import { bytesOfHoldings, hiddenList } from '../parts/hidden-list.http.ts';
import { keepLanguage, languageFor } from '../parts/language.http.ts';
import { words } from '../parts/language.ts';
import type { Readers } from './readers.http.ts';

export const DASHBOARD = '/portal/dashboard';
export const SIGN_IN = '/portal';
export const SIGN_UP = '/portal/sign-up';
export const PORTFOLIO = '/portal/portfolio';

/**
 * What a reader brings to the door in a form: also a list of holdings, and the methodologies that it was checked by.
 * INVARIANT: a list goes from page to form and back. No store, address or mail has it.
 */
export interface Brought extends Errand {
  readonly holdings: string;
  /** Ids with commas between. */
  readonly methodologies: string;
}

interface EntranceDeps extends Pick<Access, 'sessionSecret' | 'wrongPasswords'> {
  readonly readers: Readers;
  readonly choices: Pick<ChoiceStore, 'languageOf' | 'saveLanguage'>;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly publicOrigins: readonly [string, ...string[]];
  /** Adds a ticker to a watchlist; returns the code of a refusal, or null. */
  readonly watch: (account: BegunSession['account'], ticker: string) => Promise<string | null>;
}

/** The way in, whichever door a reader takes: what they came for survives it. */
export interface Entrance {
  readonly guesses: Guesses;
  /** The hook of forms that may bring a list: limits them by network, and reserves memory for a page that gives it back. */
  readonly admitLists: preHandlerHookHandler;
  /**
   * Begins the session and makes the browser known. The browser gets the language of the account, and an account that has
   * none gets that of the request.
   */
  admit(request: FastifyRequest, reply: FastifyReply, begun: BegunSession): Promise<void>;
  /** Does the same, watches the ticker that the reader came to watch, and leads on. */
  lead(
    request: FastifyRequest,
    reply: FastifyReply,
    begun: BegunSession,
    errand: Partial<Brought>,
  ): Promise<FastifyReply>;
  /** Does that for a reader who is in. */
  goOn(
    reply: FastifyReply,
    account: BegunSession['account'],
    errand: Partial<Brought>,
  ): Promise<FastifyReply>;
}

export function createEntrance(deps: EntranceDeps): Entrance {
  const { readers, choices, sessionSecret: secret, wrongPasswords, randomBytes, publicOrigins, watch } = deps;
  const [origin] = publicOrigins;
  const guesses = createGuesses({ cookie: 'sanad-browser', secret, origin, randomBytes, ...wrongPasswords });
  const admit: Entrance['admit'] = async (request, reply, begun) => {
    const { id } = begun.account;
    readers.begin(reply, begun);
    guesses.remember(request, reply, id);
    const kept = await choices.languageOf(id);
    if (kept === null) await choices.saveLanguage(id, languageFor(request));
    else keepLanguage(reply, kept);
  };
  const goOn: Entrance['goOn'] = async (reply, account, { next = '', watch: ticker = '', holdings = '' }) => {
    const refused = ticker === '' ? null : await watch(account, ticker);
    reply.header('cache-control', 'no-store');
    const problem = refused === null ? '' : `?error=${refused}`;
    // The browser sends the same form there, which is how the list comes back.
    if (holdings !== '') return reply.redirect(`${PORTFOLIO}${problem}`, 307);
    if (refused !== null) return reply.redirect(`${DASHBOARD}${problem}`, 303);
    return reply.redirect(nextPath(next, DASHBOARD), 303);
  };
  return {
    guesses,
    admitLists: admitLists(),
    admit,
    goOn,
    async lead(request, reply, begun, errand) {
      await admit(request, reply, begun);
      return goOn(reply, begun.account, errand);
    },
  };
}

/** The limit on guesses of a request. */
export function guessLimit(guesses: Guesses, request: FastifyRequest): GuessLimit {
  return {
    isKnown: (account) => guesses.isKnown(request, account),
    async check(account, isRight) {
      const guess = await guesses.check(request, account, isRight);
      return guess.kind === 'spent' ? { kind: 'spent', resetS: guess.allowance.resetS } : guess;
    },
  };
}

/** Refuses a guess with 429 after too many wrong ones. */
export function refuseGuess(reply: FastifyReply, failure: Failure): FastifyReply {
  const headers = { 'retry-after': retryAfter(failure) };
  const message = isFormPost(reply.request) ? refusalWords(failure) : failure.message;
  return refuse(reply, { status: 429, code: 'rate_limit_exceeded', message, headers });
}

/** The seconds after which a guess is taken again. */
export function retryAfter({ detail }: Failure): string {
  return String(detail?.reset_s ?? 1);
}

/** Says on a page why a form was refused. Programs are told the message. */
export function refusalWords({ code, message }: Pick<Failure, 'code' | 'message'>): string {
  return words().door.refused(code, message);
}

/** Says on a page what is wrong with an e-mail address; undefined if nothing is. */
export function emailFaultOnPage(typed: string): string | undefined {
  const message = emailFault(typed);
  return message === undefined ? undefined : refusalWords({ code: 'invalid_email', message });
}

/** The fields of a form that carry an errand. */
export const ERRAND_FIELDS = {
  next: Type.Optional(Type.String({ maxLength: 2_000, description: 'Of our forms: the page to return to' })),
  watch: Type.Optional(Type.String({ maxLength: 40, description: 'Of our forms: the ticker to watch then' })),
};

/** Those of a form that brings a list of holdings. */
export const BROUGHT_FIELDS = {
  ...ERRAND_FIELDS,
  holdings: Type.Optional(
    Type.String({
      maxLength: MOST.characters,
      description: 'Of our forms: a list of holdings to go on with',
    }),
  ),
  methodologies: Type.Optional(
    Type.String({ maxLength: 200, description: 'Of our forms: the methodologies of the list' }),
  ),
};
/** How many forms with a list one network may send to doors: each makes a large page, and asks for no account. */
const LISTS = { name: 'lists-at-doors', requests: 20, windowS: 60 } as const;

function admitLists(): preHandlerHookHandler {
  const lists = createMemoryRateLimiter(LISTS);
  return function (request, reply, done) {
    const { holdings = '' } = (request.body ?? {}) as Partial<Brought>;
    if (holdings === '') return done();
    lists.take(clientNetwork(request.ip)).then(({ allowed, resetS }) => {
      if (allowed) return ROOM.call(this, request, reply, done);
      const message = words().door.tooOften.lists(LISTS.requests, resetS);
      const headers = { 'retry-after': String(resetS) };
      refuse(reply, { status: 429, code: 'rate_limit_exceeded', message, headers });
    }, done);
  };
}
/** A list stands in each form of a door: a link by mail, a passphrase, a key, and what leads to the page again. */
const FORMS = 4;
const ROOM = roomFor((request) => bytesOfHoldings(request, FORMS));

export function errandOf({
  next = '',
  watch = '',
  holdings = '',
  methodologies = '',
}: Partial<Brought>): Brought {
  return { next, watch, holdings, methodologies };
}

export function errandFields({ next, watch, holdings, methodologies }: Brought): Safe {
  const list = holdings !== '' && hiddenList(holdings, { methodologies });
  return html`${list}${next !== '' && html`<input type="hidden" name="next" value="${next}">`}${watch !== '' && html`<input type="hidden" name="watch" value="${watch}">`}`;
}

/** What only readers with an account see. */
const NEEDS_ACCOUNT = /^\/portal\/(?:report|compare)\b/;

/** Says which ticker will be watched once the reader is in, or why the page that led here asks for an account. */
export function errandLine({ watch, next }: Errand): Safe | false {
  const { thenWatch, reportNeedsAccount } = words().door;
  if (watch !== '') return html`<p class="lead">${thenWatch(html`<bdi class="ticker">${watch}</bdi>`)}</p>`;
  return NEEDS_ACCOUNT.test(next) && html`<p class="lead">${reportNeedsAccount}</p>`;
}

/** Returns the address of a door with an errand. */
export function doorPath(path: string, { next, watch }: Errand): string {
  const search = new URLSearchParams();
  if (next !== '') search.set('next', next);
  if (watch !== '') search.set('watch', watch);
  return search.size === 0 ? path : `${path}?${search}`;
}

export const OTHER_DOOR = 'other-door';

/** What leads to another door: a link, or a button of a form with the list where one comes along. */
export function doorLink(path: string, text: string, brought: Brought, form: string = OTHER_DOOR): Safe {
  return brought.holdings === ''
    ? html`<a href="${url(doorPath(path, brought))}">${text}</a>`
    : html`<button type="submit" form="${form}" formaction="${url(path)}" class="in-row">${text}</button>`;
}

/** The form behind the button, which cannot stand in a paragraph. */
export function otherDoor(path: string, brought: Brought): Safe | false {
  return (
    brought.holdings !== '' &&
    html`<form id="${OTHER_DOOR}" action="${url(path)}" method="post">${errandFields(brought)}</form>`
  );
}
