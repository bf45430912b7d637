import { type Child, el, type PageElement } from '../browser/dom.ts';
import { type Mark, mark } from '../browser/marks.ts';

/** One of the steps of an enrolment, with its state. */
export interface Step {
  readonly element: PageElement;
  /** What stands in it, and how far it is. */
  readonly set: (state: keyof typeof STATES, ...matter: readonly Child[]) => void;
}

const STATES = {
  done: ['holds', 'done'],
  now: ['half', 'now'],
  next: ['open', 'next'],
  refused: ['bar', 'refused'],
} as const satisfies Readonly<Record<string, readonly [Mark, string]>>;

export function step(title: string, next: string): Step {
  const state = el('p', { class: 'step-state' });
  const body = el('div', { class: 'step-body' });
  const element = el('li', {}, el('div', { class: 'step-head' }, el('h2', {}, title), state), body);
  const set: Step['set'] = (name, ...matter) => {
    const [shape, word] = STATES[name];
    element.setAttribute('class', `step is-${name}`);
    state.replaceChildren(mark(shape), ` ${word}`);
    body.replaceChildren(el('div', {}, ...matter));
  };
  set('next', el('p', { class: 'note' }, next));
  return { element, set };
}

/** A name and what was found of it. */
export function answerRow(label: string, words: string, shape: Mark): PageElement {
  return el('div', { class: 'answer' }, el('dt', {}, label), el('dd', {}, mark(shape), ' ', words));
}

/** A hint, and a problem, of a field. */
export function fieldOf(
  id: string,
  label: string,
  hint: string,
  attributes: Readonly<Record<string, string>> = {},
) {
  const described = { 'aria-describedby': `${id}-hint ${id}-problem` };
  const common = { id, type: 'text', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none' };
  const input = el('input', { ...common, ...described, ...attributes });
  const problem = el('p', { id: `${id}-problem`, class: 'field-error', role: 'alert' });
  const element = el(
    'div',
    { class: 'step-field' },
    el('label', { for: id }, label),
    input,
    el('p', { id: `${id}-hint`, class: 'hint' }, hint),
    problem,
  );
  const say = (words: string) => {
    problem.textContent = words;
    if (words === '') input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
    if (words !== '') input.focus();
  };
  input.addEventListener('input', () => say(''));
  return { element, input, say };
}

/** A box or a button to choose by, with its words. */
export function choiceOf(
  id: string,
  words: string,
  attributes: Readonly<Record<string, string>>,
): { readonly element: PageElement; readonly input: PageElement } {
  const input = el('input', { id, ...attributes });
  return { element: el('p', { class: 'step-choice' }, input, el('label', { for: id }, words)), input };
}

export function button(id: string, words: string, isMain: boolean): PageElement {
  return el('button', { id, type: 'button', class: isMain ? 'way' : 'way outlined' }, words);
}
