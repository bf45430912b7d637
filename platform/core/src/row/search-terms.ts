import { canonicalReference } from '../decide/reference/canonical.ts';
import type { GrantRecord } from '../objects/grant.ts';
import type { Mandate } from '../objects/mandate.ts';
import type { PluginManifest } from '../objects/plugin.ts';
import type { OpenReceipt } from '../objects/receipt.ts';
import type { ReceiptRow } from '../objects/receipt-row.ts';
import { peopleKids } from './row-of.ts';
import { type ToldFields, toldFields } from './told-fields.ts';

/** What is looked for by equality. Each term begins with the letter of what it is. */
const LETTERS = {
  payee: 'p',
  reference: 'r',
  currency: 'c',
  outcome: 'o',
  person: 'n',
  agent: 'a',
  key: 'k',
  tenant: 't',
  account: 'u',
  mandate: 'm',
  plugin: 'g',
  level: 'l',
} as const;
const WORD = 'w';

export type SearchedFields = { readonly [Name in keyof typeof LETTERS]?: string | undefined } & {
  readonly text?: string | undefined;
};

/** More words of one text are not looked for, and not found. */
const MOST_WORDS = 40;
const MOST_LETTERS = 64;
const NOT_A_WORD = /[^\p{L}\p{M}\p{N}]+/u;

/**
 * The terms that all have to be there. A text is looked for by its words, without regard to case, script of digits and
 * letters that look the same; a reference as decisions compare it.
 * @example termsOfQuery({ payee: 'Acme', text: 'inv-8' }) // ['p:acme', 'w:INV', 'w:8']
 * @example termsOfQuery({ reference: 'Invoice inv 8' }) // ['r:INV-8']
 */
export function termsOfQuery({ text, ...fields }: SearchedFields): readonly string[] {
  const terms = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [termOf(name as keyof typeof LETTERS, value)],
  );
  return [...new Set([...terms, ...wordTerms(text === undefined ? [] : [text])])];
}

/** All terms by which a receipt is found. */
export function termsOfReceipt(receipt: OpenReceipt, row: ReceiptRow): readonly string[] {
  const { what, why, bundle } = receipt;
  const kids = new Set(peopleKids(receipt));
  const people = new Set(
    [row.principal, row.rejected_by, row.cancelled_by, row.settled_by, ...row.approved_by].filter(
      (person) => person !== null,
    ),
  );
  for (const kid of kids) {
    const person = Object.hasOwn(bundle.keys, kid) ? bundle.keys[kid]?.person : null;
    if (person != null) people.add(person);
  }
  const own = {
    outcome: row.outcome,
    agent: row.agent,
    tenant: row.tenant,
    account: row.account ?? undefined,
    mandate: row.contract_id,
    plugin: row.plugin,
    level: row.level,
  };
  return [
    ...new Set([
      ...termsOfQuery(own),
      ...[...people].map((person) => termOf('person', person)),
      ...[...kids].map((kid) => termOf('key', kid)),
      ...termsOfFields(toldFields(what.action, why.plugin.manifest), what.action.params),
    ]),
  ];
}

/** Who signed the mandate and the approvals of a grant. */
interface Signed {
  readonly signers: readonly string[];
  readonly people: readonly string[];
}

/** The terms by which a grant is found that has no receipt yet. */
export function termsOfGrant(
  { grant, action }: Pick<GrantRecord, 'grant' | 'action'>,
  manifest: Pick<PluginManifest, 'facades'>,
  { signers, people }: Signed,
): readonly string[] {
  return [
    ...termsOfQuery({
      agent: action.agent,
      tenant: grant.tenant,
      mandate: grant.contract_id,
      plugin: action.plugin,
    }),
    ...people.map((person) => termOf('person', person)),
    ...signers.map((kid) => termOf('key', kid)),
    ...termsOfFields(toldFields(action, manifest), action.params),
  ];
}

/** The terms by which a mandate is found: whatever stands in it is one of its words. */
export function termsOfMandate(mandate: Mandate, principalKid: string): readonly string[] {
  const approvers = (mandate.approval.routes ?? []).flatMap((route) => route.approvers);
  return [
    ...new Set([
      ...termsOfQuery({
        agent: mandate.agent,
        tenant: mandate.tenant,
        mandate: mandate.contract_id,
        plugin: mandate.profile.replace(/\.v\d+$/, ''),
      }),
      ...[mandate.principal, ...approvers].map((person) => termOf('person', person)),
      ...[principalKid, ...approvers].map((kid) => termOf('key', kid)),
      ...wordTerms(textsIn(mandate)),
    ]),
  ];
}

function termsOfFields(
  { payees, currency, reference }: ToldFields,
  params: OpenReceipt['what']['action']['params'],
): readonly string[] {
  return [
    ...payees.map((payee) => termOf('payee', payee)),
    ...(currency === null ? [] : [termOf('currency', currency)]),
    ...(reference === null ? [] : [termOf('reference', reference)]),
    ...wordTerms(Object.values(params).filter((value) => typeof value === 'string')),
  ];
}

function termOf(name: keyof typeof LETTERS, value: string): string {
  const form = name === 'reference' ? canonicalReference(value) : value.normalize('NFKC').toLowerCase();
  return `${LETTERS[name]}:${form}`;
}

function wordTerms(texts: readonly string[]): readonly string[] {
  // One by one, because of several it leaves out those that say nothing in a reference.
  const words = texts.flatMap((text) => text.split(NOT_A_WORD).flatMap(wordsOf));
  const found = new Set(words.filter((word) => word !== '').map((word) => word.slice(0, MOST_LETTERS)));
  return [...found].slice(0, MOST_WORDS).map((word) => `${WORD}:${word}`);
}

function wordsOf(text: string): readonly string[] {
  return canonicalReference(text).split('-');
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** More digits than an amount has on either side of its point. */
const WHOLE_DIGITS = 18;
const DECIMALS = 4;

/**
 * Spells an amount so that text order is the order of amounts.
 * @example amountKey('40.5') // '000000000000000040.5000'
 */
export function amountKey(amount: string): string {
  const [whole = '', decimals = ''] = amount.split('.');
  return `${whole.padStart(WHOLE_DIGITS, '0')}.${decimals.padEnd(DECIMALS, '0')}`;
}
