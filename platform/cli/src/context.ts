import { formatInstant } from '@common/base/instant';
import type { Failure, Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { openMail } from '@common/kit/mail/settings';
import { REPOSITORY } from '@common/kit/repository';
import type { WebhookRules } from '@common/kit/webhooks/address';
import { createHttpAuthority } from '@platform/console/adapters/http-authority';
import { openLocalDeployment } from '@platform/console/adapters/local-deployment';
import { readConsoleConfig } from '@platform/console/config';
import type { Authority } from '@platform/console/use-cases/authority';
import type { Deployment, PersonSigner } from '@platform/console/use-cases/deployment';
import type { InitDeps } from '@platform/console/use-cases/init-deployment';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { type KeyRegistry, readKeyRegistry } from '@platform/core/signed/key-registry';
import { printableLines } from '@platform/core/verify/report-html';
import { type AddressBook, openAddressBook, type PersonAddress } from '@platform/keys/notice-addresses';
import { noticeRules } from '@platform/keys/notice-settings';
import { pluginPlaces } from '@platform/keys/plugin-settings';
import { readTokensBeside } from '@platform/keys/read-token';

/** Everything that the commands know of the process, so that tests can run them in their own. */
export interface CliContext {
  readonly out: (text: string) => unknown;
  readonly err: (text: string) => unknown;
  /** Asks a person and returns the line that they type; null if there is nobody to ask. */
  readonly ask: ((question: string) => Promise<string>) | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly pause: (ms: number) => Promise<unknown>;
}

export const EXIT = {
  done: 0,
  failed: 1,
  /** The input was refused, or a person said no. The message says what to do. */
  refused: 2,
  /** Of `sanad receipt status`: something has ended, after the call was sent or before. */
  endedLater: 3,
  endedBefore: 4,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What a command works with. */
export interface Place extends InitDeps {
  readonly context: CliContext;
  readonly authority: Authority;
  readonly deployment: Deployment;
  readonly now: () => string;
  readonly addresses: AddressBook<PersonAddress>;
  readonly webhookRules: WebhookRules;
  /** Opens the mail server that is set; null without one. */
  readonly openMail: () => ReturnType<typeof openMail>;
  /** The keys of services, and of people whom a principal enrolled. */
  localKeys(): Promise<KeyRegistry>;
  /** The manifest of the plugin with this profile; null if it is not installed here. */
  manifestOf(profile: string): Promise<PluginManifest | null>;
}

/** Runs a command’s work on the deployment, and keeps its exit code. */
export type Run = (work: (place: Place) => Promise<ExitCode>) => Promise<void>;

/** Says why something was not done, and returns the exit code for it. */
export function refuse(
  { err }: CliContext,
  { message }: Pick<Failure, 'message'>,
  code: ExitCode = EXIT.refused,
): ExitCode {
  err(`sanad: ${printableLines(message)}\n`);
  return code;
}

export function printJson({ out }: CliContext, value: unknown): void {
  // Escapes characters that a terminal would act on or not show. It stays the same JSON.
  const text = JSON.stringify(value, null, 2).replaceAll(UNSEEN_IN_JSON, escaped);
  out(`${text}\n`);
}

const UNSEEN_IN_JSON = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** Runs a command on the deployment and the authority that the environment names. */
export async function withPlace(
  context: CliContext,
  work: (place: Place) => Promise<ExitCode>,
): Promise<ExitCode> {
  const settings = readConsoleConfig(context.env, REPOSITORY);
  if (!settings.ok) return refuse(context, settings.error);
  const { config, secrets } = settings.value;
  const deployment = openLocalDeployment(
    {
      keys: config.SERVICE_KEYS_DIR,
      profiles: config.PROFILES_DIR,
      plugins: pluginPlaces(config),
      mandates: config.MANDATES_DIR,
    },
    {
      jwt: secrets.SERVICE_JWT_SECRET,
      gateway: secrets.SERVICE_GATEWAY_SECRET,
      broker: secrets.PEP_BROKER_SECRET,
    },
    context,
  );
  return work({
    context,
    crypto: nodeCrypto,
    clock: context.clock,
    randomBytes: context.randomBytes,
    deployment,
    authority: createHttpAuthority(config.AUTHORITY_URL, {
      readToken: readTokensBeside(config.SERVICE_KEYS_DIR, secrets.SERVICE_GATEWAY_SECRET, context.clock),
    }),
    now: () => formatInstant(context.clock()),
    addresses: openAddressBook(config.SERVICE_KEYS_DIR),
    webhookRules: noticeRules(config),
    openMail: () => openMail({ config, secrets }),
    localKeys: async () => readKeyRegistry(nodeCrypto, await deployment.id(), await deployment.publicKeys()),
    manifestOf: async (profile) =>
      (await deployment.plugins()).find(({ manifest }) => manifest.profile === profile)?.manifest ?? null,
  });
}

/**
 * Shows a person what will be signed, and asks. INVARIANT: nothing is signed without a yes, typed at a
 * terminal or given as `--yes`.
 */
export async function agreed(
  { err, ask }: CliContext,
  words: string,
  question: string,
  yes: boolean,
  otherwise = 'Nothing was signed',
): Promise<Result<void, 'not_agreed'>> {
  err(`${words}\n`);
  if (yes) return { ok: true, value: undefined };
  if (ask === null) {
    const message = `${otherwise}: there is no terminal to ask on. Read the above, then pass --yes.`;
    return { ok: false, error: { code: 'not_agreed', message } };
  }
  const answer = (await ask(`${question} [y/N] `)).trim().toLowerCase();
  if (answer === 'y' || answer === 'yes') return { ok: true, value: undefined };
  return { ok: false, error: { code: 'not_agreed', message: `${otherwise}.` } };
}

/** A person’s key, by its kid or its file. Its public half must be enrolled here. */
export async function signerOf(
  place: Place,
  kidOrFile: string,
): Promise<Result<PersonSigner & { readonly person: string }, 'key_unusable'>> {
  const key = await place.deployment.personKey(kidOrFile);
  if (!key.ok) return key;
  const { keys } = await place.localKeys();
  const entry = keys[key.value.kid];
  if (entry?.public_key === key.value.public_key && entry.person !== null) {
    return { ok: true, value: { ...key.value, person: entry.person } };
  }
  const message = `${key.value.kid} is not enrolled with this key: a principal can enrol it with sanad keys enrol.`;
  return { ok: false, error: { code: 'key_unusable', message } };
}
