import { ok } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import {
  checkTokenRecord,
  draftAgentTokenEnd,
  signAgentTokenEnd,
  tokenState,
} from '@platform/console/use-cases/agent-tokens';
import { AgentTokenEnd } from '@platform/core/objects/agent-token';
import { AgentTokenId } from '@platform/core/objects/primitives';
import type { Command } from 'commander';
import { Value } from 'typebox/value';
import { EXIT, type ExitCode, type Place, printJson, type Run, refuse } from '../context.ts';
import {
  addSigningOptions,
  keyOfPrincipal,
  objectToSign,
  type SigningOptions,
  signerAfterYes,
} from '../principal-signing.ts';
import { columns, table } from '../render/text.ts';
import { agentTokenWords } from '../render/words.ts';

interface EndOptions extends SigningOptions {
  readonly reason: string;
  readonly key?: string;
  readonly json?: true;
}

/** The commands `sanad keys agent-tokens` and `sanad keys end-agent-token`. */
export function addAgentTokenRecords(keys: Command, run: Run): void {
  keys
    .command('agent-tokens')
    .description('every agent’s token that was registered, and whether it is good; without the secrets')
    .option('--json', 'print the authority’s answer')
    .action((options: { readonly json?: true }) => run((place) => list(place, options)));
  addSigningOptions(keys.command('end-agent-token'))
    .description('end an agent’s token immediately and for good; its mandates stay in force')
    .argument('<token_id>')
    .option('--reason <text>', 'why; it is signed too', '')
    .option('--key <kid>', 'the principal’s key: a kid in people/, or a file (default: the one that is here)')
    .option('--json', 'print the authority’s answer')
    .action((id: string, options: EndOptions) => run((place) => end(place, id, options)));
}

async function list(place: Place, options: { readonly json?: true }): Promise<ExitCode> {
  const { context, crypto, authority, clock } = place;
  const answer = await authority.tokens();
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  if (options.json) {
    printJson(context, answer.value);
    return EXIT.done;
  }
  const { keys } = await place.localKeys();
  const rows = answer.value.map((record) => {
    const { token, last_used_at: used } = record;
    return [
      token.token_id,
      token.name,
      tokenState(record, { crypto, keys, nowMs: clock() }).replaceAll('_', ' '),
      token.agent,
      token.contracts.join(', '),
      `to ${token.expires_at}`,
      used === null ? 'never used' : `last used ${used}`,
    ];
  });
  context.out(rows.length === 0 ? 'no tokens\n' : columns(rows));
  return EXIT.done;
}

async function end(place: Place, id: string, options: EndOptions): Promise<ExitCode> {
  const { context, crypto, authority } = place;
  const listed = Value.Check(AgentTokenId, id) ? await authority.tokens({ token_id: id }) : ok([]);
  if (!listed.ok) return refuse(context, listed.error, EXIT.failed);
  const [found] = listed.value;
  if (found === undefined) {
    const message = `There is no token ${id}: sanad keys agent-tokens lists them. A token that names no id has no record, and cannot be ended by itself.`;
    return refuse(context, { message });
  }
  const { keys } = await place.localKeys();
  const record = checkTokenRecord(crypto, keys, found, id);
  if (!record.ok) return refuse(context, record.error, EXIT.failed);
  const { token } = record.value;
  const principal = await keyOfPrincipal(place, token.principal, options.key);
  if (!principal.ok) return refuse(context, principal.error);
  const made = draftAgentTokenEnd(record.value, options.reason, place);
  if (!made.ok) return refuse(context, made.error);
  const object = await objectToSign(principal.value, options, AgentTokenEnd, async () => made);
  if (!object.ok) return refuse(context, object.error);
  const signer = await signerAfterYes(place, principal.value, {
    object: object.value,
    words: `${agentTokenWords(token, hashOf(crypto, token))}${table([['reason', object.value.reason]])}\n`,
    question: `End it for good with ${principal.value.kid}?`,
    options,
  });
  if (!signer.ok) return refuse(context, signer.error);
  if (signer.value === null) return EXIT.done;
  const answer = await authority.endToken(id, signAgentTokenEnd(crypto, signer.value, object.value));
  const ended = answer.ok ? checkTokenRecord(crypto, keys, answer.value, id) : answer;
  if (!ended.ok) {
    const message = `${ended.error.message}\nIt is not certain that the token has ended. Run this again: a second end changes nothing.`;
    return refuse(context, { message }, EXIT.failed);
  }
  if (ended.value.end === null) {
    const message = `The authority does not show that ${id} has ended: see sanad keys agent-tokens.`;
    return refuse(context, { message }, EXIT.failed);
  }
  if (options.json) printJson(context, ended.value);
  else context.out(`ended: ${id}. No gateway accepts it now\n`);
  return EXIT.done;
}
