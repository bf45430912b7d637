import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { Mandate } from '@platform/core/objects/mandate';
import { printable } from '@platform/core/verify/report-html';
import { grouped } from '@platform/words/amounts';
import { nameWords } from '@platform/words/names';
import { el, fromTemplate, type PageElement, within } from '../browser/dom.ts';
import { mark } from '../browser/marks.ts';
import { signingChoice } from '../signing/signing-choice.ts';
import { follow, lookAgain, mayStillApprove, type PendingApproval, sendApproval } from './approving.ts';
import { separateWords } from './separate-words.ts';
import { tellAnswer, tellNews } from './tell-answer.ts';
import { type TypedWord, typedWord } from './typed-words.ts';

/**
 * The form that approves: the person types a field from the paper, then signs with a passkey or a key file. `beside` is
 * the button that stands next to the first way to sign. It is in no form, so Enter does nothing.
 */
export function approveForm(approving: PendingApproval, beside: PageElement): PageElement {
  const { data, keys } = approving;
  const { typed } = data;
  if (typed === null) return fromTemplate('untyped', { beside: [beside] });
  const said = String(data.record.action.params[typed.name] ?? '');
  const known = { ...data.keys, ...keys };
  const deed = `Approve ${typed.isAmount ? grouped(said) : said} ${typed.unit}`.trimEnd();
  const isDuplicate = data.record.grant.possible_duplicate_of !== undefined;
  const name = printable(nameWords(typed.name));
  const panel = fromTemplate('deciding', { name, unit: typed.unit !== '', currency: typed.unit, ways: true });
  const field = within(panel, '#typed');
  const problem = within(panel, '#typed-problem');
  const word = () => typedWord(field.value, said, typed);
  const { element, refresh } = signingChoice({
    id: 'approve',
    type: 'sanad/action/1',
    keys: known,
    deed: printable(isDuplicate ? separateWords(deed, typed) : deed),
    deedBefore: isDuplicate ? separateWords('Approve', typed) : 'Approve',
    beside,
    asked: inOrder(
      Object.values(known).filter((entry) => isAsked(data.mandate.contract, entry)),
      data.me,
    ),
    allows: (entry) => mayStillApprove({ ...approving, keys: known }, entry),
    isReady: () => word().kind === 'holds',
    sayMissing: () => {
      problem.textContent =
        field.value.trim() === ''
          ? 'Type it first, from the invoice or paper you have.'
          : 'It does not match yet. Which is right, the paper or the request?';
      field.focus();
    },
    hash: () => lookAgain(approving),
    send: async (signature) => {
      const told = await sendApproval(approving, signature);
      if (told.ok) void follow(approving, { kid: signature.kid, told: told.value }, tellNews);
      return tellAnswer(told);
    },
  });
  within(panel, '[data-slot=ways]').append(element);
  const tell = () => {
    const said = word();
    problem.textContent = '';
    tellWord(within(panel, '#typed-hint'), said);
    field.setAttribute('aria-invalid', String(said.kind === 'bar'));
    refresh();
  };
  field.addEventListener('input', tell);
  tell();
  return panel;
}

function tellWord(place: PageElement, { kind, parts }: TypedWord): void {
  // Every other part is a value.
  const words = parts.map((part, index) => (index % 2 === 0 ? part : el('strong', {}, el('bdi', {}, part))));
  place.replaceChildren(mark(kind), el('span', {}, words));
}

/** The reader’s own keys first. */
function inOrder(entries: readonly KeyEntry[], me: string | null): readonly KeyEntry[] {
  const isMine = ({ person, kid }: KeyEntry) => me !== null && (person === me || kid === me);
  return [...entries.filter(isMine), ...entries.filter((entry) => !isMine(entry))];
}

/** Whether a route of the mandate names this key or its holder. */
function isAsked({ approval }: Mandate, { kid, person }: KeyEntry): boolean {
  const named = (approval.routes ?? []).flatMap(({ approvers }) => approvers);
  return named.includes(kid) || (person !== null && named.includes(person));
}
