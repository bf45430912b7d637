import { fail, type Result } from '@common/base/result';
import type { SendMail } from '@common/kit/mail/send-mail';
import type { SendWebhook } from '@common/kit/webhooks/send';
import type { SendFailure } from '@common/kit/webhooks/waits';
import type { NoticeAddress } from './notice-addresses.ts';

/** A notice as it is sent, in the form of each way. */
export interface NoticeMessage {
  /** The same in every attempt. */
  readonly id: string;
  /** The time of this attempt, in milliseconds since the epoch. */
  readonly sentAt: number;
  /** The body of a signed webhook. */
  readonly event: object;
  readonly subject: string;
  /** For people: lines without anybody’s markup. */
  readonly text: string;
}

interface Senders {
  readonly sendWebhook: SendWebhook;
  /** Null if no mail server is set. */
  readonly sendMail: SendMail | null;
}

/** Makes one attempt. A failure's message contains no address. */
export type SendNotice = (
  address: NoticeAddress,
  message: NoticeMessage,
) => Promise<Result<void, SendFailure>>;

export function createNoticeSender({ sendWebhook, sendMail }: Senders): SendNotice {
  return async (address, { id, sentAt, event, subject, text }) => {
    if ('mail' in address) {
      if (sendMail === null)
        return fail('not_delivered', 'No mail server is set: SMTP_URL and MAIL_FROM name one.');
      return sendMail({ to: address.mail, id, subject, text: `${text}\n` });
    }
    const { url, secret } = address;
    const body = JSON.stringify(address.slack === true ? slackBody(text) : event);
    return sendWebhook({ url, secret, id, sentAt, body });
  };
}

/** INVARIANT: no part of the text is markup there: no mention, no link under another text, nothing struck out. */
function slackBody(text: string) {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return { text: escaped, mrkdwn: false };
}
