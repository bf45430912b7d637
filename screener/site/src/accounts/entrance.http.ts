import type { Failure } from '@common/base/result';
import { refuse } from '@common/kit/http/app';
import { isFormPost } from '@common/kit/http/body-kinds';
import { createGuesses, type Guesses } from '@common/web/guesses';
import { html, type Safe, url } from '@common/web/html';
import { nextPath } from '@common/web/next-path';
import type { Access } from '@screener/service/accounts/access';
import type { ChoiceStore } from '@screener/service/accounts/choice.store';
import type { Errand } from '@screener/service/accounts/links.store';
import { emailFault } from '@screener/service/accounts/mailbox';
import type { BegunSession, GuessLimit } from '@screener/service/accounts/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { keepLanguage, languageFor } from '../parts/language.http.ts';
import { words } from '../parts/language.ts';
import type { Readers } from './readers.http.ts';

export const DASHBOARD = '/portal/dashboard';
export const SIGN_IN = '/portal';
export const SIGN_UP = '/portal/sign-up';

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
    errand: Errand,
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
  return {
    guesses,
    admit,
    async lead(request, reply, begun, errand) {
      await admit(request, reply, begun);
      const refused = errand.watch === '' ? null : await watch(begun.account, errand.watch);
      const to = refused === null ? nextPath(errand.next, DASHBOARD) : `${DASHBOARD}?error=${refused}`;
      return reply.header('cache-control', 'no-store').redirect(to, 303);
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
  const headers = { 'retry-after': String(failure.detail?.reset_s ?? 1) };
  const message = isFormPost(reply.request) ? refusalWords(failure) : failure.message;
  return refuse(reply, { status: 429, code: 'rate_limit_exceeded', message, headers });
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

export function errandOf({ next = '', watch = '' }: Partial<Errand>): Errand {
  return { next, watch };
}

export function errandFields({ next, watch }: Errand): Safe {
  return html`${next !== '' && html`<input type="hidden" name="next" value="${next}">`}${watch !== '' && html`<input type="hidden" name="watch" value="${watch}">`}`;
}

/** Says which ticker will be watched once the reader is in. */
export function errandLine({ watch }: Errand): Safe | false {
  const { thenWatch } = words().door;
  return watch !== '' && html`<p class="lead">${thenWatch(html`<bdi class="ticker">${watch}</bdi>`)}</p>`;
}

/** Returns the address of a door with an errand. */
export function doorPath(path: string, { next, watch }: Errand): string {
  const search = new URLSearchParams();
  if (next !== '') search.set('next', next);
  if (watch !== '') search.set('watch', watch);
  return search.size === 0 ? path : `${path}?${search}`;
}

export function doorLink(path: string, errand: Errand): Safe {
  return url(doorPath(path, errand));
}
