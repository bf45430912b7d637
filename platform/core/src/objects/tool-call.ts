import { type Static, Type } from 'typebox';
import { Ack } from './counterparty.ts';
import { DecisionValues } from './decision-values.ts';
import { PossibleDuplicate } from './grant.ts';
import { closed, GrantId, Hash, Instant, Name, nullable } from './primitives.ts';
import { EndingReason, TOOL_STATUSES } from './reasons.ts';
import { Became } from './settled.ts';
import { Signature } from './signature.ts';

/** The counterparty's own fields at the top level, including `transfer_id`, with their proof. */
export const CounterpartyAck = Type.Object(
  { ...Ack.properties, counterparty_ack_hash: Hash, signature: Signature },
  { additionalProperties: Type.Union([Type.String({ maxLength: 2_048 }), Type.Null()]) },
);
export type CounterpartyAck = Static<typeof CounterpartyAck>;

/** Result of a tool call (interface document, 2.3), and of `POST /execute` and `POST /fetch`. */
export const ToolResult = closed({
  status: Type.Enum([...TOOL_STATUSES]),
  reason: EndingReason,
  /** The reason in words, with the limit or rule, and what to do next. */
  detail: Type.String({ maxLength: 1_000 }),
  /** What the policy's decision rests on, for programs: `why` and its values; `earlier` is the grant of the same action. */
  values: Type.Optional(DecisionValues),
  grant_id: Type.Optional(nullable(GrantId)),
  /** The earlier grant that this one may repeat, and why. */
  possible_duplicate_of: Type.Optional(PossibleDuplicate),
  counterparty_ack: Type.Optional(CounterpartyAck),
  receipt_id: Type.Optional(nullable(Type.String())),
  /** The JSON that a read or a fetch returned. */
  data: Type.Optional(Type.Unknown()),
});
export type ToolResult = Static<typeof ToolResult>;

/** `GET /v1/grants/{grant_id}` of the gateway: what has become of a proposal. */
export const GrantState = closed({
  grant_id: GrantId,
  tool: { ...Name, description: 'The tool that presents it' },
  status: Type.Enum([...TOOL_STATUSES, 'approved'], {
    description: 'That of a tool’s result; `approved` if it may be presented now',
  }),
  reason: EndingReason,
  /** The reason in words, and what to do next. */
  detail: Type.String({ maxLength: 1_000 }),
  /** Until when it may be approved and presented. */
  expires_at: nullable(Instant),
  values: Type.Optional(DecisionValues),
  possible_duplicate_of: Type.Optional(PossibleDuplicate),
  receipt_id: Type.Optional(Type.String()),
  became: Type.Optional(Became),
});
export type GrantState = Static<typeof GrantState>;
