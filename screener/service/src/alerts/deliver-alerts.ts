import type { Result } from '@common/base/result';
import type { MailMessage, SendMail } from '@common/kit/mail/send-mail';
import type { SendWebhook } from '@common/kit/webhooks/send';
import { type SendFailure, waitAfter } from '@common/kit/webhooks/waits';
import type { Language } from '@screener/words/language';
import type { ChoiceStore } from '../accounts/choice.store.ts';
import type { AlertFaults } from '../store/faults.store.ts';
import { type AlertEvent, alertEvent, type EventDeps } from './alert-event.ts';
import type { AlertStore, DeliveryLease } from './alerts.store.ts';
import { webhookSecret } from './webhook.ts';

export interface DeliveryDeps extends EventDeps {
  readonly alerts: AlertStore;
  readonly sendWebhook: SendWebhook;
  /** Null if no mail server is set. */
  readonly sendMail: SendMail | null;
  readonly keySecret: string;
  readonly clock: () => number;
  readonly choices: Pick<ChoiceStore, 'languageOf'>;
  readonly mailOf: (event: AlertEvent, language: Language) => Pick<MailMessage, 'subject' | 'text'>;
  readonly faults: AlertFaults;
}

export type DeliveryOutcome = 'delivered' | 'postponed' | 'given_up';

/** Attempts a leased delivery once, and records the outcome. */
export async function deliver(deps: DeliveryDeps, lease: DeliveryLease): Promise<DeliveryOutcome> {
  deps.faults.at('send', 'before');
  const sent = await attempt(deps, lease);
  deps.faults.at('send', 'after');
  const now = deps.clock();
  if (sent.ok) {
    deps.faults.at('note', 'before');
    await deps.alerts.delivered(lease, now);
    deps.faults.at('note', 'after');
    return 'delivered';
  }
  const { message } = sent.error;
  const wait = waitAfter(lease.attempts, sent.error);
  if (wait === null) {
    await deps.alerts.giveUp(lease, now, message);
    return 'given_up';
  }
  await deps.alerts.postpone(lease, now + wait, message);
  return 'postponed';
}

async function attempt(
  deps: DeliveryDeps,
  { channel, alert }: DeliveryLease,
): Promise<Result<void, SendFailure>> {
  const event = await alertEvent(deps, alert);
  if (channel === 'webhook') {
    const webhook = await deps.alerts.webhookOf(alert.account);
    if (webhook === null) return TURNED_OFF;
    return deps.sendWebhook({
      url: webhook.url,
      secret: webhookSecret(deps.keySecret, alert.account, webhook),
      id: alert.id,
      sentAt: deps.clock(),
      body: JSON.stringify(event),
    });
  }
  const email = await deps.alerts.emailOf(alert.account);
  if (email === null || !email.isConfirmed) return TURNED_OFF;
  if (deps.sendMail === null) return NO_MAIL_SERVER;
  const language = (await deps.choices.languageOf(alert.account)) ?? 'en';
  return deps.sendMail({ to: email.email, id: alert.id, ...deps.mailOf(event, language) });
}

const TURNED_OFF = { ok: false, error: { code: 'gone', message: 'It was turned off.' } } as const;
const NO_MAIL_SERVER = {
  ok: false,
  error: { code: 'not_delivered', message: 'This service sends no mail at the moment.' },
} as const;

/** Sends one test, so that a receiver can be tried without a flip. */
export async function sendTest(
  deps: DeliveryDeps,
  account: string,
  id: string,
): Promise<Result<void, SendFailure>> {
  const webhook = await deps.alerts.webhookOf(account);
  if (webhook === null) return TURNED_OFF;
  const now = deps.clock();
  const data = {
    message: 'A test. A change of a verdict comes as verdict.changed.',
    link: deps.publicOrigin,
  };
  return deps.sendWebhook({
    url: webhook.url,
    secret: webhookSecret(deps.keySecret, account, webhook),
    id,
    sentAt: now,
    body: JSON.stringify({ type: 'test', timestamp: new Date(now).toISOString(), data }),
  });
}
