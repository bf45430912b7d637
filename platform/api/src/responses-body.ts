import { Type } from 'typebox';

const MAX_ITEMS = 1_000;
const MAX_TEXT = 200_000;

const orNull = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const Name = Type.String({ maxLength: 128 });
const Kind = Type.String({ maxLength: 64 });
const Text = Type.Union([
  Type.String({ maxLength: MAX_TEXT }),
  Type.Array(
    Type.Object({
      type: Kind,
      text: Type.Optional(Type.String({ maxLength: MAX_TEXT })),
      refusal: Type.Optional(Type.String({ maxLength: MAX_TEXT })),
    }),
    { maxItems: 100 },
  ),
]);

/** A message, a call of a function, or what it returned. What else an item may be is refused with a sentence. */
const InputItem = Type.Object({
  type: Type.Optional(Kind),
  role: Type.Optional(Type.Enum(['system', 'developer', 'user', 'assistant'])),
  content: Type.Optional(Text),
  call_id: Type.Optional(Type.String({ maxLength: 256 })),
  name: Type.Optional(Name),
  arguments: Type.Optional(Type.String({ maxLength: MAX_TEXT })),
  output: Type.Optional(Text),
});

/** Fields that are not named here are accepted and ignored, as in a chat completion. */
export const ResponsesBody = Type.Object({
  model: Type.String({
    maxLength: 200,
    description: 'A name that GET /v1/models lists; any: the one that GET /v1/agent names',
  }),
  input: Type.Union([
    Type.String({ maxLength: MAX_TEXT }),
    Type.Array(InputItem, { minItems: 1, maxItems: MAX_ITEMS }),
  ]),
  instructions: orNull(Type.String({ maxLength: MAX_TEXT })),
  tools: orNull(
    Type.Array(
      Type.Object({
        type: Kind,
        name: Type.Optional(Name),
        description: orNull(Type.String()),
        parameters: Type.Optional(Type.Unknown({ description: 'JSON Schema' })),
      }),
      {
        maxItems: 128,
        description: 'Functions that the caller runs; without them the agent runs its own tools',
      },
    ),
  ),
  tool_choice: orNull(
    Type.Union([
      Type.Enum(['none', 'auto', 'required']),
      Type.Object({ type: Kind, name: Type.Optional(Name) }),
    ]),
  ),
  stream: orNull(Type.Boolean()),
  temperature: orNull(Type.Number({ minimum: 0, maximum: 2 })),
  top_p: orNull(Type.Number({ minimum: 0, maximum: 1 })),
  max_output_tokens: orNull(Type.Integer({ minimum: 1 })),
  metadata: orNull(Type.Record(Type.String(), Type.String({ maxLength: 512 }))),
  text: orNull(
    Type.Object({ format: Type.Optional(Type.Object({ type: Kind }, { description: 'Only text' })) }),
  ),
  store: orNull(Type.Boolean({ description: 'Nothing is stored: true is refused' })),
  background: orNull(Type.Boolean({ description: 'true is refused' })),
  conversation: Type.Optional(Type.Unknown({ description: 'Refused' })),
  previous_response_id: Type.Optional(Type.Unknown({ description: 'Refused' })),
  prompt: Type.Optional(Type.Unknown({ description: 'Refused' })),
});
