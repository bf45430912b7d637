import { fail, ok, type Result } from '@common/base/result';
import { createTransport } from 'nodemailer';
import { LOOPBACK } from '../config.ts';
import type { SendFailure } from '../webhooks/waits.ts';

export interface MailMessage {
  readonly to: string;
  /** The same in every attempt, so that a mail program shows a repeated mail once. */
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

export type SendMail = (message: MailMessage) => Promise<Result<void, SendFailure>>;

const TIME_LIMIT_MS = 20_000;

/** Sends mail through the server of `SMTP_URL`, as `from`. */
export function createMailSender(smtpUrl: string, from: string): SendMail {
  const limits = {
    connectionTimeout: TIME_LIMIT_MS,
    greetingTimeout: TIME_LIMIT_MS,
    socketTimeout: TIME_LIMIT_MS,
  };
  const { username, hostname } = new URL(smtpUrl);
  const transport = createTransport({
    url: smtpUrl,
    // A password is never sent unencrypted, even if somebody on the way hides that the server can encrypt.
    requireTLS: username !== '' && !LOOPBACK.has(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...limits,
  });
  const host = from.slice(from.lastIndexOf('@') + 1).replace(/[^A-Za-z0-9.-]/g, '');
  return async ({ to, id, subject, text }) => {
    try {
      await transport.sendMail({
        from: oneAddress(from),
        to: oneAddress(to),
        subject,
        text,
        messageId: `<${id}@${host}>`,
        headers: { 'auto-submitted': 'auto-generated' },
      });
      return ok(undefined);
    } catch {
      // The error's own message may name the server or its user.
      return fail('not_delivered', 'The mail server did not take the mail.');
    }
  };
}

/** INVARIANT: this is one address, whatever it contains; a text would be read as a list of addresses. */
function oneAddress(address: string) {
  return { name: '', address };
}
