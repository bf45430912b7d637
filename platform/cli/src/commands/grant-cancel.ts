import { LOCAL } from '@platform/console/use-cases/init-deployment';
import { cancellationOf, isCancelled, signCancellation } from '@platform/console/use-cases/settlements';
import { Cancellation } from '@platform/core/objects/settlement';
import { STOPPED_WORDS } from '@platform/words/doubt';
import { type GrantState, grantState } from '@platform/words/grant-state';
import type { Command } from 'commander';
import { EXIT, type ExitCode, type Place, printJson, type Run, refuse } from '../context.ts';
import { addSigningOptions } from '../principal-signing.ts';
import { checkedGrant } from './checked-grant.ts';
import { type DecisionOptions, decidedBy } from './grant-decision.ts';

/** What a grant can be cancelled in: its counterparty may still get a call, or may have got one. */
const STOPPABLE: readonly GrantState[] = ['pending', 'active', 'unanswered', 'in_doubt'];

export function addCancel(grant: Command, run: Run): void {
  addSigningOptions(grant.command('cancel'))
    .description('stop one grant before its counterparty has acknowledged it; its mandate stays in force')
    .argument('<grant_id>')
    .requiredOption('--reason <text>', 'required: why; it is signed, and the receipt repeats it')
    .option('--key <kid>', 'the principal’s key', LOCAL.principalKid)
    .option('--json', 'print the authority’s answer')
    .action((id: string, options: DecisionOptions) => run((place) => cancel(place, id, options)));
}

async function cancel(place: Place, id: string, options: DecisionOptions): Promise<ExitCode> {
  const { context, crypto, authority } = place;
  const found = await checkedGrant(place, id);
  if (!found.ok) return refuse(context, found.error, EXIT.failed);
  const state = grantState(found.value.record);
  if (!STOPPABLE.includes(state)) {
    const how = `${state.replaceAll('_', ' ')}; nothing is left to cancel`;
    return refuse(context, { message: `Grant ${id} has ended (${how}). See sanad grant show ${id}.` });
  }
  const decided = await decidedBy(place, found.value, options, {
    schema: Cancellation,
    make: (facts) => cancellationOf({ ...facts, cancelled_at: place.now() }),
    says: 'If you cancel it, nothing leaves for the counterparty under it after the authority’s answer.',
    question: (kid) => `Cancel it for good with ${kid}?`,
  });
  if (!decided.ok) return refuse(context, decided.error);
  if (decided.value === null) return EXIT.done;
  const { object, signer } = decided.value;
  const signed = signCancellation(crypto, signer, object);
  const answer = await authority.cancel(id, signed);
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  if (!isCancelled(answer.value, signed)) {
    const message = `The authority shows no cancellation of ${id} by ${signer.kid}: check with sanad grant show ${id}.`;
    return refuse(context, { message }, EXIT.failed);
  }
  if (options.json) printJson(context, answer.value);
  else context.out(`cancelled by ${signer.kid}: ${id} ${STOPPED_WORDS[answer.value.stopped]}\n`);
  return EXIT.done;
}
