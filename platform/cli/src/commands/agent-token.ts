import { fail, ok, type Result } from '@common/base/result';
import { LOCAL } from '@platform/console/use-cases/init-deployment';
import { issueAgentToken } from '@platform/console/use-cases/issue-agent-token';
import { checkMandateRecord } from '@platform/console/use-cases/mandates';
import type { Mandate } from '@platform/core/objects/mandate';
import { MandateId } from '@platform/core/objects/primitives';
import { type Command, InvalidArgumentError } from 'commander';
import { Value } from 'typebox/value';
import { EXIT, type ExitCode, type Place, type Run, refuse } from '../context.ts';

interface TokenOptions {
  readonly principal?: string;
  readonly agent?: string;
  readonly contract?: readonly string[];
  readonly hours: number;
}

const DEFAULT_HOURS = 24;
const MOST_HOURS = 24 * 365;
/** The most that the gateway reads. */
const MOST_CONTRACTS = 64;
const SECONDS_PER_HOUR = 3_600;

/** The command `sanad keys agent-token`. */
export function addAgentToken(keys: Command, run: Run): void {
  keys
    .command('agent-token')
    .description('print a token for an agent; it is a secret')
    .option('--principal <name>', 'whom the agent acts for (default: the principal of the mandates)')
    .option('--agent <name>', 'the agent that may use it (default: the agent of the mandates)')
    .option(
      '--contract <id...>',
      `the mandates that it is good for, all of one principal and one agent (default: those of ${LOCAL.principal} for ${LOCAL.agent} that the deployment starts with)`,
    )
    .option('--hours <count>', 'how long it is valid', parseHours, DEFAULT_HOURS)
    .action((options: TokenOptions) => run((place) => agentToken(place, options)));
}

function parseHours(text: string): number {
  const hours = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (hours < 1 || hours > MOST_HOURS) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_HOURS}.`);
  }
  return hours;
}

async function agentToken(place: Place, options: TokenOptions): Promise<ExitCode> {
  const { context, deployment, clock } = place;
  const mandates =
    options.contract === undefined
      ? await startMandates(place, options)
      : await namedMandates(place, options.contract);
  if (!mandates.ok) return refuse(context, mandates.error);
  const principal = oneParty(mandates.value, 'principal', options.principal);
  if (!principal.ok) return refuse(context, principal.error);
  const agent = oneParty(mandates.value, 'agent', options.agent);
  if (!agent.ok) return refuse(context, agent.error);
  const contracts = mandates.value.map(({ contract_id: id }) => id);
  const secret = await deployment.jwtSecret();
  const holder = { principal: principal.value, agent: agent.value, contracts, tokenId: null };
  context.out(`${issueAgentToken(secret, holder, clock(), options.hours * SECONDS_PER_HOUR)}\n`);
  return EXIT.done;
}

type Mandates = Result<readonly Mandate[], string>;

/** The mandates that the deployment starts with. */
async function startMandates(
  { deployment }: Place,
  { principal = LOCAL.principal, agent = LOCAL.agent }: TokenOptions,
): Promise<Mandates> {
  const own = (await deployment.mandates()).filter(
    (mandate) => mandate.principal === principal && mandate.agent === agent,
  );
  return own.length > 0
    ? ok(own)
    : fail(
        'mandate_not_found',
        `The deployment starts with no mandate of ${principal} for ${agent}: name the mandates with --contract <id>. sanad mandate list shows them.`,
      );
}

/**
 * Reads each mandate, from the authority unless the deployment starts with it. The token must name its
 * principal, or the gateway refuses it; so nobody has to know that name.
 */
async function namedMandates(place: Place, ids: readonly string[]): Promise<Mandates> {
  const distinct = [...new Set(ids)];
  if (distinct.length > MOST_CONTRACTS || distinct.some((id) => !Value.Check(MandateId, id))) {
    return fail(
      'invalid_request',
      `--contract takes 1 to ${MOST_CONTRACTS} ids of mandates, which start with ic_.`,
    );
  }
  const { authority, crypto, deployment } = place;
  const own = await deployment.mandates();
  const { keys } = await place.localKeys();
  const mandates: Mandate[] = [];
  for (const id of distinct) {
    const known = own.find((mandate) => mandate.contract_id === id);
    if (known !== undefined) {
      mandates.push(known);
      continue;
    }
    const record = await authority.mandate(id);
    const checked = record.ok ? checkMandateRecord(crypto, keys, record.value, id) : record;
    if (!checked.ok) {
      const { code, message } = checked.error;
      return fail(
        code,
        `No token was made, because mandate ${id} says whose agent it is for, and it cannot be read. ${message} A mandate must be registered first (sanad mandate register), and the authority must run.`,
      );
    }
    mandates.push(checked.value.contract);
  }
  return ok(mandates);
}

/** The one principal or agent of all the mandates, which must be the one that was asked for, if one was. */
function oneParty(
  mandates: readonly Mandate[],
  party: 'principal' | 'agent',
  asked: string | undefined,
): Result<string, 'parties_differ'> {
  const names = [...new Set(mandates.map((mandate) => mandate[party]))];
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) {
    const which = mandates.map((mandate) => `${mandate.contract_id} (${mandate[party]})`).join(', ');
    return fail(
      'parties_differ',
      `A token is for one ${party}, but these mandates have ${names.length}: ${which}. Make one token for each.`,
    );
  }
  if (asked === undefined || asked === name) return ok(name);
  return fail(
    'parties_differ',
    `--${party} says ${asked}, but ${mandates.map(({ contract_id: id }) => id).join(', ')} has the ${party} ${name}: leave --${party} out, or name another mandate.`,
  );
}
