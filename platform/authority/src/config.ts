import { type ConfigSchema, integer, oneOf, onOff, path, type Settings, text, url } from '@common/kit/config';
import { hostSetting, logLevelSetting, POSTGRES_SETTINGS, portSetting } from '@common/kit/service/settings';
import { MAX_SEND_WITHIN_MS } from '@platform/core/objects/grant';
import { CLOUD_SETTINGS } from '@platform/keys/cloud-settings';
import { CONSOLE_ADDRESS } from '@platform/keys/console-origin';
import { NOTICE_SETTINGS } from '@platform/keys/notice-settings';
import { PLUGIN_SETTINGS } from '@platform/keys/plugin-settings';

/** Every environment variable of the authority, the source of docs/reference/platform-config.md. */
export const AUTHORITY_CONFIG = {
  AUTHORITY_HOST: hostSetting(),
  AUTHORITY_PORT: portSetting(8001),
  AUTHORITY_DATABASE_URL: text({
    description:
      'Where mandates, grants, receipts and the log are kept: `sqlite:<file>`, or `postgres://...` for several processes.',
    default: 'sqlite:var/platform/authority.sqlite',
    secret: true,
  }),
  SERVICE_KEYS_DIR: path({
    description: 'The services’ keys, and all parties’ public keys in `public/`.',
    default: 'var/platform/keys',
  }),
  PROFILES_DIR: path({
    description:
      'Signed profiles in force. A version that is published to the authority is written here, and its copy to `history/`. In `directories/` are entries to record at startup, of directories that have none yet.',
    default: 'var/platform/profiles',
  }),
  ...PLUGIN_SETTINGS,
  MANDATES_DIR: path({
    description: 'Signed mandates to register at startup, unless they already are.',
    default: 'var/platform/mandates',
  }),
  RECEIPTS_DIR: path({
    description:
      'Where receipts are also written as files; those from before yesterday lie in folders by day.',
    default: 'out',
  }),
  SERVICE_GATEWAY_SECRET: text({
    description:
      'Secret for the gateway’s tokens, the same as the gateway’s. Default: `gateway.secret` in SERVICE_KEYS_DIR.',
    optional: true,
    secret: true,
    minLength: 16,
  }),
  PEP_URL: url({
    description: 'The enforcement point, which is asked for counterparties’ lists of movements.',
    default: 'http://127.0.0.1:8002',
  }),
  SERVICE_VENUE: text({
    description: 'Name of the venue; receipts carry it.',
    default: 'local',
    pattern: '^[A-Za-z0-9][A-Za-z0-9_.@-]*$',
    maxLength: 128,
  }),
  PROPOSALS_PER_MINUTE: integer({
    description:
      'Proposals that are decided under one mandate in a minute, by each process. More get 429 `proposals_too_many`: nothing is decided or kept.',
    default: 600,
    minimum: 1,
    maximum: 1_000_000,
  }),
  DENIALS_PER_DAY: integer({
    description:
      'Denials that are recorded under one mandate in a day (UTC); each is a receipt of about 30 KB. After that, proposals under it get 429 `denials_spent` until the next day: nothing is decided or kept.',
    default: 1_000,
    minimum: 1,
    maximum: 100_000_000,
  }),
  DOCUMENT_MB_PER_TENANT: integer({
    description:
      'Megabytes of documents that are kept for one tenant. Further uploads get 507 `documents_full`; proposals go on without. 0 keeps none.',
    default: 1_024,
    minimum: 0,
    maximum: 1_000_000,
  }),
  DOCUMENT_MB_PER_DAY: integer({
    description:
      'Megabytes of documents that may be uploaded under one mandate in a day (UTC). More get 429 `documents_spent`.',
    default: 64,
    minimum: 1,
    maximum: 1_000_000,
  }),
  DOCUMENT_KEEP_DAYS: integer({
    description:
      'Days after which a document is deleted, counted from the newest proposal that names it; never while that is open. Proofs have the hash, and verify as before. Default: as long as the receipt.',
    optional: true,
    minimum: 1,
    maximum: 36_500,
  }),
  SEND_WITHIN_MS: integer({
    description:
      'How long after it asked for a grant the enforcement point may begin to send, in milliseconds. After that it asks again. The answer to a revocation, a mark on a key or a new profile version waits for this long where something may be on its way.',
    default: 2_000,
    minimum: 100,
    maximum: MAX_SEND_WITHIN_MS,
  }),
  ...NOTICE_SETTINGS,
  LOG_ORIGIN: text({
    description:
      'By what name everyone knows this log: its address without the scheme, and a number, as in `log.example.com/1`. Never give one name to two logs: a log that begins anew gets the next number. Default: `sanad.invalid/` and the id of the log.',
    optional: true,
    pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?(/[A-Za-z0-9._~-]+)*$',
    maxLength: 200,
  }),
  ...CLOUD_SETTINGS,
  LOG_WITNESSES: path({
    description:
      'Who cosigns checkpoints of the log: a file in the form of C2SP tlog-policy, of which the lines `witness <name> <vkey> <url>` count. Read at the start. Without one, nobody is asked.',
    optional: true,
  }),
  SERVICE_REKOR: onOff({
    description:
      'Post heads of the log to a public log (Rekor v2). Nothing waits for it, and nothing is refused because of it.',
    default: false,
  }),
  REKOR_URL: url({
    description:
      'The public log, such as sigstore’s signing config names it. Needed with SERVICE_REKOR. A log is replaced from time to time: then name the next one.',
    optional: true,
  }),
  REKOR_TRUSTED_ROOT: path({
    description:
      'A `trusted_root.json` of sigstore that has the public log’s key. Needed with SERVICE_REKOR; read again each time.',
    optional: true,
  }),
  REKOR_HEADS_PER_MINUTE: integer({
    description: 'How many heads are posted in a minute at most. A head covers all receipts before it.',
    default: 1,
    minimum: 1,
    maximum: 60,
  }),
  AUTHORITY_READS: oneOf(['open', 'tenants'], {
    description:
      'Who may read mandates, grants, receipts, events, directories and profiles. `open`: everyone who reaches the authority, as the interface document says. `tenants`: services, and people in the session that they signed in the console, each of their own tenants; the console then needs sign-in (not CONSOLE_OPEN), and the same CONSOLE_ORIGIN. Keys, the log and what proves it stay public.',
    default: 'open',
  }),
  ...CONSOLE_ADDRESS,
  ...POSTGRES_SETTINGS,
  LOG_LEVEL: logLevelSetting,
} satisfies ConfigSchema;

export type AuthoritySettings = Settings<typeof AUTHORITY_CONFIG>;
