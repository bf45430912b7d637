/**
 * Runs in the browser: moves the focus into the search field that a button has opened, and suggests companies and
 * funds in fields of forms with `data-suggest`, which names them. Without it, the forms lead to the same pages.
 */

/** The parts of the browser that this script uses. */
interface KeyPress {
  readonly key: string;
  readonly isComposing: boolean;
  preventDefault(): void;
}
interface Element {
  id: string;
  className: string;
  textContent: string;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  append(...nodes: readonly Element[]): void;
  replaceChildren(...nodes: readonly Element[]): void;
  after(node: Element): void;
  remove(): void;
  scrollIntoView(options: { readonly block: 'nearest' }): void;
  addEventListener(type: 'mousedown' | 'click', listener: (event: { preventDefault(): void }) => void): void;
}
interface Field extends Omit<Element, 'addEventListener'> {
  value: string;
  readonly labels: readonly { readonly textContent: string }[];
  addEventListener(type: 'input' | 'blur', listener: () => void): void;
  addEventListener(type: 'keydown', listener: (event: KeyPress) => void): void;
}
interface Form {
  readonly method: string;
  readonly dataset: { readonly suggest?: string };
  readonly elements: { namedItem(name: string): Field | null };
  requestSubmit(): void;
}
interface SearchPopover {
  addEventListener(type: 'toggle', listener: (event: { readonly newState: 'open' | 'closed' }) => void): void;
  querySelector(selector: 'input'): { focus(): void } | null;
}
declare const document: {
  querySelector(selector: '#site-search'): SearchPopover | null;
  querySelectorAll(selector: 'form[data-suggest]'): Iterable<Form>;
  createElement(name: string): Element;
};
declare const fetch: (address: string) => Promise<{ readonly ok: boolean; json(): Promise<unknown> }>;
declare const setTimeout: (call: () => void, ms: number) => number;
declare const clearTimeout: (timer: number | undefined) => void;

interface Suggestion {
  readonly symbol: string;
  readonly name: string;
}

const popover = document.querySelector('#site-search');
popover?.addEventListener('toggle', ({ newState }) => {
  if (newState === 'open') popover.querySelector('input')?.focus();
});

const AFTER_TYPING_MS = 120;
/** Answers of this page, by text. Going back a letter asks nothing. */
const answers = new Map<string, Promise<readonly Suggestion[]>>();

for (const form of document.querySelectorAll('form[data-suggest]')) {
  const names = (form.dataset.suggest ?? '').split(' ');
  for (const name of names) {
    const field = form.elements.namedItem(name);
    // A choice is all that a search needs. Other forms are sent by their button.
    const isSearch = form.method === 'get' && names.length === 1;
    if (field !== null) suggestIn(field, () => isSearch && form.requestSubmit());
  }
}

/** Makes a field a combobox: arrows move, Enter chooses, Escape closes, and any other text remains possible. */
function suggestIn(field: Field, chosen: () => void): void {
  const list = element('ul', 'suggestions');
  list.id = `${field.id}-suggestions`;
  list.setAttribute('role', 'listbox');
  // The field has a name in the reader’s language, and the list is of what may be in it.
  list.setAttribute('aria-label', field.labels[0]?.textContent ?? '');
  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-controls', list.id],
    ['aria-expanded', 'false'],
  ] as const) {
    field.setAttribute(name, value);
  }

  let shown: readonly { readonly symbol: string; readonly option: Element }[] = [];
  let active = -1;
  let timer: number | undefined;

  const mark = (at: number): void => {
    shown[active]?.option.setAttribute('aria-selected', 'false');
    active = at;
    const now = shown[active]?.option;
    if (now === undefined) field.removeAttribute('aria-activedescendant');
    else {
      now.setAttribute('aria-selected', 'true');
      now.scrollIntoView({ block: 'nearest' });
      field.setAttribute('aria-activedescendant', now.id);
    }
  };
  const show = (suggestions: readonly Suggestion[]): void => {
    mark(-1);
    shown = suggestions.map((suggestion, at) => ({
      symbol: suggestion.symbol,
      option: optionOf(suggestion, `${list.id}-${at}`, () => choose(suggestion.symbol)),
    }));
    list.replaceChildren(...shown.map(({ option }) => option));
    // An empty list would be one more thing to read.
    if (shown.length === 0) list.remove();
    else field.after(list);
    field.setAttribute('aria-expanded', String(shown.length > 0));
  };
  const close = (): void => {
    clearTimeout(timer);
    show([]);
  };
  const choose = (symbol: string): void => {
    field.value = symbol;
    close();
    chosen();
  };
  const ask = async (): Promise<void> => {
    const typed = field.value.trim();
    if (typed === '') return close();
    const found = await suggestionsFor(typed);
    // The reader may have typed on, or left.
    if (field.value.trim() === typed) show(found);
  };

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), AFTER_TYPING_MS);
  });
  field.addEventListener('blur', close);
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const one = shown[active];
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && shown.length === 0) void ask();
    else if (step !== undefined) {
      // One place more than options: the field itself.
      const places = shown.length + 1;
      mark(((active + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter' && one !== undefined) choose(one.symbol);
    else if (event.key === 'Escape' && shown.length > 0) close();
    else return;
    event.preventDefault();
  });
}

function optionOf({ symbol, name }: Suggestion, id: string, choose: () => void): Element {
  const option = element('li', '');
  option.id = id;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  option.append(element('bdi', '', name), element('bdi', 'ticker', symbol));
  // The field keeps the focus, which would close the list.
  option.addEventListener('mousedown', (event) => event.preventDefault());
  option.addEventListener('click', choose);
  return option;
}

function element(name: string, className: string, text = ''): Element {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function suggestionsFor(typed: string): Promise<readonly Suggestion[]> {
  const known = answers.get(typed);
  if (known !== undefined) return known;
  const found = readSuggestions(typed).catch(() => {
    // Without suggestions the form still works. The next letter asks again.
    answers.delete(typed);
    return [];
  });
  answers.set(typed, found);
  return found;
}

async function readSuggestions(typed: string): Promise<readonly Suggestion[]> {
  const answer = await fetch(`/suggest?q=${encodeURIComponent(typed)}`);
  if (!answer.ok) throw new Error('no suggestions');
  return (await answer.json()) as readonly Suggestion[];
}
