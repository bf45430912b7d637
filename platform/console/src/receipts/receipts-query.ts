import { normaliseAmount } from '@platform/core/decide/amount';
import { Currency, GrantId, MandateId, Name, TenantId } from '@platform/core/objects/primitives';
import type { Receipt } from '@platform/core/objects/receipt';
import { Kid } from '@platform/core/objects/signature';
import { type Static, Type } from 'typebox';
import type { ReceiptSearch } from '../use-cases/authority.ts';

type What = Receipt['what'];

export const OUTCOMES = ['executed', 'denied', 'refused', 'expired'] as const satisfies What['outcome'][];
export const LEVELS = ['L1-sim', 'L1-declared'] as const satisfies What['level_achieved'][];

/**
 * A form sends an empty text for a field left open, so empty values are removed before the query is checked.
 */
export function withoutBlanks(request: { readonly query: unknown }, _reply: unknown, done: () => void): void {
  const query = request.query as Record<string, unknown>;
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string') query[name] = value.trim();
    if (query[name] === '') delete query[name];
  }
  done();
}

const Typed = Type.Optional(Type.String({ maxLength: 128 }));
const Day = Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }));

/** The fields of the search, in the order of the form. */
const FIELDS = {
  text: Type.Optional(Type.String({ maxLength: 200 })),
  payee: Typed,
  reference: Type.Optional(Type.String({ maxLength: 512 })),
  amount: Typed,
  amount_from: Typed,
  amount_to: Typed,
  currency: Type.Optional(Currency),
  from: Day,
  to: Day,
  outcome: Type.Optional(Type.Enum([...OUTCOMES])),
  mandate: Type.Optional(MandateId),
  person: Typed,
  agent: Type.Optional(Name),
  key: Type.Optional(Kid),
  plugin: Type.Optional(Name),
  tenant: Type.Optional(TenantId),
  account: Typed,
  level: Type.Optional(Type.Enum([...LEVELS])),
};
const Filter = Type.Object(FIELDS);
/** What a reader looks for, as it was typed; what is absent matches anything. */
export type ReceiptFilter = Static<typeof Filter>;

export const ReceiptsQuery = Type.Object({
  ...FIELDS,
  before: Type.Optional(
    Type.String({
      pattern: '^(\\d{1,15}|[0-9TZ:.-]{24}~leaf_\\d{1,15})$',
      description: 'Only receipts before this place',
    }),
  ),
  grant_id: Type.Optional(GrantId),
  /** In addresses of before there were periods. */
  day: Day,
});

export function filterOf(query: Static<typeof ReceiptsQuery>): ReceiptFilter {
  const { before: _, grant_id: __, day, ...filter } = query;
  return day === undefined ? filter : { from: day, to: day, ...filter };
}

export function isFiltered(filter: ReceiptFilter): boolean {
  return Object.keys(filter).length > 0;
}

/** The filter as a query: `outcome=…&mandate=…`. */
export function queryOf(filter: ReceiptFilter): URLSearchParams {
  const names = Object.keys(FIELDS) as (keyof ReceiptFilter)[];
  return new URLSearchParams(
    names.flatMap((name) => {
      const value = filter[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const AMOUNTS = ['amount', 'amount_from', 'amount_to'] as const;
/** What people type around an amount: its currency, and what sets thousands apart. */
const AROUND = /[A-Z]{3}|[\p{Sc}\s,’'_]/giu;

/** The filter as the authority takes it, or the field that is no amount. */
export function searchOf(
  filter: ReceiptFilter,
): { readonly search: ReceiptSearch } | { readonly unread: (typeof AMOUNTS)[number] } {
  const { mandate, ...search } = filter;
  const read = new Map<string, string>();
  for (const name of AMOUNTS) {
    const typed = filter[name];
    if (typed === undefined) continue;
    const amount = normaliseAmount(typed.replaceAll(AROUND, ''));
    if (!amount.ok) return { unread: name };
    read.set(name, amount.value);
  }
  return { search: { ...search, ...Object.fromEntries(read), contract_id: mandate } };
}
