import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '@common/base/result';
import type { Language } from '@screener/words/language';
import { WORDS } from '@screener/words/words';
import type { Account } from '../accounts/accounts.store.ts';
import { CHANNELS, type StoredEmail } from './alerts.store.ts';
import type { DeliveryDeps } from './deliver-alerts.ts';

/** The channels that alerts can be delivered by. */
export const ALERT_CHANNELS: typeof CHANNELS = CHANNELS;

export interface AlertSettingsDeps extends DeliveryDeps {
  readonly randomBytes: (size: number) => Uint8Array;
}

const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;
/** How long a link in a mail works. */
const CONFIRM_WITHIN_MS = 2 * DAY_MS;
/** Sign-ups do not verify an address, and a stranger must not be able to fill a mailbox. */
const ASK_AGAIN_AFTER_MS = 10 * 60_000;

/** Gives the account's feed a new address, and returns its token, which is stored only as a hash. */
export async function renewFeed(
  { alerts, randomBytes }: AlertSettingsDeps,
  account: string,
): Promise<string> {
  const token = newToken(randomBytes);
  await alerts.saveFeed(account, hashToken(token));
  return token;
}

export async function accountOfFeed({ alerts }: AlertSettingsDeps, token: string): Promise<string | null> {
  return alerts.accountOfFeed(hashToken(token));
}

/**
 * Turns on alerts by mail. An address that the account has proved is told at once; to any other a link is sent, and alerts
 * only after it is followed. The mail is in the language of the account, else in that of the page.
 */
export async function askForMail(
  deps: AlertSettingsDeps,
  { id, email, isProven }: Pick<Account, 'id' | 'email' | 'isProven'>,
  asked: Language,
): Promise<Result<'on' | 'asked', 'no_mail' | 'asked_already' | 'not_delivered'>> {
  const { alerts, choices, sendMail, publicOrigin, randomBytes, clock } = deps;
  if (sendMail === null) return fail('no_mail', 'This service sends no mail.');
  const now = clock();
  const token = newToken(randomBytes);
  if (isProven) {
    await alerts.askEmail(id, email, hashToken(token), now);
    await alerts.confirmEmail(hashToken(token), now, now);
    return ok('on');
  }
  const known: StoredEmail | null = await alerts.emailOf(id);
  if (known !== null && now - known.askedAt < ASK_AGAIN_AFTER_MS) {
    return fail(
      'asked_already',
      'A link was sent a few minutes ago. Look into your mail, or try again later.',
    );
  }
  await alerts.askEmail(id, email, hashToken(token), now);
  const { subject, text } = WORDS[(await choices.languageOf(id)) ?? asked].mails.confirm;
  const sent = await sendMail({
    to: email,
    id: `confirm_${hashToken(token).slice(0, 16)}`,
    subject,
    text: text(`${publicOrigin}/portal/alerts/confirm?token=${token}`),
  });
  return sent.ok ? ok('asked') : fail('not_delivered', 'The mail could not be sent. Try again later.');
}

/** Confirms an address by the token of its link; returns false if the link no longer works. */
export async function confirmMail({ alerts, clock }: AlertSettingsDeps, token: string): Promise<boolean> {
  const now = clock();
  return alerts.confirmEmail(hashToken(token), now - CONFIRM_WITHIN_MS, now);
}

function newToken(randomBytes: (size: number) => Uint8Array): string {
  return Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');
}

/** A token has 256 random bits, so its hash needs no salt. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
