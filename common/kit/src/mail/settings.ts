import { fail, ok, type Result } from '@common/base/result';
import { text } from '../config.ts';
import { createMailSender, type SendMail } from './send-mail.ts';

/** The mail server. `without` says what the service does not do if there is none. */
export function mailSettings(purpose: string, without: string) {
  return {
    SMTP_URL: text({
      description: `The mail server for ${purpose}, such as \`smtps://user:password@mail.example:465\`. Without it, no mail is sent: ${without}`,
      optional: true,
      secret: true,
      pattern: '^smtps?://.+$',
      expected: 'an address that begins with smtp:// or smtps://',
    }),
    MAIL_FROM: text({
      description: 'The address that mail comes from; SMTP_URL needs it.',
      optional: true,
      pattern: '^[^\\s@]+@[^\\s@]+$',
      expected: 'an e-mail address',
    }),
  } as const;
}

interface MailServer {
  readonly config: { readonly MAIL_FROM: string | undefined };
  readonly secrets: { readonly SMTP_URL: string | undefined };
}

/** Null if no mail server is set. */
export function openMail({
  config: { MAIL_FROM: from },
  secrets: { SMTP_URL: smtpUrl },
}: MailServer): Result<SendMail | null, 'unusable_settings'> {
  if (smtpUrl === undefined) return ok(null);
  if (from === undefined) {
    return fail('unusable_settings', 'SMTP_URL needs MAIL_FROM: the address that mail comes from.');
  }
  if (!URL.canParse(smtpUrl)) {
    const message = 'SMTP_URL is not an address such as smtps://user:password@mail.example:465.';
    return fail('unusable_settings', message);
  }
  return ok(createMailSender(smtpUrl, from));
}
