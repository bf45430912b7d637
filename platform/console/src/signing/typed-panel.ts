import { fromTemplate, type PageElement, type Slots, within } from '../browser/dom.ts';
import { type Signing, signingChoice } from './signing-choice.ts';

interface TypedPanel {
  /** Empty if the typed value has no unit. */
  readonly unit: string;
  readonly isRight: (typed: string) => boolean;
  /**
   * Says what is wrong with the typed value, in a sentence that does not reveal the right one; also if
   * nothing was typed.
   */
  readonly differs: (typed: string) => string;
  readonly signing: Omit<Signing, 'isReady' | 'sayMissing'>;
  /** The slots of the page’s own words around the field. */
  readonly slots?: Slots;
}

/** Says that the value typed from knowledge is not the one in the text. */
export function differs(typed: string, how: string): string {
  return typed.trim() === ''
    ? 'Type it first, as you know it.'
    : `${how} Which is right, what you know or the text?`;
}

/** The form that gives power: a typed value, then a passkey or a key file. */
export function typedPanel({ unit, isRight, differs, signing, slots = {} }: TypedPanel): PageElement {
  const panel = fromTemplate('typed-panel', { ...slots, unit: unit !== '', currency: unit, ways: true });
  const typed = within(panel, '#typed');
  const problem = within(panel, '#typed-problem');
  const { element, refresh } = signingChoice({
    ...signing,
    isReady: () => isRight(typed.value),
    sayMissing: () => {
      typed.setAttribute('aria-invalid', 'true');
      problem.textContent = differs(typed.value);
      typed.focus();
    },
  });
  within(panel, '[data-slot=ways]').append(element);
  typed.addEventListener('input', () => {
    typed.removeAttribute('aria-invalid');
    problem.textContent = '';
    within(panel, '#typed-shut').hidden = isRight(typed.value);
    within(panel, '#typed-same').hidden = !isRight(typed.value);
    refresh();
  });
  return panel;
}
