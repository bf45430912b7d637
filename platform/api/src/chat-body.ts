import { Type } from 'typebox';

const MAX_MESSAGES = 1_000;
const MAX_TEXT = 200_000;

const Part = Type.Object({ type: Type.String(), text: Type.Optional(Type.String({ maxLength: MAX_TEXT })) });
const MessageCall = Type.Object({
  id: Type.String({ maxLength: 256 }),
  function: Type.Object({
    name: Type.String({ maxLength: 128 }),
    arguments: Type.String({ maxLength: MAX_TEXT }),
  }),
});
export const Message = Type.Object({
  role: Type.Enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: Type.Optional(
    Type.Union([Type.String({ maxLength: MAX_TEXT }), Type.Array(Part, { maxItems: 100 }), Type.Null()]),
  ),
  tool_call_id: Type.Optional(Type.String({ maxLength: 256 })),
  tool_calls: Type.Optional(Type.Union([Type.Array(MessageCall, { maxItems: 128 }), Type.Null()])),
});

const amount = (least: number, most: number) =>
  Type.Optional(Type.Union([Type.Number({ minimum: least, maximum: most }), Type.Null()]));
const count = () => Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]));

/** Fields that are passed on to a language model unchanged, beside the messages. The script ignores them. */
export const SAMPLING = [
  'temperature',
  'top_p',
  'max_tokens',
  'max_completion_tokens',
  'seed',
  'stream',
  'stream_options',
] as const;

/** Fields that are not named here are accepted and ignored. */
export const ChatBody = Type.Object({
  model: Type.String({
    maxLength: 200,
    description: 'A name that GET /v1/models lists; any: the one that GET /v1/agent names',
  }),
  messages: Type.Array(Message, { minItems: 1, maxItems: MAX_MESSAGES }),
  tools: Type.Optional(
    Type.Array(
      Type.Object({
        type: Type.Literal('function'),
        function: Type.Object({
          name: Type.String({ maxLength: 128 }),
          description: Type.Optional(Type.String()),
          parameters: Type.Optional(Type.Unknown({ description: 'JSON Schema' })),
        }),
      }),
      {
        maxItems: 128,
        description: 'Functions that the caller runs; without them the agent runs its own tools',
      },
    ),
  ),
  tool_choice: Type.Optional(
    Type.Union(
      [
        Type.Enum(['none', 'auto', 'required']),
        Type.Object({
          type: Type.Literal('function'),
          function: Type.Object({ name: Type.String({ maxLength: 128 }) }),
        }),
        Type.Null(),
      ],
      { description: 'required, or one function by name: words alone are refused' },
    ),
  ),
  temperature: amount(0, 2),
  top_p: amount(0, 1),
  max_tokens: count(),
  max_completion_tokens: count(),
  seed: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  stream_options: Type.Optional(
    Type.Union([Type.Object({ include_usage: Type.Optional(Type.Boolean()) }), Type.Null()]),
  ),
  n: Type.Optional(Type.Union([Type.Literal(1), Type.Null()])),
});
