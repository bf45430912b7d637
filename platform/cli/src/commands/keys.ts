import { fail, ok, type Result } from '@common/base/result';
import type { PublicKey } from '@platform/console/use-cases/deployment';
import { initDeployment, LOCAL } from '@platform/console/use-cases/init-deployment';
import { profilesWithLists } from '@platform/console/use-cases/lists';
import { printable } from '@platform/core/verify/report-html';
import { Command, Option } from 'commander';
import { EXIT, type ExitCode, type Place, printJson, type Run, refuse } from '../context.ts';
import { addSigningOptions } from '../principal-signing.ts';
import { columns } from '../render/text.ts';
import { addRoot } from './add-root.ts';
import { addAgentToken } from './agent-token.ts';
import { addAgentTokenRecords } from './agent-token-records.ts';
import { addDeviceKeys } from './device-keys.ts';
import { addKeyChanges } from './key-changes.ts';
import { addReplace } from './replace-key.ts';
import { type EnrolmentOptions, seenFacts, signEnrolment } from './sign-enrolment.ts';

interface EnrolOptions extends EnrolmentOptions {
  readonly alg: 'ed25519' | 'es256';
  readonly publicKey?: string;
}

const PERSON = /^(principal|approver|clerk|auditor|viewer)_/;

/** The command `sanad keys`, with its subcommands. */
export function keysCommand(run: Run): Command {
  const keys = new Command('keys').description('keys of services and people, and agents’ tokens');
  keys
    .command('init')
    .description('create a local deployment, or its missing parts: keys, profiles, first mandates')
    .option(
      '--without-people',
      'make no keys for people, no profiles and no mandates, now and later: a principal puts in a key of their own (sanad keys add-root)',
    )
    .option('--json', 'print what was created')
    .action((options: InitOptions) => run((place) => init(place, options)));
  keys
    .command('list')
    .description('public keys of every party')
    .option('--json', 'print the entries')
    .action((options: { readonly json?: true }) => run((place) => list(place, options)));
  addSigningOptions(keys.command('enrol'))
    .description(
      'create a person’s key, or take the public half of one made elsewhere, and sign its enrolment',
    )
    .argument('<kid>', 'such as approver_cfo.laptop')
    .requiredOption('--person <name>', 'required: whose key it is')
    .addOption(
      new Option('--role <role>', 'what it may sign')
        .choices(['approver', 'principal', 'clerk', 'auditor', 'viewer'])
        .default('approver'),
    )
    .option('--tenant <id...>', 'for all but an approver: the tenants that this key is for; "*" for all')
    .addOption(new Option('--alg <alg>', 'kind of key').choices(['ed25519', 'es256']).default('ed25519'))
    .option(
      '--public-key <file>',
      'the public half (PEM) of a key that the person made elsewhere: only such a key is independent of you',
    )
    .option('--seen', 'you saw that this es256 key is in a device, which asks for a PIN, finger or face')
    .option('--by <kid>', 'the principal’s key that signs', LOCAL.principalKid)
    .action((kid: string, options: EnrolOptions) => run((place) => enrolKey(place, kid, options)));
  addAgentToken(keys, run);
  addAgentTokenRecords(keys, run);
  addDeviceKeys(keys, run);
  addKeyChanges(keys, run);
  addReplace(keys, run);
  addRoot(keys, run);
  return keys;
}

interface InitOptions {
  readonly withoutPeople?: true;
  readonly json?: true;
}

async function init(place: Place, options: InitOptions): Promise<ExitCode> {
  const { context, deployment } = place;
  if (options.withoutPeople) {
    const people = Object.entries(await deployment.publicKeys()).filter(([kid]) => PERSON.test(kid));
    if (people.length > 0) {
      const message = `There are people here already: ${people.map(([kid]) => kid).join(', ')}. Take an empty folder.`;
      return refuse(context, { message });
    }
    await deployment.leaveOutPeople();
  }
  const made = await initDeployment(place);
  if (!made.ok) return refuse(context, made.error);
  if (options.json) printJson(context, { made: made.value, lists: await profilesWithLists(deployment) });
  else if (made.value.length === 0) context.out('nothing to create: the deployment is complete\n');
  else context.out(made.value.map((what) => `created ${what}\n`).join(''));
  return EXIT.done;
}

async function list(place: Place, options: { readonly json?: true }): Promise<ExitCode> {
  const { context } = place;
  const { keys, refused } = await place.localKeys();
  if (options.json) printJson(context, keys);
  else {
    const rows = Object.values(keys)
      .sort((a, b) => (a.kid < b.kid ? -1 : 1))
      .map(({ kid, role, person, alg, fingerprint }) => [kid, role, person ?? '-', alg, fingerprint]);
    context.out(rows.length === 0 ? 'no keys: create them with sanad keys init\n' : columns(rows));
  }
  const faults = Object.entries(refused);
  for (const [kid, why] of faults) context.err(`not trusted: ${printable(`${kid} ${why}`)}\n`);
  return faults.length === 0 ? EXIT.done : EXIT.failed;
}

async function enrolKey(place: Place, kid: string, options: EnrolOptions): Promise<ExitCode> {
  const { context } = place;
  if (options.seen && (options.alg !== 'es256' || options.publicKey === undefined)) {
    return refuse(context, {
      message:
        '--seen is for the public half of an es256 key in a device (--alg es256 --public-key <file>): a key that is made here is a file, which can be copied.',
    });
  }
  return signEnrolment(place, kid, options, async () => {
    const found = await keyToEnrol(place, kid, options);
    if (!found.ok) return found;
    const { key, independent } = found.value;
    if (options.seen && key.alg !== 'es256')
      return fail('key_unusable', `${options.publicKey} is not an es256 key.`);
    const { alg, public_key, fingerprint } = key;
    return ok({ alg, public_key, fingerprint, independent, ...seenFacts(options) });
  });
}

/**
 * Returns the key to enrol. The maker of a key can keep a copy, so only one made elsewhere is independent of
 * this folder’s operator.
 */
async function keyToEnrol(
  { deployment }: Place,
  kid: string,
  { alg, publicKey }: EnrolOptions,
): Promise<Result<{ readonly key: PublicKey; readonly independent: boolean }, 'key_unusable'>> {
  if (publicKey === undefined) {
    return ok({ key: await deployment.ensurePersonKey(kid, alg), independent: false });
  }
  const key = await deployment.publicKeyFile(publicKey);
  if (!key.ok) return key;
  const here = await deployment.personKey(kid);
  return ok({ key: key.value, independent: !here.ok || here.value.public_key !== key.value.public_key });
}
