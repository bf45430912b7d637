import type { MailMessage } from '../mail/mail.ts';
import { type AlertEvent, eventLines, eventTitle } from './alert-event.ts';

/** The mail of an alert: what changed, why, where to read more, and how to stop these mails. */
export function alertMail(event: AlertEvent, publicOrigin: string): Pick<MailMessage, 'subject' | 'text'> {
  const subject = eventTitle(event);
  const lines = [subject, ...eventLines(event), '', event.data.link];
  return { subject, text: `${lines.join('\n')}\n\nTo stop these mails: ${publicOrigin}/portal/alerts\n` };
}
