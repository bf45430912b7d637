import { fromTemplate, type PageElement, type Slots, within } from '../browser/dom.ts';
import { type Signing, signingChoice } from './signing-choice.ts';

interface TypedPanel {
  /** Empty if the typed value has no unit. */
  readonly unit: string;
  readonly isRight: (typed: string) => boolean;
  /** Says how the typed value differs, in a sentence that does not reveal the right one. */
  readonly differs: (typed: string) => string;
  readonly signing: Omit<Signing, 'isReady' | 'sayMissing'>;
  /** The slots of the page’s own words around the field. */
  readonly slots?: Slots;
}

/** The form that gives power: a typed value, with a word about it at each key, then a passkey or a key file. */
export function typedPanel({ unit, isRight, differs, signing, slots = {} }: TypedPanel): PageElement {
  const panel = fromTemplate('typed-panel', { ...slots, unit: unit !== '', currency: unit, ways: true });
  const typed = within(panel, '#typed');
  const problem = within(panel, '#typed-problem');
  const { element, refresh } = signingChoice({
    ...signing,
    isReady: () => isRight(typed.value),
    sayMissing: () => {
      typed.setAttribute('aria-invalid', 'true');
      problem.textContent =
        typed.value.trim() === ''
          ? 'Type it first, as you know it.'
          : 'It does not match yet. Which is right, what you know or the text?';
      typed.focus();
    },
  });
  within(panel, '[data-slot=ways]').append(element);
  typed.addEventListener('input', () => {
    typed.removeAttribute('aria-invalid');
    problem.textContent = '';
    const isSame = isRight(typed.value);
    const isWrong = !isSame && typed.value.trim() !== '';
    within(panel, '#typed-shut').hidden = isSame || isWrong;
    within(panel, '#typed-same').hidden = !isSame;
    within(panel, '#typed-differs').hidden = !isWrong;
    within(panel, '#typed-how').textContent = isWrong ? differs(typed.value) : '';
    refresh();
  });
  return panel;
}
