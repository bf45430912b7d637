import type { MailMessage } from '@common/kit/mail/send-mail';
import { TEXTS } from '@screener/words/face';
import type { Language } from '@screener/words/language';
import { WORDS } from '@screener/words/words';
import { type AlertEvent, eventLines, eventTitle } from './alert-event.ts';

/** The mail of an alert: what changed, why, where to read more, and how to stop these mails. */
export function alertMail(
  event: AlertEvent,
  publicOrigin: string,
  language: Language,
): Pick<MailMessage, 'subject' | 'text'> {
  const face = TEXTS[language];
  const subject = eventTitle(event, face);
  const lines = [subject, ...eventLines(event, face), '', event.data.link];
  const stop = WORDS[language].mails.stop(`${publicOrigin}/portal/alerts`);
  return { subject, text: `${lines.join('\n')}\n\n${stop}\n` };
}
