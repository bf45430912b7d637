import { byId, type Child, el, type PageElement, within } from '../browser/dom.ts';

/** Puts one step of the page’s enrolment into a state, with this content. */
export type Step = (state: 'done' | 'now' | 'next' | 'refused', ...matter: readonly Child[]) => void;

export function step(id: string): Step {
  const element = byId(`step-${id}`);
  return (state, ...matter) => {
    element.setAttribute('class', `step is-${state}`);
    within(element, '.step-body').replaceChildren(el('div', {}, ...matter));
  };
}

/** A field of the page, and a function that shows what is wrong with it. */
export function fieldIn(form: PageElement, id: string) {
  const input = within(form, `#${id}`);
  const problem = within(form, `#${id}-problem`);
  const say = (words: string) => {
    problem.textContent = words;
    if (words === '') input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
    if (words !== '') input.focus();
  };
  input.addEventListener('input', () => say(''));
  return { input, say };
}
