import type { SignedEntry } from '@platform/core/objects/directory';

/** How many entries in force are on one page. */
const ON_A_PAGE = 50;

/** What a reader asks of the list: words to look for, and which page. */
export interface ListAsked {
  readonly q: string;
  readonly page: number;
}

export interface ListedEntries {
  readonly shown: readonly SignedEntry[];
  /** How many match, on all pages. */
  readonly matching: number;
  /** The number of the first that is shown; 1 for the first of all. */
  readonly first: number;
  readonly page: number;
  readonly pages: number;
}

/** The entries in force that match, in the order of what people call them. A page that does not exist is the last one. */
export function listEntries(
  inForce: Iterable<{ readonly signed: SignedEntry }>,
  { q, page: asked }: ListAsked,
): ListedEntries {
  const found = [...inForce]
    .map(({ signed }) => signed)
    .filter(({ entry }) => matches(q, entry))
    .map((signed) => ({ signed, called: signed.entry.label ?? signed.entry.name }))
    .sort(
      (a, b) => ORDER.compare(a.called, b.called) || ORDER.compare(a.signed.entry.name, b.signed.entry.name),
    )
    .map(({ signed }) => signed);
  const pages = Math.max(1, Math.ceil(found.length / ON_A_PAGE));
  const page = Math.min(asked, pages);
  const start = (page - 1) * ON_A_PAGE;
  const shown = found.slice(start, start + ON_A_PAGE);
  return { shown, matching: found.length, first: start + 1, page, pages };
}

const ORDER = new Intl.Collator('en', { numeric: true });

interface Sought {
  readonly name: string;
  readonly label?: string;
  readonly values?: Readonly<Record<string, string>>;
}

/** Whether each word that was typed is in the name, the label or a value, whatever its case and marks. */
export function matches(q: string, { name, label = '', values = {} }: Sought): boolean {
  const text = folded([name, label, ...Object.values(values)].join('\n'));
  return folded(q)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Upper and lower case, accents, Arabic vowel signs and wide forms of letters are one. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\u0640]/gu, '')
    .toLowerCase();
}
