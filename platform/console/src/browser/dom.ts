/**
 * The parts of the browser that the pages’ scripts use. A page has the markup of all its states in templates,
 * which are inert; a script copies one and fills its slots with text, never with markup, so nothing in a
 * receipt can become part of a page.
 */
export interface PageElement {
  textContent: string | null;
  hidden: boolean;
  value: string;
  disabled: boolean;
  checked: boolean;
  readonly files: ArrayLike<PageFile> | null;
  readonly href: string;
  readonly dataset: Record<string, string | undefined>;
  append(...children: (PageElement | string)[]): void;
  replaceChildren(...children: (PageElement | string)[]): void;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  remove(): void;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
  focus(): void;
  click(): void;
}

export interface PageFile {
  readonly name: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
  slice(start: number, end: number): Pick<PageFile, 'arrayBuffer'>;
}

interface PageEvent {
  preventDefault(): void;
  readonly dataTransfer?: { readonly files: ArrayLike<PageFile> } | null;
}

declare const document: {
  title: string;
  readonly activeElement: PageElement | null;
  createElement(tag: string): PageElement;
  importNode(element: PageElement, isDeep: true): PageElement;
  createElementNS(namespace: string, tag: string): PageElement;
  getElementById(id: string): PageElement | null;
};
declare const setTimeout: (work: () => void, ms: number) => number;

export type Child = PageElement | string | null | false | readonly Child[];
type Attributes = Readonly<Record<string, string | number>>;

export function el(tag: string, attributes: Attributes, ...children: readonly Child[]): PageElement {
  return filled(document.createElement(tag), attributes, children);
}

export function svg(tag: string, attributes: Attributes, ...children: readonly Child[]): PageElement {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

/** The page’s element with this id; its absence is a bug. */
export function byId(id: string): PageElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/** A field that not every page has. */
export function fieldIfThere(id: string): PageElement | null {
  return document.getElementById(id);
}

/** The key with which the reader signed in; null on a console that is open to everyone. */
export function signedInKid(): string | null {
  return document.getElementById('signed-in')?.dataset.kid ?? null;
}

/** The first matching element inside another; its absence is a bug. */
export function within(element: PageElement, selector: string): PageElement {
  const found = element.querySelector(selector);
  if (found === null) throw new Error(`nothing here is ${selector}`);
  return found;
}

/**
 * The content of each slot of a template. `true` keeps the page’s own content; `null` and `false` remove the
 * slot.
 */
export type Slots = Readonly<Record<string, Child | true>>;

/** Copies the template with this id and fills each of its `data-slot` elements. */
export function fromTemplate(id: string, slots: Slots = {}): PageElement {
  const { content } = byId(id) as PageElement & { readonly content: PageElement };
  const copy = document.importNode(within(content, '*'), true);
  const unfilled = new Set(Object.keys(slots));
  for (const element of [...copy.querySelectorAll('[data-slot]')]) {
    const { slot = '' } = element.dataset;
    const filling = slots[slot];
    if (filling === undefined) throw new Error(`nothing was given for the slot ${slot} of #${id}`);
    unfilled.delete(slot);
    if (filling === null || filling === false) element.remove();
    else if (filling !== true) {
      element.replaceChildren();
      appendTo(element, filling);
    }
  }
  if (unfilled.size > 0) throw new Error(`#${id} has no slot ${[...unfilled].join(' or ')}`);
  return copy;
}

/** The target of the focused link; null if no link has the focus. */
export function focusedLink(): string | null {
  return document.activeElement?.href ?? null;
}

export function titlePage(title: string): void {
  document.title = `${title} – Sanad`;
}

/** Waits until the browser has drawn the latest changes, before long work begins. */
export function afterDrawing(): Promise<void> {
  return pause(20);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function filled(element: PageElement, attributes: Attributes, children: readonly Child[]): PageElement {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  for (const child of children) appendTo(element, child);
  return element;
}

function appendTo(element: PageElement, child: Child): void {
  if (child === null || child === false) return;
  if (isList(child)) for (const one of child) appendTo(element, one);
  else element.append(child);
}

function isList(child: Child): child is readonly Child[] {
  return Array.isArray(child);
}
