import { type Static, Type } from 'typebox';
import { closed, GrantId, Instant, Name, nullable, TenantId } from './primitives.ts';
import { RuleName } from './rules.ts';

/** A sum of amounts, or a count, which may have more digits than one amount. */
const Total = Type.String({ pattern: '^(0|[1-9]\\d{0,39})(\\.\\d{1,18})?$', description: 'Decimal string' });

/**
 * `GET /grants/{grant_id}/standing` of the authority: what its books have of the grant’s mandate and payee now. What
 * waits, is allowed or is done counts against a limit; only what is done counts as done.
 */
export const GrantStanding = closed({
  grant_id: GrantId,
  sums: Type.Array(
    closed({
      rule: { ...RuleName, description: 'The rule of the plugin that sets the limit' },
      field: nullable({ ...Name, description: 'The param that is summed; null where actions are counted' }),
      day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'The day (UTC) of the proposal' }),
      before: { ...Total, description: 'Counted on that day without this grant' },
      after: { ...Total, description: 'Counted with it' },
      max: { ...Total, description: 'The limit' },
    }),
    { maxItems: 32, description: 'The mandate’s limits for a day that this grant counts against' },
  ),
  uses: nullable(
    closed(
      { before: Type.Integer({ minimum: 0 }), max: Type.Integer({ minimum: 0 }) },
      { description: 'The mandate’s uses without this grant; null for what is not counted' },
    ),
  ),
  done: Type.Array(
    closed({
      fields: Type.Array(Name, { description: 'The params in which earlier actions are equal to this one' }),
      times: Type.Integer({ minimum: 0 }),
      is_cut: Type.Boolean({ description: 'Whether there are more than were counted' }),
      first_at: nullable({ ...Instant, description: 'When the first of the counted ones was proposed' }),
      last_at: nullable({ ...Instant, description: 'When the last of them was proposed' }),
    }),
    {
      maxItems: 2,
      description:
        'What the tenant did before for the same payee, by each way in which the plugin knows one; empty where it knows none',
    },
  ),
});
export type GrantStanding = Static<typeof GrantStanding>;

/**
 * A grant that waits, as `GET /grants/standing` of the authority lists it: when the tenant last did something for the
 * same payee.
 */
export const WaitingStanding = closed({
  grant_id: GrantId,
  tenant: TenantId,
  done: Type.Array(
    closed({
      fields: Type.Array(Name, { description: 'The params in which earlier actions are equal to this one' }),
      last_at: nullable({
        ...Instant,
        description: 'When the last of them was proposed; null if there is none',
      }),
    }),
    { maxItems: 2, description: 'As in the standing of one grant; empty where the plugin knows no payee' },
  ),
});
export type WaitingStanding = Static<typeof WaitingStanding>;
