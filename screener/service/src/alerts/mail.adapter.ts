import { fail, ok } from '@common/base/result';
import { createTransport } from 'nodemailer';
import type { SendMail } from './deliver-alerts.ts';

const TIME_LIMIT_MS = 20_000;

/** Sends mail through the server of `SMTP_URL`, as `from`. */
export function createMailSender(smtpUrl: string, from: string): SendMail {
  const limits = {
    connectionTimeout: TIME_LIMIT_MS,
    greetingTimeout: TIME_LIMIT_MS,
    socketTimeout: TIME_LIMIT_MS,
  };
  const transport = createTransport({ url: smtpUrl, ...limits });
  const host = from.slice(from.lastIndexOf('@') + 1).replace(/[^A-Za-z0-9.-]/g, '');
  return async ({ to, id, subject, text }) => {
    try {
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        // The same in every attempt, so that a mail program shows a repeat once.
        messageId: `<${id}@${host}>`,
        headers: { 'auto-submitted': 'auto-generated' },
      });
      return ok(undefined);
    } catch {
      // Its own words may name the server or its user.
      return fail('not_delivered', 'The mail server did not take the mail.');
    }
  };
}
