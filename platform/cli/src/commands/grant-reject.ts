import { checkGrant } from '@platform/console/use-cases/approvals';
import { LOCAL } from '@platform/console/use-cases/init-deployment';
import { isTaken, rejectionOf, signRejection } from '@platform/console/use-cases/rejections';
import { MAX_REJECTION_REASON, SignedRejection } from '@platform/core/objects/grant';
import type { Command } from 'commander';
import { Value } from 'typebox/value';
import { agreed, EXIT, type ExitCode, type Place, printJson, type Run, refuse } from '../context.ts';
import { grantText } from './checked-grant.ts';
import { type KeyOptions, keyOrPasskey } from './key-or-passkey.ts';

interface RejectOptions extends KeyOptions {
  readonly reason: string;
  readonly yes?: true;
  readonly json?: true;
}

export function addReject(grant: Command, run: Run): void {
  grant
    .command('reject')
    .description('end a request with your key; it names the grant, not what is asked, so it is safe to sign')
    .argument('<grant_id>')
    .requiredOption('--reason <text>', 'required: why; the agent is told it')
    .option('--key <kid>', 'your key: a kid in people/, or a file', LOCAL.approverKid)
    .option(
      '--assertion <file>',
      'for a passkey: what the browser returned, as JSON (see sanad grant challenge --reason)',
    )
    .option('--yes', 'sign without asking')
    .option('--json', 'print the authority’s answer')
    .action((id: string, options: RejectOptions) => run((place) => reject(place, id, options)));
}

/** What a person reads before they reject. INVARIANT: no fault of the grant keeps them from rejecting it. */
async function wordsOf(place: Place, id: string): Promise<string> {
  const record = await place.authority.grant(id);
  if (!record.ok) return `What is asked is not known: ${record.error.message}\n`;
  const { keys } = await place.localKeys();
  const checked = checkGrant(place.crypto, keys, record.value, id);
  if (!checked.ok) return `${checked.error.message} You can reject it.\n`;
  return grantText(place, record.value);
}

async function reject(place: Place, id: string, options: RejectOptions): Promise<ExitCode> {
  const { context, crypto, authority, deployment } = place;
  const signer = await keyOrPasskey(place, options);
  if (!signer.ok) return refuse(context, signer.error);
  const facts = { deployment: await deployment.id(), grant_id: id, reason: options.reason };
  const signed = signRejection(crypto, signer.value, rejectionOf(facts));
  if (!Value.Check(SignedRejection, signed)) {
    const message = `Give the grant’s id, and a reason of 1 to ${MAX_REJECTION_REASON} characters.`;
    return refuse(context, { message });
  }
  const words = `${await wordsOf(place, id)}\nYour reason: ${signed.rejection.reason}\n`;
  const yes = await agreed(context, words, `Reject it with ${signer.value.kid}?`, options.yes === true);
  if (!yes.ok) return refuse(context, yes.error);
  const answer = await authority.reject(id, signed);
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  if (!isTaken(answer.value, signed)) {
    const message = `The authority shows no rejection of ${id} by ${signer.value.kid}: check with sanad grant show ${id}.`;
    return refuse(context, { message }, EXIT.failed);
  }
  if (options.json) printJson(context, answer.value);
  else context.out(`rejected by ${signer.value.kid}: ${id} is denied, and nothing is done\n`);
  return EXIT.done;
}
