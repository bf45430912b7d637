import { GrantId, MandateId, Name } from '@platform/core/objects/primitives';
import type { Receipt } from '@platform/core/objects/receipt';
import { type Static, Type } from 'typebox';
import type { ReceiptFilter } from './receipt-filter.ts';

type What = Receipt['what'];

export const OUTCOMES = ['executed', 'denied', 'refused', 'expired'] as const satisfies What['outcome'][];
export const LEVELS = ['L1-sim', 'L1-declared'] as const satisfies What['level_achieved'][];

/**
 * A form sends an empty text for a field left open, so empty values are removed before the query is checked.
 */
export function withoutBlanks(request: { readonly query: unknown }, _reply: unknown, done: () => void): void {
  const query = request.query as Record<string, unknown>;
  for (const [name, value] of Object.entries(query)) if (value === '') delete query[name];
  done();
}

export const ReceiptsQuery = Type.Object({
  before: Type.Optional(
    Type.String({ pattern: '^\\d{1,15}$', description: 'Only receipts before this place in the log' }),
  ),
  grant_id: Type.Optional(GrantId),
  mandate: Type.Optional(MandateId),
  plugin: Type.Optional(Name),
  outcome: Type.Optional(Type.Enum([...OUTCOMES])),
  day: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  level: Type.Optional(Type.Enum([...LEVELS])),
});
type ReceiptsQuery = Static<typeof ReceiptsQuery>;

export function filterOf({ mandate, plugin, outcome, day, level }: ReceiptsQuery): ReceiptFilter {
  return {
    mandate: mandate ?? null,
    plugin: plugin ?? null,
    outcome: outcome ?? null,
    day: day ?? null,
    level: level ?? null,
  };
}
