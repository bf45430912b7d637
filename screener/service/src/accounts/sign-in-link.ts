import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '@common/base/result';
import type { SendMail } from '@common/kit/mail/send-mail';
import type { RateLimiter } from '@common/kit/rate-limit';
import type { Language } from '@screener/words/language';
import { WORDS } from '@screener/words/words';
import { hashApiKey } from './api-key.ts';
import type { ChoiceStore } from './choice.store.ts';
import type { Errand, LinkStore, SignInLink } from './links.store.ts';
import { normaliseEmail } from './mailbox.ts';
import { type BegunSession, beginSession, type Session, type SessionDeps } from './session.ts';
import { earlierKeyEndsAt, keylessAccount } from './sign-up.ts';

export interface LinkDeps extends SessionDeps {
  readonly links: LinkStore;
  readonly choices: Pick<ChoiceStore, 'languageOfAddress'>;
  /** Null if no mail server is set. */
  readonly sendMail: SendMail | null;
  /** The origin at which people reach the service. */
  readonly publicOrigin: string;
  /** Limits mails to one address. */
  readonly linkMails: RateLimiter;
}

export const LINK_PATH = '/portal/enter';
/**
 * How long a link works, and the window of the limit on mails to one address. INVARIANT: both are the same, so a
 * stranger who uses up the mails to an address leaves links in its mailbox that work until the next mail may come.
 */
export const LINK_MINUTES = 30;
const LINK_MS = LINK_MINUTES * 60_000;
const TOKEN_BYTES = 32;

/**
 * Mails a link that signs in, and makes an account the first time. The answer is the same, after the same work, whether
 * or not the address has an account. The mail is in the language of the account, else in that of the page.
 */
export async function askForLink(
  deps: LinkDeps,
  { email: typed, next, watch }: SignInLink,
  asked: Language,
): Promise<Result<void, 'no_mail' | 'not_delivered'>> {
  const { links, choices, sendMail, publicOrigin, randomBytes, clock, linkMails, keySecret } = deps;
  if (sendMail === null)
    return fail('no_mail', 'This service sends no mail. Sign in with a password or a key.');
  const email = normaliseEmail(typed);
  // Counters are stored, and must not reveal an address.
  const { allowed } = await linkMails.take(hashApiKey(keySecret, email));
  if (!allowed) return ok(undefined);
  const token = Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');
  const now = clock();
  await links.ask(hashToken(token), { email, next, watch }, now, now - LINK_MS);
  const { subject, text } = WORDS[(await choices.languageOfAddress(email)) ?? asked].mails.signIn;
  const sent = await sendMail({
    to: email,
    id: `enter_${hashToken(token).slice(0, 16)}`,
    subject,
    text: text(publicOrigin, LINK_MINUTES, `${publicOrigin}${LINK_PATH}?token=${token}`),
  });
  return sent.ok
    ? ok(undefined)
    : fail('not_delivered', 'The mail could not be sent. Try again in a few minutes.');
}

/** Returns what a link is for, without using it up; null if it no longer works. */
export function readLink({ links, clock }: LinkDeps, token: string): Promise<SignInLink | null> {
  return links.linkOf(hashToken(token), clock() - LINK_MS);
}

/**
 * Signs in by a link, which works once. `session` is what the browser is signed in to: if that account has the same
 * address and nobody proved it yet, the account is proven.
 */
export async function enterByLink(
  deps: LinkDeps,
  token: string,
  session: Session | null,
): Promise<Result<{ readonly begun: BegunSession; readonly errand: Errand }, 'link_over'>> {
  const now = deps.clock();
  const since = now - LINK_MS;
  const email = (await deps.links.linkOf(hashToken(token), since))?.email;
  const fresh =
    email === undefined
      ? null
      : {
          key: keylessAccount(deps, email, now),
          record: { email, useCase: 'portal', attribution: null, at: now },
        };
  const entered =
    fresh &&
    (await deps.links.enter(hashToken(token), since, {
      own: session?.account.id ?? null,
      fresh,
      now,
      othersEndAt: earlierKeyEndsAt(now),
    }));
  if (entered === null) return fail('link_over', 'This link no longer works. Ask for a new one.');
  const begun = await beginSession(deps, entered.account);
  if (begun === null) throw new Error('an account without a key');
  return ok({ begun, errand: { next: entered.next, watch: entered.watch } });
}

/** A token has 256 random bits, so its hash needs no salt, and looking it up tells nothing of others. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
