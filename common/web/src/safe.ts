/**
 * Markup that is safe to send: made only by `html`, `url` and `sanitisedHtml`. INVARIANT: no other module
 * imports this one, so that none can declare a string safe. The package does not export it, and a test checks
 * the modules beside it.
 */
export class Safe {
  readonly #markup: string;
  readonly #kind: 'html' | 'url';

  constructor(markup: string, kind: 'html' | 'url') {
    this.#markup = markup;
    this.#kind = kind;
  }

  toString(): string {
    return this.#markup;
  }

  static is(value: unknown): value is Safe {
    return typeof value === 'object' && value !== null && #markup in value;
  }

  static isUrl(value: unknown): value is Safe {
    return Safe.is(value) && value.#kind === 'url';
  }
}
// INVARIANT: without this line, `new fragment.constructor(text)` would make any string safe.
Reflect.deleteProperty(Safe.prototype, 'constructor');
