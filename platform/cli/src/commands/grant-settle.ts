import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { LOCAL } from '@platform/console/use-cases/init-deployment';
import { isSettled, settlementOf, signSettlement } from '@platform/console/use-cases/settlements';
import { answerTo } from '@platform/core/decide/answer-to';
import { Settlement, type SettlementChoice } from '@platform/core/objects/settlement';
import { CHOICE_WORDS } from '@platform/words/doubt';
import type { Command } from 'commander';
import { EXIT, type ExitCode, type Place, printJson, type Run, refuse } from '../context.ts';
import { addSigningOptions } from '../principal-signing.ts';
import { checkedGrant } from './checked-grant.ts';
import { type DecisionOptions, decidedBy } from './grant-decision.ts';

interface SettleOptions extends DecisionOptions {
  readonly askAgain?: true;
  readonly countAsDone?: true;
  readonly countAsNotDone?: true;
}

export function addSettle(grant: Command, run: Run): void {
  addSigningOptions(grant.command('settle'))
    .description('decide about a grant of which nobody knows whether it was carried out')
    .argument('<grant_id>')
    .option('--ask-again', 'have the counterparty asked again what became of it')
    .option('--count-as-done', 'count it as done, on your word alone')
    .option('--count-as-not-done', 'count it as not done, on your word alone')
    .requiredOption('--reason <text>', 'required: why; it is signed, and the receipt repeats it')
    .option('--key <kid>', 'the principal’s key', LOCAL.principalKid)
    .option('--json', 'print the authority’s answer')
    .action((id: string, options: SettleOptions) => run((place) => settle(place, id, options)));
}

function choiceOf({ askAgain, countAsDone, countAsNotDone }: SettleOptions): Result<SettlementChoice> {
  const chosen: readonly SettlementChoice[] = [
    ...(askAgain ? (['ask_again'] as const) : []),
    ...(countAsDone ? (['count_as_done'] as const) : []),
    ...(countAsNotDone ? (['count_as_not_done'] as const) : []),
  ];
  const [choice] = chosen;
  return choice !== undefined && chosen.length === 1
    ? ok(choice)
    : fail('choice_missing', 'Give one of --ask-again, --count-as-done and --count-as-not-done.');
}

async function settle(place: Place, id: string, options: SettleOptions): Promise<ExitCode> {
  const { context, crypto, authority } = place;
  const choice = choiceOf(options);
  if (!choice.ok) return refuse(context, choice.error);
  const found = await checkedGrant(place, id);
  if (!found.ok) return refuse(context, found.error, EXIT.failed);
  const { record } = found.value;
  const { in_doubt: open } = record;
  const named = answerTo(record);
  if (open === undefined || named === null) {
    const message = `Grant ${id} is not in doubt: it has ended, or the counterparty is still being asked. See sanad grant show ${id}.`;
    return refuse(context, { message });
  }
  const { doubt, doubt_hash } = open;
  const isOfThis = doubt.grant_id === id && doubt.action_hash === found.value.actionHash;
  if (!isOfThis || hashOf(crypto, doubt) !== doubt_hash) {
    const message = `What the authority shows as the doubt about ${id} is about something else, or was changed.`;
    return refuse(context, { message }, EXIT.failed);
  }
  const { deed, means, risk } = CHOICE_WORDS[choice.value];
  const decided = await decidedBy(place, found.value, options, {
    schema: Settlement,
    make: (facts) => settlementOf({ ...facts, ...named, choice: choice.value, settled_at: place.now() }),
    says: `Nobody knows whether it was done. ${deed}: ${means}\n${risk}`,
    question: (kid) => `${deed}, with ${kid}?`,
  });
  if (!decided.ok) return refuse(context, decided.error);
  if (decided.value === null) return EXIT.done;
  const { object, signer } = decided.value;
  if (object.doubt_hash !== named.doubt_hash || object.replaces_hash !== named.replaces_hash) {
    const message = `${options.request} answers another doubt, or you have decided since: sign it again.`;
    return refuse(context, { message });
  }
  if (object.choice !== choice.value) {
    const message = `${options.request} is another choice than the one that this command names.`;
    return refuse(context, { message });
  }
  const signed = signSettlement(crypto, signer, object);
  const answer = await authority.settle(id, signed);
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  if (!isSettled(answer.value, signed)) {
    const message = `The authority shows no such decision on ${id} by ${signer.kid}: check with sanad grant show ${id}.`;
    return refuse(context, { message }, EXIT.failed);
  }
  if (options.json) printJson(context, answer.value);
  else context.out(`${deed}: signed by ${signer.kid}; ${id} follows within a minute\n`);
  return EXIT.done;
}
