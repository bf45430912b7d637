import { hashOf } from '@platform/proof/hash';
import { readKeyRegistry } from '@platform/proof/key-registry';
import type { Enrolment } from '@platform/protocol/key-entry';
import { Command, InvalidArgumentError, Option } from 'commander';
import { issueAgentToken } from '../../use-cases/agent-token.ts';
import { enrol } from '../../use-cases/enrol.ts';
import { initDeployment, LOCAL } from '../../use-cases/init-deployment.ts';
import {
  agreed,
  EXIT,
  type ExitCode,
  type Place,
  printJson,
  type Run,
  refuse,
  signerOf,
} from '../context.ts';
import { columns, printable } from '../render/text.ts';
import { enrolmentWords } from '../render/words.ts';

interface EnrolOptions {
  readonly person: string;
  readonly role: 'approver' | 'principal';
  readonly alg: 'ed25519' | 'es256';
  readonly by: string;
  readonly yes?: true;
}

const DEFAULT_HOURS = 24;
const MOST_HOURS = 24 * 365;
const SECONDS_PER_HOUR = 3_600;

/** `sanad keys init|list|enrol|agent-token` */
export function keysCommand(run: Run): Command {
  const keys = new Command('keys').description('keys of services and people, and agents’ tokens');
  keys
    .command('init')
    .description('create a local deployment, or its missing parts: keys, profiles, first mandates')
    .option('--json', 'print what was created')
    .action((options: { readonly json?: true }) => run((place) => init(place, options)));
  keys
    .command('list')
    .description('public keys of every party')
    .option('--json', 'print the entries')
    .action((options: { readonly json?: true }) => run((place) => list(place, options)));
  keys
    .command('enrol')
    .description('create a person’s key and sign its enrolment')
    .argument('<kid>', 'such as approver_cfo.laptop')
    .requiredOption('--person <name>', 'required: whose key it is')
    .addOption(
      new Option('--role <role>', 'what it may sign').choices(['approver', 'principal']).default('approver'),
    )
    .addOption(new Option('--alg <alg>', 'kind of key').choices(['ed25519', 'es256']).default('ed25519'))
    .option('--by <kid>', 'the principal’s key that signs', LOCAL.principalKid)
    .option('--yes', 'sign without asking')
    .action((kid: string, options: EnrolOptions) => run((place) => enrolKey(place, kid, options)));
  keys
    .command('agent-token')
    .description('print a token for an agent; it is a secret')
    .option('--principal <name>', 'whom the agent acts for', LOCAL.principal)
    .option('--hours <count>', 'how long it is valid', parseHours, DEFAULT_HOURS)
    .action((options: { readonly principal: string; readonly hours: number }) =>
      run((place) => agentToken(place, options)),
    );
  return keys;
}

function parseHours(text: string): number {
  const hours = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (hours < 1 || hours > MOST_HOURS) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_HOURS}.`);
  }
  return hours;
}

async function init(place: Place, options: { readonly json?: true }): Promise<ExitCode> {
  const { context } = place;
  const made = await initDeployment(place);
  if (!made.ok) return refuse(context, made.error);
  if (options.json) printJson(context, { made: made.value });
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
  const { context, crypto, deployment } = place;
  const signer = await signerOf(place, options.by);
  if (!signer.ok) return refuse(context, signer.error);
  if ((await deployment.publicKeys())[kid] !== undefined) {
    return refuse(context, { message: `${kid} is already enrolled; choose another name, such as ${kid}.2.` });
  }
  const key = await deployment.ensurePersonKey(kid, options.alg);
  const enrolment: Enrolment = {
    type: 'sanad/enrolment/1',
    kid,
    alg: key.alg,
    public_key: key.public_key,
    fingerprint: key.fingerprint,
    role: options.role,
    person: options.person,
    independent: true,
    hardware: false,
    not_before: place.now(),
    not_after: null,
  };
  const words = enrolmentWords(enrolment, hashOf(crypto, enrolment));
  const yes = await agreed(context, words, `Enrol it with ${signer.value.kid}?`, options.yes === true);
  if (!yes.ok) return refuse(context, yes.error);
  const entry = enrol(crypto, signer.value, enrolment);
  const { refused } = readKeyRegistry(crypto, { ...(await deployment.publicKeys()), [kid]: entry });
  const why = refused[kid];
  if (why !== undefined) return refuse(context, { message: `Nobody would trust this key: it ${why}.` });
  await deployment.writePublicKey(entry);
  context.out(`enrolled: ${kid} of ${printable(options.person)}\n`);
  return EXIT.done;
}

async function agentToken(
  place: Place,
  options: { readonly principal: string; readonly hours: number },
): Promise<ExitCode> {
  const secret = await place.deployment.jwtSecret();
  const lifetimeS = options.hours * SECONDS_PER_HOUR;
  const token = issueAgentToken(secret, options.principal, place.clock(), lifetimeS);
  place.context.out(`${token}\n`);
  return EXIT.done;
}
