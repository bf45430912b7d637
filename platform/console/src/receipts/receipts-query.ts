import { GrantId, MandateId, Name } from '@platform/protocol/primitives';
import type { Receipt } from '@platform/protocol/receipt';
import { type Static, type TSchema, Type } from 'typebox';
import type { ReceiptFilter } from './receipt-filter.ts';

type What = Receipt['what'];

export const OUTCOMES = ['executed', 'denied', 'refused', 'expired'] as const satisfies What['outcome'][];
export const LEVELS = ['L1-sim', 'L1-declared'] as const satisfies What['level_achieved'][];

/** A form sends what was left open as an empty text. */
const open = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Literal('')]));

export const ReceiptsQuery = Type.Object({
  before: Type.Optional(
    Type.String({ pattern: '^\\d{1,15}$', description: 'Only receipts before this place in the log' }),
  ),
  grant_id: Type.Optional(GrantId),
  mandate: open(MandateId),
  plugin: open(Name),
  outcome: open(Type.Enum([...OUTCOMES])),
  day: open(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  level: open(Type.Enum([...LEVELS])),
});
type ReceiptsQuery = Static<typeof ReceiptsQuery>;

export function filterOf({ mandate, plugin, outcome, day, level }: ReceiptsQuery): ReceiptFilter {
  const given = (text: string | undefined) => (text === undefined || text === '' ? null : text);
  return {
    ...{ mandate: given(mandate), plugin: given(plugin), outcome: given(outcome) },
    ...{ day: given(day), level: given(level) },
  };
}
