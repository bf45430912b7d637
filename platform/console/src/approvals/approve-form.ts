import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { Mandate } from '@platform/core/objects/mandate';
import { printable } from '@platform/core/verify/report-html';
import { grouped } from '@platform/words/amounts';
import { nameWords } from '@platform/words/names';
import { amountDifference } from '@platform/words/typed-difference';
import { fromTemplate, type PageElement } from '../browser/dom.ts';
import { typedPanel } from '../signing/typed-panel.ts';
import { isTyped, type TypedField } from '../site/typed-field.ts';
import { lookAgain, mayStillApprove, type PendingApproval, sendApproval } from './approving.ts';
import { separateWords } from './separate-words.ts';
import { tellAnswer } from './tell-answer.ts';

/**
 * The form that approves: the person types a field from the paper, then signs with a passkey or a key file.
 */
export function approveForm(approving: PendingApproval): PageElement {
  const { data, keys } = approving;
  const { typed } = data;
  if (typed === null) return fromTemplate('untyped');
  const said = String(data.record.action.params[typed.name] ?? '');
  const known = { ...data.keys, ...keys };
  const deed = `Approve ${typed.isAmount ? grouped(said) : said} ${typed.unit}`.trimEnd();
  const isDuplicate = data.record.grant.possible_duplicate_of !== undefined;
  return typedPanel({
    unit: typed.unit,
    slots: { name: printable(nameWords(typed.name)) },
    isRight: (text) => isTyped(text, said, typed),
    differs: (text) =>
      text.trim() === ''
        ? 'Type it first, from the invoice or paper you have.'
        : `${differenceOf(text, said, typed)} Which is right, the paper or the request?`,
    signing: {
      id: 'approve',
      type: 'sanad/action/1',
      keys: known,
      deed: printable(isDuplicate ? separateWords(deed, typed) : deed),
      asked: Object.values(known).filter((entry) => isAsked(data.mandate.contract, entry)),
      allows: (entry) => mayStillApprove({ ...approving, keys: known }, entry),
      hash: () => lookAgain(approving),
      send: async (signature) => tellAnswer(await sendApproval(approving, signature)),
    },
  });
}

function differenceOf(typed: string, said: string, { name, isAmount }: TypedField): string {
  if (isAmount) return amountDifference(typed, said);
  const own = typed.trim();
  const how = own.toLowerCase() === said.toLowerCase() ? 'differs in capital letters' : 'is another one';
  return `You typed “${printable(own)}”. The ${printable(nameWords(name))} in the request ${how}.`;
}

/** Whether a route of the mandate names this key or its holder. */
function isAsked({ approval }: Mandate, { kid, person }: KeyEntry): boolean {
  const named = (approval.routes ?? []).flatMap(({ approvers }) => approvers);
  return named.includes(kid) || (person !== null && named.includes(person));
}
