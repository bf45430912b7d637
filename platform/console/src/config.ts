import { type ConfigSchema, onOff, path, readConfig, type Settings, text, url } from '@common/kit/config';
import { hostSetting, logLevelSetting, trustProxySetting } from '@common/kit/service/settings';
import { CONSOLE_ADDRESS, MCP_OAUTH } from '@platform/keys/console-origin';
import { NOTICE_SETTINGS } from '@platform/keys/notice-settings';
import { PLUGIN_SETTINGS } from '@platform/keys/plugin-settings';

const AUTHORITY_URL = url({
  description: 'The authority, which keeps mandates, grants and receipts.',
  default: 'http://127.0.0.1:8001',
});

const SERVICE_JWT_SECRET = text({
  description: 'Secret for agents’ tokens. Default: the file jwt.secret.',
  optional: true,
  minLength: 16,
  secret: true,
});

/**
 * Every environment variable that the platform’s command line reads. docs/reference/platform-config.md is
 * generated from it.
 */
export const CONSOLE_CONFIG = {
  AUTHORITY_URL,
  SERVICE_KEYS_DIR: path({
    description: 'The deployment’s keys: people’s private keys in people/, public keys in public/.',
    default: 'var/platform/keys',
  }),
  PROFILES_DIR: path({
    description: 'Where signed profiles are published.',
    default: 'var/platform/profiles',
  }),
  ...PLUGIN_SETTINGS,
  MANDATES_DIR: path({
    description: 'Signed mandates that a deployment starts with.',
    default: 'var/platform/mandates',
  }),
  SERVICE_JWT_SECRET,
  SERVICE_GATEWAY_SECRET: text({
    description: 'Secret for the gateway’s own calls. Default: the file gateway.secret.',
    optional: true,
    minLength: 16,
    secret: true,
  }),
  PEP_BROKER_SECRET: text({
    description: 'Secret for broker tokens. Default: the file broker.secret.',
    optional: true,
    minLength: 16,
    secret: true,
  }),
  ...NOTICE_SETTINGS,
} satisfies ConfigSchema;

export function readConsoleConfig(env: Readonly<Record<string, string | undefined>>, baseDirectory: string) {
  return readConfig(CONSOLE_CONFIG, env, baseDirectory);
}

/**
 * Every environment variable that the console’s pages read. docs/reference/platform-config.md is generated
 * from it.
 */
export const PAGES_CONFIG = {
  CONSOLE_HOST: hostSetting(),
  ...CONSOLE_ADDRESS,
  CONSOLE_OPEN: onOff({
    description:
      'Whether everybody who reaches the console may read all of it, as at the authority: for local use, and what `npm start` sets. Otherwise people sign in with their enrolled key, and see the tenants that are theirs.',
    default: false,
  }),
  CONSOLE_SESSION_SECRET: text({
    description:
      'Secret of the sessions of those who signed in. Several consoles of one address need the same, and each ends the sessions that people sign out of there, until it restarts. Default: drawn at each start, which signs everybody out.',
    optional: true,
    minLength: 32,
    secret: true,
  }),
  CONSOLE_PASSWORD: text({
    description:
      'Closes the pages, that to sign in among them, to everyone who does not know it (HTTP Basic, any user name). Nobody approves anything without a key, and without a password only this machine’s people chat with an agent.',
    optional: true,
    minLength: 12,
    secret: true,
  }),
  CONSOLE_USER_HEADER: text({
    description:
      'The header in which your proxy says who signed in there, such as `X-Forwarded-User`. It closes the pages to requests without it, and to those that did not come through a proxy of TRUST_PROXY. The proxy must set it itself, and drop what callers send under its name. With CONSOLE_PASSWORD, both are asked for.',
    optional: true,
    pattern: '^[A-Za-z][A-Za-z0-9-]{0,63}$',
    expected: 'the name of a header',
  }),
  TRUST_PROXY: trustProxySetting,
  ATTESTATION_ROOTS_DIR: path({
    description:
      'Certificates (*.pem) of makers whose attestations count: a passkey of theirs is in hardware without anybody having seen it. Default: none, so that the principal says what they saw.',
    optional: true,
  }),
  AUTHORITY_URL,
  CONSOLE_CHAT: onOff({
    description:
      'Let people talk to an agent under a mandate at /chat: those who know CONSOLE_PASSWORD, or whom CONSOLE_USER_HEADER names, or, without either, those at this machine while CONSOLE_HOST is a loopback address. Turn it off, or set a password, where a proxy on this machine passes on requests from elsewhere.',
    default: true,
  }),
  SERVICE_KEYS_DIR: path({
    description: 'Where jwt.secret is, for the tokens of the agents that people talk to.',
    default: 'var/platform/keys',
  }),
  SERVICE_JWT_SECRET,
  GATEWAY_URL: url({
    description:
      'The gateway: asked whether it answers, the agents’ entrance for the chat, and the address that the page of a mandate tells with a new token.',
    default: 'http://127.0.0.1:8000',
  }),
  PEP_URL: url({
    description: 'The enforcement point, asked only whether it answers.',
    default: 'http://127.0.0.1:8002',
  }),
  ...MCP_OAUTH,
  ...PLUGIN_SETTINGS,
  VENUES_DIR: path({
    description: 'Signed venue.json files of known venues, as the verifier has them.',
    default: 'platform/verifier/trust',
  }),
  EVIDENCE_CHECKER: path({
    description:
      'A program for browsers, a module in JavaScript or TypeScript: from the evidence that a reader gives to /verify, it computes again what an issuer’s statement claims. It adds its function to `sanadEvidenceCheckers`, runs under the page’s own policy, and reaches nobody. `npm start`, the systemd unit and the image set that of the screener. Default: none.',
    optional: true,
  }),
  LOG_LEVEL: logLevelSetting,
} satisfies ConfigSchema;

export type PagesSettings = Settings<typeof PAGES_CONFIG>;
