import { onOff, type Variable } from '@common/kit/config';
import { mailSettings } from '@common/kit/mail/settings';
import { parseHosts, type WebhookRules } from '@common/kit/webhooks/address';
import { Type } from 'typebox';

const HOSTS = 'NOTICE_HOSTS';

const hosts: Variable<readonly string[], { readonly description: string; readonly optional: true }> = {
  description:
    'The only hosts that webhooks with notices may go to, such as `app.example,hooks.example`, without ports. Not set: no webhook is sent.',
  optional: true,
  expected: 'hosts, with commas between them',
  schema: Type.Array(Type.String(), { maxItems: 1_000 }),
  parse: (list) => parseHosts(list) ?? undefined,
};

/** How notices are sent. It is read when an address is enrolled, and again when it is called. */
export const NOTICE_SETTINGS = {
  [HOSTS]: hosts,
  NOTICE_ALLOW_PRIVATE: onOff({
    description:
      'On lets webhooks with notices go to plain http and to addresses of this machine and network: for trials.',
    default: false,
  }),
  ...mailSettings('notices', 'an address of a person or a sink that is a mailbox gets none.'),
};

interface NoticeConfig {
  readonly NOTICE_HOSTS: readonly string[] | undefined;
  readonly NOTICE_ALLOW_PRIVATE: boolean;
}

export function noticeRules({ NOTICE_HOSTS, NOTICE_ALLOW_PRIVATE }: NoticeConfig): WebhookRules {
  return { allowPrivate: NOTICE_ALLOW_PRIVATE, hosts: { setting: HOSTS, names: NOTICE_HOSTS ?? [] } };
}
