import { type ConfigSchema, integer, path, type Settings, text } from '@common/kit/config';
import {
  hostSetting,
  logLevelSetting,
  POSTGRES_SETTINGS,
  portSetting,
  trustProxySetting,
} from '@common/kit/service/settings';

/**
 * Every environment variable that the witness reads. docs/reference/platform-config.md is generated from it.
 */
export const WITNESS_CONFIG = {
  WITNESS_HOST: hostSetting(),
  WITNESS_PORT: portSetting(8006),
  WITNESS_NAME: text({
    description:
      'The name of the witness’s key, as in a web address without its scheme: `witness.example/ana`. It is part of every cosignature: never change it for the same key.',
    pattern: '^[A-Za-z0-9._~:/-]+$',
    expected: 'letters, digits, and . _ ~ : / -',
    maxLength: 200,
  }),
  WITNESS_LOGS: path({
    description:
      'The logs that are cosigned: a file in the form of C2SP tlog-policy, of which the lines `log <vkey>` count. Read at the start.',
    default: 'var/witness/logs.policy',
  }),
  WITNESS_KEYS_DIR: path({
    description: 'Where `witness.pem` is, the witness’s private key, made at the first start.',
    default: 'var/witness',
  }),
  WITNESS_DATABASE_URL: text({
    description:
      'What was cosigned last: `sqlite:<file>`, or `postgres://...`. It belongs to the key: neither is used without the other. It may hold a password.',
    default: 'sqlite:var/witness/witness.sqlite',
    secret: true,
  }),
  WITNESS_REVOCATIONS_DIR: path({
    description:
      'Signed revocations that the witness was handed: below it a folder for each log, named by the SHA-256 of its origin in hex, with one revocation to each `*.json`. A checkpoint that is not shown to have all of them is not cosigned. Such a log needs its address in WITNESS_LOGS, `log <vkey> <url>`.',
    default: 'var/witness/revocations',
  }),
  ...POSTGRES_SETTINGS,
  WITNESS_REQUESTS_PER_MINUTE: integer({
    description:
      'Requests that one address (of IPv6, one network) may make in a minute; further ones are 429.',
    default: 600,
    minimum: 1,
    maximum: 1_000_000,
  }),
  WITNESS_CHECKPOINTS_PER_MINUTE: integer({
    description: 'Larger checkpoints of one log that are cosigned in a minute; further ones are 429.',
    default: 300,
    minimum: 1,
    maximum: 1_000_000,
  }),
  TRUST_PROXY: trustProxySetting,
  LOG_LEVEL: logLevelSetting,
} satisfies ConfigSchema;

export type WitnessSettings = Settings<typeof WITNESS_CONFIG>;
