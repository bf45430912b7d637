import type { Result } from '@common/base/result';
import type { SendFailure } from '@common/kit/webhooks/waits';

export interface MailMessage {
  readonly to: string;
  /** The same in every attempt, so that a mail program shows a repeated mail once. */
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

export type SendMail = (message: MailMessage) => Promise<Result<void, SendFailure>>;
