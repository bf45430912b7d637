import { el, type PageElement } from '../browser/dom.ts';
import { type Signing, signingChoice } from './signing-choice.ts';

interface TypedPanel {
  readonly title: string;
  /** What is typed from knowledge before a key can be given: recall, not recognition. */
  readonly question: string;
  readonly unit: string;
  readonly isRight: (typed: string) => boolean;
  /** What is wrong with what was typed, in a sentence that does not give away what would be right. */
  readonly differs: (typed: string) => string;
  readonly signing: Omit<Signing, 'isReady' | 'sayMissing' | 'isMain'>;
}

/** What gives power: something typed, then a passkey or a key file. It is no HTML form: Enter in the field does nothing. */
export function typedPanel({ title, question, unit, isRight, differs, signing }: TypedPanel): PageElement {
  const input = { id: 'typed', type: 'text', autocomplete: 'off', spellcheck: 'false' };
  const typed = el('input', { ...input, 'aria-describedby': 'typed-hint typed-problem' });
  const problem = el('p', { id: 'typed-problem', class: 'field-error', role: 'alert' });
  const { element, refresh } = signingChoice({
    ...signing,
    isMain: true,
    isReady: () => isRight(typed.value),
    sayMissing: () => {
      typed.setAttribute('aria-invalid', 'true');
      problem.textContent =
        typed.value.trim() === ''
          ? 'Type it first, as you know it.'
          : `${differs(typed.value)} Which is right, what you know or the text?`;
      typed.focus();
    },
  });
  typed.addEventListener('input', () => {
    typed.removeAttribute('aria-invalid');
    problem.textContent = '';
    refresh();
  });
  return el(
    'div',
    { class: 'panel' },
    el('h3', {}, title),
    el('label', { for: 'typed' }, question, unit === '' ? '' : `, in ${unit}`),
    typed,
    el('p', { id: 'typed-hint', class: 'hint' }, 'The ways to sign open once this is what the text says.'),
    problem,
    element,
  );
}
