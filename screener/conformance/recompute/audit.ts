/** One place where the answer differs from what its own evidence gives. */
export interface Disagreement {
  /** Where in the JSON, such as `methodologies[2].checks[0].status`. */
  readonly path: string;
  /** What the answer has there, or what it rests on. */
  readonly said: string;
  /** What was recomputed, or the published rule that it breaks. */
  readonly recomputed: string;
}

/** Longer texts are cut, because a disagreement takes one line. */
const LONGEST_TEXT = 160;

/** Collects disagreements. */
export class Audit {
  readonly #found: Disagreement[] = [];

  get found(): readonly Disagreement[] {
    return this.#found;
  }

  /** Reports that `path` is wrong. */
  differs(path: string, said: unknown, recomputed: unknown): void {
    this.#found.push({ path, said: show(said), recomputed: show(recomputed) });
  }

  /** Reports that `said` is not `recomputed`; both are strings, numbers, booleans or null. */
  same(path: string, said: unknown, recomputed: unknown): void {
    if (said !== recomputed) this.differs(path, said, recomputed);
  }

  /** Reports a rule that does not hold; `rule` is a sentence. */
  holds(path: string, said: unknown, condition: boolean, rule: string): void {
    if (!condition) this.#found.push({ path, said: show(said), recomputed: rule });
  }
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}
