import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@platform/proof/hash';
import type { Enrolment } from '@platform/protocol/key-entry';
import { MandateId, TenantId } from '@platform/protocol/primitives';
import { Command, InvalidArgumentError, Option } from 'commander';
import { Value } from 'typebox/value';
import { issueAgentToken } from '../../use-cases/agent-token.ts';
import type { PublicKey } from '../../use-cases/deployment.ts';
import { enrol, entryFault } from '../../use-cases/enrol.ts';
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
import { addKeyChanges } from './key-changes.ts';
import { addReplace } from './replace-key.ts';

interface EnrolOptions {
  readonly person: string;
  readonly role: 'approver' | 'principal';
  readonly tenant?: readonly string[];
  readonly alg: 'ed25519' | 'es256';
  readonly publicKey?: string;
  readonly by: string;
  readonly yes?: true;
}

interface TokenOptions {
  readonly principal: string;
  readonly agent: string;
  readonly contract?: readonly string[];
  readonly hours: number;
}

const DEFAULT_HOURS = 24;
const MOST_HOURS = 24 * 365;
/** As many as the gateway reads. */
const MOST_CONTRACTS = 64;
const SECONDS_PER_HOUR = 3_600;

/** `sanad keys init|list|enrol|agent-token|rotate|compromise|replace` */
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
    .description(
      'create a person’s key, or take the public half of one made elsewhere, and sign its enrolment',
    )
    .argument('<kid>', 'such as approver_cfo.laptop')
    .requiredOption('--person <name>', 'required: whose key it is')
    .addOption(
      new Option('--role <role>', 'what it may sign').choices(['approver', 'principal']).default('approver'),
    )
    .option('--tenant <id...>', 'for a principal: the tenants whose mandates this key may sign; "*" for all')
    .addOption(new Option('--alg <alg>', 'kind of key').choices(['ed25519', 'es256']).default('ed25519'))
    .option(
      '--public-key <file>',
      'the public half (PEM) of a key that the person made elsewhere: only such a key is independent of you',
    )
    .option('--by <kid>', 'the principal’s key that signs', LOCAL.principalKid)
    .option('--yes', 'sign without asking')
    .action((kid: string, options: EnrolOptions) => run((place) => enrolKey(place, kid, options)));
  keys
    .command('agent-token')
    .description('print a token for an agent; it is a secret')
    .option('--principal <name>', 'whom the agent acts for', LOCAL.principal)
    .option('--agent <name>', 'the agent that may use it', LOCAL.agent)
    .option(
      '--contract <id...>',
      'the mandates that it is good for (default: those of the agent that the deployment starts with)',
    )
    .option('--hours <count>', 'how long it is valid', parseHours, DEFAULT_HOURS)
    .action((options: TokenOptions) => run((place) => agentToken(place, options)));
  addKeyChanges(keys, run);
  addReplace(keys, run);
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
    return refuse(context, {
      message: `${kid} is already enrolled: choose another name for a second key, such as ${kid}.2, or replace this one with sanad keys replace ${kid}.`,
    });
  }
  const tenants = tenantsOf(options);
  if (!tenants.ok) return refuse(context, tenants.error);
  const found = await keyToEnrol(place, kid, options);
  if (!found.ok) return refuse(context, found.error);
  const { key, independent } = found.value;
  const id = await deployment.id();
  const enrolment: Enrolment = {
    type: 'sanad/enrolment/1',
    deployment: id,
    kid,
    alg: key.alg,
    public_key: key.public_key,
    fingerprint: key.fingerprint,
    role: options.role,
    person: options.person,
    tenants: tenants.value,
    independent,
    hardware: false,
    not_before: place.now(),
    not_after: null,
  };
  const words = enrolmentWords(enrolment, hashOf(crypto, enrolment));
  const yes = await agreed(context, words, `Enrol it with ${signer.value.kid}?`, options.yes === true);
  if (!yes.ok) return refuse(context, yes.error);
  const entry = enrol(crypto, signer.value, enrolment);
  const why = entryFault(crypto, id, await deployment.publicKeys(), entry);
  if (why !== null) return refuse(context, { message: `Nobody would trust this key: it ${why}.` });
  await deployment.writePublicKey(entry);
  context.out(`enrolled: ${kid} of ${printable(options.person)}\n`);
  return EXIT.done;
}

function tenantsOf({ role, tenant }: EnrolOptions): Result<Enrolment['tenants'], 'tenants_invalid'> {
  if (role === 'approver') {
    if (tenant === undefined) return ok(null);
    return fail(
      'tenants_invalid',
      'Only a principal signs for tenants: leave out --tenant, or give --role principal.',
    );
  }
  const tenants = [...new Set(tenant ?? [])];
  if (tenants.length === 0) {
    return fail(
      'tenants_invalid',
      'Name the tenants for whom this principal may sign: --tenant tn_..., or --tenant "*" for all.',
    );
  }
  const wrong = tenants.find((id) => id !== '*' && !Value.Check(TenantId, id));
  if (wrong === undefined) return ok(tenants);
  return fail('tenants_invalid', `${wrong} is not a tenant: an id starts with tn_; "*" stands for all.`);
}

/** Whoever makes a key can keep a copy: only one that was made elsewhere is independent of this folder's operator. */
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

async function agentToken(place: Place, options: TokenOptions): Promise<ExitCode> {
  const { principal, agent } = options;
  const own = await place.deployment.mandates();
  const contracts =
    options.contract ??
    own
      .filter((mandate) => mandate.principal === principal && mandate.agent === agent)
      .map(({ contract_id: id }) => id);
  if (contracts.length === 0) {
    return refuse(place.context, {
      message: `There is no mandate here of ${principal} for ${agent}: name those that it may use with --contract <id>.`,
    });
  }
  const wrong = contracts.find((id) => !Value.Check(MandateId, id));
  if (wrong !== undefined || contracts.length > MOST_CONTRACTS) {
    return refuse(place.context, {
      message: `--contract takes 1 to ${MOST_CONTRACTS} ids of mandates, which start with ic_.`,
    });
  }
  const secret = await place.deployment.jwtSecret();
  const lifetimeS = options.hours * SECONDS_PER_HOUR;
  const token = issueAgentToken(secret, { principal, agent, contracts }, place.clock(), lifetimeS);
  place.context.out(`${token}\n`);
  return EXIT.done;
}
