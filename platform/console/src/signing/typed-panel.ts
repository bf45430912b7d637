import { fromTemplate, type PageElement, type Slots, within } from '../browser/dom.ts';
import { type Signing, signingChoice } from './signing-choice.ts';

interface TypedPanel {
  /** Empty if what is typed has none. */
  readonly unit: string;
  readonly isRight: (typed: string) => boolean;
  /** What is wrong with what was typed, in a sentence that does not give away what would be right; also if nothing was. */
  readonly differs: (typed: string) => string;
  readonly signing: Omit<Signing, 'isReady' | 'sayMissing'>;
  /** Of the page’s own words around the field. */
  readonly slots?: Slots;
}

/** What was typed from knowledge is not what the text says. */
export function differs(typed: string, how: string): string {
  return typed.trim() === ''
    ? 'Type it first, as you know it.'
    : `${how} Which is right, what you know or the text?`;
}

/** What gives power: something typed, then a passkey or a key file. */
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
