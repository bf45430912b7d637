import { nodeCrypto } from '@common/evidence/node';
import type { EntryProofs } from '@platform/core/objects/directory';
import type { ActionDocument } from '@platform/core/objects/document';
import type { OpenReceipt, Receipt } from '@platform/core/objects/receipt';
import { withhold, withholdable } from '@platform/core/receipt/view';
import { toldFields } from '@platform/core/row/told-fields';
import { readReceipt } from '@platform/core/verify/checks/schema';
import type { Check } from '@platform/core/verify/verification';
import { verifyReading } from '@platform/core/verify/verify';
import { grouped } from '@platform/words/amounts';
import { nameWords } from '@platform/words/names';
import { listed } from '@platform/words/short';

/** In the order of the page. */
export const GROUPS = [
  'What was asked',
  'What people and others said',
  'How it was decided and done',
] as const;
type Group = (typeof GROUPS)[number];

/** Something that a holder can hide, as people say it. */
export interface ViewChoice {
  /** The name by which `withhold` knows it. */
  readonly name: string;
  readonly words: string;
  readonly group: Group;
  readonly value: string;
  /** What goes with it, in words. */
  readonly takes: readonly string[];
  /** The checks that a reader can then make in part only. */
  readonly hides: readonly Check[];
}

interface Place {
  readonly words: string;
  readonly group: Group;
  /** Instead of a value that is too long to read here. */
  readonly says: string;
}

const [ASKED, SAID, DONE] = GROUPS;

const PLACES: Readonly<Record<string, Place>> = {
  'what.action.idempotency_key': {
    words: 'key against doing it twice',
    group: DONE,
    says: 'a hash of what was asked',
  },
  'what.action.reason': { words: 'agent’s reason', group: SAID, says: 'in the agent’s words' },
  'what.action.documents': { words: 'documents', group: ASKED, says: 'names and hashes of files' },
  'what.action.statements': {
    words: 'statements of others',
    group: SAID,
    says: 'what others signed about it',
  },
  'why.decision.detail': {
    words: 'decision in words',
    group: DONE,
    says: 'why the rules allowed or denied it',
  },
  'why.decision.values': {
    words: 'values that the rules compared',
    group: DONE,
    says: 'limits and sums at the decision',
  },
  'why.directories': { words: 'entries of directories', group: DONE, says: 'such as the payee’s entry' },
  'how.decision.detail': {
    words: 'enforcement point’s words',
    group: DONE,
    says: 'what happened at the call',
  },
  'how.rejection': { words: 'rejection', group: SAID, says: 'why the approver rejected it' },
  'how.cancellation': { words: 'cancellation', group: SAID, says: 'the signed cancellation' },
  'how.settlement': {
    words: 'settlement of the doubt',
    group: SAID,
    says: 'what the principal signed about it',
  },
  'how.doubt': { words: 'doubt', group: DONE, says: 'why it was not known whether it was done' },
  'how.counterparty_ack': {
    words: 'counterparty’s acknowledgment',
    group: DONE,
    says: 'what the counterparty signed',
  },
};

/** The name of what can be hidden, as people say it. */
export function choiceWords(name: string): string {
  return PLACES[name]?.words ?? nameWords(name);
}

/** All that can be hidden of this receipt. */
export function viewChoices(receipt: OpenReceipt): readonly ViewChoice[] {
  return withholdable(receipt).map(({ name, value, with: others }) => {
    const made = withhold(receipt, [name]);
    return {
      name,
      words: choiceWords(name),
      group: PLACES[name]?.group ?? ASKED,
      value: valueWords(receipt, name, value),
      takes: others.map(choiceWords),
      hides: made.ok ? hiddenChecks(made.value.view) : [],
    };
  });
}

/** The checks of which the reader of a view cannot see everything. */
export function hiddenChecks(view: Receipt): readonly Check[] {
  const reading = readReceipt(nodeCrypto, JSON.stringify(view));
  return verifyReading(nodeCrypto, reading, {}).checks.filter(({ outcome }) => outcome === 'hidden');
}

/** Short choices that people make; each is offered where the receipt has such a value. */
export function presets(
  receipt: OpenReceipt,
): readonly { readonly words: string; readonly names: readonly string[] }[] {
  const kinds = paramsOf(receipt);
  const shown = withholdable(receipt);
  const { payees } = toldFields(receipt.what.action, receipt.why.plugin.manifest);
  const whom = shown.filter(
    ({ name, value }) => kinds[name]?.kind === 'name' && payees.includes(String(value)),
  );
  const isPaid = whom.some(({ name }) => nameWords(name) === 'payee');
  const offered = [
    { words: 'Hide the amount', of: shown.filter(({ name }) => kinds[name]?.kind === 'amount') },
    { words: 'Hide who was paid', of: isPaid ? whom : [] },
    { words: 'Hide everything that can be hidden', of: shown },
  ];
  return offered.flatMap(({ words, of }) =>
    of.length === 0 ? [] : [{ words, names: of.map(({ name }) => name) }],
  );
}

function paramsOf({ why, what }: OpenReceipt) {
  return why.plugin.manifest.facades.find(({ name }) => name === what.facade)?.params ?? {};
}

function valueWords(receipt: OpenReceipt, name: string, value: unknown): string {
  const kinds = paramsOf(receipt);
  if (Object.hasOwn(kinds, name))
    return kinds[name]?.kind === 'amount' ? grouped(String(value)) : String(value);
  if (name === 'what.action.documents')
    return listed((value as readonly ActionDocument[]).map((each) => each.name));
  if (name === 'why.directories')
    return listed(Object.values(value as EntryProofs).map(({ entry: { entry } }) => entry.name));
  if (typeof value === 'string' && name !== 'what.action.idempotency_key') return value || '(empty)';
  return PLACES[name]?.says ?? String(value);
}
