import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { Mandate } from '@platform/core/objects/mandate';
import { printable } from '@platform/core/verify/report-html';
import { grouped } from '@platform/words/amounts';
import { nameWords } from '@platform/words/names';
import { amountDifference } from '@platform/words/typed-difference';
import { el, type PageElement } from '../browser/dom.ts';
import { mark } from '../browser/marks.ts';
import { type Signing, signingChoice } from '../signing/signing-choice.ts';
import { isTyped, type TypedField } from '../site/typed-field.ts';
import { type Approving, lookAgain, mayStillApprove, sendApproval } from './approving.ts';
import { tellAnswer } from './tell-answer.ts';

/** The field, and what it says. It is no HTML form: Enter in it does nothing. */
interface Parts {
  readonly typed: PageElement;
  readonly hint: PageElement;
  readonly problem: PageElement;
  readonly panel: PageElement;
}

/** What approves: something typed from the paper, then a passkey or a key file. */
export function approveForm(approving: Approving): PageElement {
  const { data, keys } = approving;
  const { typed } = data;
  if (typed === null) {
    return el(
      'p',
      {},
      'This request has nothing that could be typed from paper: approve it with the command.',
    );
  }
  const parts = makeParts(approving);
  const said = data.record.action.params[typed.name] ?? '';
  const isRight = () => isTyped(parts.typed.value, said, typed);
  const refuseTyped = () => {
    parts.typed.setAttribute('aria-invalid', 'true');
    parts.problem.textContent =
      parts.typed.value.trim() === ''
        ? 'Type it first, from the paper before you.'
        : `${differenceOf(parts.typed.value, String(said), typed)} Which is right, the paper or the request?`;
    parts.typed.focus();
  };
  const known = { ...data.keys, ...keys };
  const signing: Signing = {
    ...{ id: 'approve', type: 'sanad/action/1', isMain: true, keys: known },
    deed: `Approve ${printable(typed.isAmount ? grouped(String(said)) : String(said))}${typed.unit === '' ? '' : ` ${printable(typed.unit)}`}`,
    asked: Object.values(known).filter((entry) => isAsked(data.mandate.contract, entry)),
    allows: (entry) => mayStillApprove({ ...approving, keys: known }, entry),
    ...{ isReady: isRight, sayMissing: refuseTyped },
    hash: () => lookAgain(approving),
    send: async (signature) => tellAnswer(await sendApproval(approving, signature)),
  };
  const { element, refresh } = signingChoice(signing);
  parts.panel.append(element);
  parts.typed.addEventListener('input', () => {
    parts.typed.removeAttribute('aria-invalid');
    parts.problem.textContent = '';
    const same = `The same ${nameWords(typed.name)} as in the request.`;
    parts.hint.replaceChildren(...(isRight() ? [mark('holds'), ` ${printable(same)}`] : [SHUT]));
    refresh();
  });
  return parts.panel;
}

const SHUT = 'The ways to sign open once this is what the request says.';

function differenceOf(typed: string, said: string, { name, isAmount }: TypedField): string {
  if (isAmount) return amountDifference(typed, said);
  const own = typed.trim();
  const how = own.toLowerCase() === said.toLowerCase() ? 'differs in capital letters' : 'is another one';
  return `You typed “${printable(own)}”. The ${printable(nameWords(name))} in the request ${how}.`;
}

/** Whether some route of the mandate names this key, or its holder. */
function isAsked({ approval }: Mandate, { kid, person }: KeyEntry): boolean {
  const named = (approval.routes ?? []).flatMap(({ approvers }) => approvers);
  return named.includes(kid) || (person !== null && named.includes(person));
}

function makeParts({ data }: Approving): Parts {
  const { unit = '', name = '' } = data.typed ?? {};
  const input = { id: 'typed', type: 'text', autocomplete: 'off', spellcheck: 'false' };
  const typed = el('input', { ...input, 'aria-describedby': 'typed-hint typed-problem' });
  const problem = el('p', { id: 'typed-problem', class: 'field-error', role: 'alert' });
  const hint = el('p', { id: 'typed-hint', class: 'hint' }, SHUT);
  const panel = el(
    'div',
    { class: 'panel' },
    el('h3', {}, (data.record.earlier_approvals ?? []).length > 0 ? 'Approve as well' : 'Approve'),
    el(
      'label',
      { for: 'typed' },
      'From the paper before you, not from this page: ',
      el('strong', {}, printable(nameWords(name))),
      unit === '' ? '' : `, in ${unit}`,
    ),
    typed,
    hint,
    problem,
  );
  return { typed, hint, problem, panel };
}
