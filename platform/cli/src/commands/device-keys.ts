import { instantMs } from '@common/base/instant';
import { fail, ok } from '@common/base/result';
import { LOCAL } from '@platform/console/use-cases/init-deployment';
import { passkeyOptions, readRegistration } from '@platform/keys/enrolment/passkey';
import { type Command, Option } from 'commander';
import { EXIT, type ExitCode, type Place, printJson, type Run } from '../context.ts';
import { addSigningOptions } from '../principal-signing.ts';
import { readJsonFile, readTextFile } from '../read-json.ts';
import { type EnrolmentOptions, seenFacts, signEnrolment } from './sign-enrolment.ts';

interface PasskeyOptions extends EnrolmentOptions {
  readonly rpId: string;
  readonly origin: readonly string[];
  readonly options: string;
  readonly response: string;
  readonly root?: readonly string[];
}

interface AppOptions extends Omit<EnrolmentOptions, 'role' | 'seen' | 'tenant'> {
  readonly appId: string;
  readonly keyId: string;
  readonly attestation: string;
  readonly challenge: string;
  readonly madeAt: string;
}

/** Adds `sanad keys passkey-options|enrol-passkey|enrol-app`. */
export function addDeviceKeys(keys: Command, run: Run): void {
  keys
    .command('passkey-options')
    .description('print what a page gives to navigator.credentials.create to make a passkey; keep it')
    .argument('<kid>', 'such as approver_cfo.phone')
    .requiredOption('--person <name>', 'required: whose key it will be')
    .requiredOption('--rp-id <domain>', 'required: the domain that the passkey is for')
    .action((kid: string, options: Pick<PasskeyOptions, 'person' | 'rpId'>) =>
      run((place) => printOptions(place, kid, options)),
    );
  addSigningOptions(keys.command('enrol-passkey'))
    .description('check a passkey that a browser made, and sign its enrolment')
    .argument('<kid>', 'such as approver_cfo.phone')
    .requiredOption('--person <name>', 'required: whose key it is')
    .requiredOption('--rp-id <domain>', 'required: the domain that the passkey is for')
    .requiredOption(
      '--origin <url...>',
      'required: the pages where it may sign, such as https://sanad.example',
    )
    .requiredOption('--options <file>', 'required: what sanad keys passkey-options printed')
    .requiredOption('--response <file>', 'required: what the browser returned, as JSON (credential.toJSON())')
    .addOption(
      new Option('--role <role>', 'what it may sign')
        .choices(['approver', 'principal', 'clerk', 'auditor', 'viewer'])
        .default('approver'),
    )
    .option('--tenant <id...>', 'for all but an approver: the tenants that this key is for; "*" for all')
    .option('--root <file...>', 'certificates (PEM) of makers whose attestations you trust')
    .option('--seen', 'you saw the device, and that it asks for a PIN, finger or face')
    .option(
      '--by <kid>',
      'the principal’s key that signs; for a principal’s own, its own name: it is then a root of trust',
      LOCAL.principalKid,
    )
    .action((kid: string, options: PasskeyOptions) => run((place) => enrolPasskey(place, kid, options)));
  addSigningOptions(keys.command('enrol-app'))
    .description('check the key of an app that Apple attests (App Attest), and sign its enrolment')
    .argument('<kid>', 'such as approver_cfo.app')
    .requiredOption('--person <name>', 'required: whose device it is')
    .requiredOption('--app-id <id>', 'required: team and bundle identifier of your app')
    .requiredOption('--key-id <base64>', 'required: as the app got it')
    .requiredOption('--attestation <file>', 'required: the attestation object, in base64')
    .requiredOption('--challenge <text>', 'required: what you gave the app to hash')
    .requiredOption('--made-at <instant>', 'required: when the device made it, such as 2026-06-01T09:00:00Z')
    .option('--by <kid>', 'the principal’s key that signs', LOCAL.principalKid)
    .action((kid: string, options: AppOptions) => run((place) => enrolApp(place, kid, options)));
}

async function printOptions(
  { context }: Place,
  kid: string,
  { person, rpId }: Pick<PasskeyOptions, 'person' | 'rpId'>,
): Promise<ExitCode> {
  printJson(context, await passkeyOptions({ rpId }, { kid, person }));
  return EXIT.done;
}

function enrolPasskey(place: Place, kid: string, options: PasskeyOptions): Promise<ExitCode> {
  return signEnrolment(place, kid, options, async () => {
    const asked = await readJsonFile(options.options);
    if (!asked.ok) return asked;
    const challenge: unknown = Object(asked.value).challenge;
    if (typeof challenge !== 'string') {
      return fail('file_unusable', `${options.options} is not what sanad keys passkey-options prints.`);
    }
    const response = await readJsonFile(options.response);
    if (!response.ok) return response;
    const roots: string[] = [];
    for (const file of options.root ?? []) {
      const pem = await readTextFile(file);
      if (!pem.ok) return pem;
      roots.push(pem.value);
    }
    const read = await readRegistration({
      response: response.value,
      challenge,
      roots,
      nowMs: place.clock(),
      rpId: options.rpId,
      origins: options.origin,
    });
    if (!read.ok) return read;
    const { backup_eligible: isSynced, attestation } = read.value.webauthn ?? {};
    if (isSynced && options.seen) {
      const message =
        'This passkey may be copied to other devices, so it cannot be hardware: leave out --seen, or use a security key.';
      return fail('passkey_synced', message);
    }
    const isAttested = !isSynced && (attestation?.root ?? null) !== null;
    const device = isAttested
      ? ({ hardware: true, hardware_ground: 'attestation' } as const)
      : seenFacts(options);
    return ok({ ...read.value, independent: true, ...device });
  });
}

function enrolApp(place: Place, kid: string, options: AppOptions): Promise<ExitCode> {
  return signEnrolment(place, kid, { ...options, role: 'approver' }, async () => {
    const text = await readTextFile(options.attestation);
    if (!text.ok) return text;
    const attestedMs = instantMs(options.madeAt);
    if (attestedMs === null || attestedMs > place.clock()) {
      return fail(
        'instant_invalid',
        '--made-at is an instant that has passed, such as 2026-06-01T09:00:00Z.',
      );
    }
    const { readAppAttestation } = await import('@platform/keys/enrolment/app-attest');
    const read = readAppAttestation({
      appId: options.appId,
      keyId: options.keyId,
      attestedMs,
      attestation: Buffer.from(text.value, 'base64'),
      clientData: Buffer.from(options.challenge),
    });
    if (!read.ok) return read;
    // An attestation of a development build proves less, because anyone with the source can have one.
    const device =
      read.value.app_attest?.environment === 'production'
        ? ({ hardware: true, hardware_ground: 'attestation' } as const)
        : ({ hardware: false } as const);
    return ok({ ...read.value, independent: true, ...device });
  });
}
