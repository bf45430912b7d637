import { requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import {
  checkTokenRecord,
  draftAgentToken,
  signAgentToken,
  takesTokens,
} from '@platform/console/use-cases/agent-tokens';
import { LOCAL } from '@platform/console/use-cases/init-deployment';
import { agentTokenText } from '@platform/console/use-cases/issue-agent-token';
import { checkMandateRecord } from '@platform/console/use-cases/mandates';
import { type AgentToken, MOST_TOKEN_HOURS } from '@platform/core/objects/agent-token';
import type { Mandate } from '@platform/core/objects/mandate';
import { MandateId } from '@platform/core/objects/primitives';
import { type Command, InvalidArgumentError } from 'commander';
import { Value } from 'typebox/value';
import { EXIT, type ExitCode, type Place, type Run, refuse } from '../context.ts';
import { keyOfPrincipal, signerAfterYes } from '../principal-signing.ts';
import { agentTokenWords } from '../render/words.ts';

interface TokenOptions {
  readonly principal?: string;
  readonly agent?: string;
  readonly contract?: readonly string[];
  readonly hours: number;
  readonly name?: string;
  readonly key?: string;
  readonly yes?: true;
}

const DEFAULT_HOURS = 24;
/** The most that the gateway reads. */
const MOST_CONTRACTS = 64;

/** The command `sanad keys agent-token`. */
export function addAgentToken(keys: Command, run: Run): void {
  keys
    .command('agent-token')
    .description('sign and register a token for an agent, and print it; it is a secret, and shown only once')
    .option('--principal <name>', 'whom the agent acts for (default: the principal of the mandates)')
    .option('--agent <name>', 'the agent that may use it (default: the agent of the mandates)')
    .option(
      '--contract <id...>',
      `the mandates that it is good for, all of one principal and one agent (default: those of ${LOCAL.principal} for ${LOCAL.agent} in ${LOCAL.tenant} that are in force)`,
    )
    .option('--hours <count>', 'how long it is valid', parseHours, DEFAULT_HOURS)
    .option('--name <text>', 'what people call it, at most 60 characters (default: the agent and the day)')
    .option('--key <kid>', 'the principal’s key: a kid in people/, or a file (default: the one that is here)')
    .option('--yes', 'sign without asking')
    .action((options: TokenOptions) => run((place) => agentToken(place, options)));
}

function parseHours(text: string): number {
  const hours = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (hours < 1 || hours > MOST_TOKEN_HOURS) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_TOKEN_HOURS}.`);
  }
  return hours;
}

/** INVARIANT: nothing is printed before the authority has registered what the principal signed. */
async function agentToken(place: Place, options: TokenOptions): Promise<ExitCode> {
  const { context, crypto, deployment, authority } = place;
  const drafted = await draft(place, options);
  if (!drafted.ok) return refuse(context, drafted.error);
  const token = drafted.value;
  const principal = await keyOfPrincipal(place, token.principal, options.key);
  if (!principal.ok) return refuse(context, principal.error);
  const { kid, passkey } = principal.value;
  if (passkey !== null) {
    const message = `${kid} is a passkey, which a browser asks: make the token in the console, on the page of the mandate ${token.contracts[0]}. Or name a key file with --key.`;
    return refuse(context, { message });
  }
  const signer = await signerAfterYes(place, principal.value, {
    object: token,
    words: agentTokenWords(token, hashOf(crypto, token)),
    question: `Sign it with ${kid}?`,
    options: options.yes ? { yes: true } : {},
  });
  if (!signer.ok) return refuse(context, signer.error);
  if (signer.value === null) return EXIT.done;
  const secret = await deployment.jwtSecret();
  const signed = signAgentToken(crypto, signer.value, token);
  const { keys } = await place.localKeys();
  const answer = await authority.makeToken(signed);
  const made = answer.ok ? checkTokenRecord(crypto, keys, answer.value, token.token_id) : answer;
  if (!made.ok) {
    const { code, detail } = made.error;
    const isRefused = code === 'authority_refused' && Number(detail?.status) < 500;
    const after = isRefused
      ? 'No token was made.'
      : `No token is printed, but ${token.token_id} may be registered: sanad keys agent-tokens shows whether it is. If so, end it with sanad keys end-agent-token ${token.token_id}, and make another.`;
    return refuse(context, { message: `${made.error.message}\n${after}` }, EXIT.failed);
  }
  context.err(`registered: ${token.token_id}. To end it: sanad keys end-agent-token ${token.token_id}\n`);
  context.out(`${agentTokenText(secret, token, requiredMs(made.value.registered_at))}\n`);
  return EXIT.done;
}

/** What is to be signed. It names parties, which the mandates alone decide: the gateway refuses any other. */
async function draft(place: Place, options: TokenOptions): Promise<Result<AgentToken, string>> {
  const { contract: ids, hours, name = null } = options;
  const mandates =
    ids === undefined ? await mandatesInForce(place, options) : await namedMandates(place, ids);
  if (!mandates.ok) return mandates;
  const deployment = await place.deployment.id();
  const drafted = draftAgentToken({ deployment, name, mandates: mandates.value, hours }, place);
  if (!drafted.ok) return drafted;
  for (const party of ['principal', 'agent'] as const) {
    const [asked, is] = [options[party], drafted.value[party]];
    if (asked === undefined || asked === is) continue;
    const which = drafted.value.contracts.join(', ');
    return fail(
      'parties_differ',
      `--${party} says ${asked}, but ${which} has the ${party} ${is}: leave --${party} out, or name another mandate.`,
    );
  }
  return drafted;
}

type Mandates = Result<readonly Mandate[], string>;

/** The agent’s mandates that are in force and take tokens, the newest first. */
async function mandatesInForce(
  place: Place,
  { principal = LOCAL.principal, agent = LOCAL.agent }: TokenOptions,
): Promise<Mandates> {
  const listed = await place.authority.mandates();
  if (!listed.ok) return listed;
  const ids = listed.value
    .filter(({ contract, status }) => {
      const isTheirs = contract.principal === principal && contract.agent === agent;
      return status === 'active' && isTheirs && contract.tenant === LOCAL.tenant && takesTokens(contract);
    })
    .map(({ contract }) => contract.contract_id);
  return ids.length > 0
    ? namedMandates(place, ids.slice(0, MOST_CONTRACTS))
    : fail(
        'mandate_not_found',
        `No mandate of ${principal} for ${agent} in ${LOCAL.tenant} that takes tokens is in force: name the mandates with --contract <id>. sanad mandate list shows them.`,
      );
}

/** Reads each mandate, from the authority unless the deployment starts with it. */
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
