import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { successBody } from '../src/http/answer-body.ts';
import type { Same } from '../src/http/same-shape.ts';

interface Answer {
  readonly name: string;
  readonly lines: readonly { readonly status: 'pass' | 'fail'; readonly value: number | null }[];
  readonly note?: string;
}

const Line = Type.Object({
  status: Type.Enum(['pass', 'fail']),
  value: Type.Union([Type.Number(), Type.Null()]),
});
const Good = Type.Object({
  name: Type.String(),
  lines: Type.Array(Line),
  note: Type.Optional(Type.String()),
});
const { name, lines, note } = Good.properties;
const Renamed = Type.Object({ label: name, lines, note });
const Lacking = Type.Object({ name, lines });
const Longer = Type.Object({ name, lines, note, more: Type.Optional(Type.String()) });
const Required = Type.Object({ name, lines, note: Type.String() });
const Wider = Type.Object({
  name,
  lines: Type.Array(Type.Object({ status: Type.String(), value: Line.properties.value })),
  note,
});

test('the compiler refuses a schema that does not match its type', () => {
  true satisfies Same<Answer, typeof Good>;
  // @ts-expect-error a member with another name
  true satisfies Same<Answer, typeof Renamed>;
  // @ts-expect-error an optional member is missing
  true satisfies Same<Answer, typeof Lacking>;
  // @ts-expect-error an optional member too many
  true satisfies Same<Answer, typeof Longer>;
  // @ts-expect-error a member that is optional only in the type
  true satisfies Same<Answer, typeof Required>;
  // @ts-expect-error a member of a wider type, inside an array
  true satisfies Same<Answer, typeof Wider>;
  // @ts-expect-error a schema of which nothing is known
  true satisfies Same<Answer, TSchema>;
  assert.ok(true, 'the type check is the test');
});

/** As deep as the figures behind a flip of history. */
interface Nested<Leaf> {
  readonly a: readonly { readonly b: { readonly c: readonly { readonly d: readonly Leaf[] }[] } | null }[];
}
const nested = <Leaf extends TSchema>(leaf: Leaf) => {
  const inner = Type.Array(Type.Object({ d: Type.Array(leaf) }));
  return Type.Object({
    a: Type.Array(Type.Object({ b: Type.Union([Type.Object({ c: inner }), Type.Null()]) })),
  });
};
const Deep = nested(Good);
const DeepRenamed = nested(Renamed);
const Table = Type.Record(Type.String(), Good);
const OtherTable = Type.Record(Type.String(), Renamed);
const Whatever = Type.Object({ ...Good.properties, name: Type.Unknown() });
const Nullable = Type.Object({ ...Good.properties, name: Type.Union([name, Type.Null()]) });

test('however deep, in tables, and where a type says nothing', () => {
  true satisfies Same<Nested<Answer>, typeof Deep>;
  // @ts-expect-error five levels down
  true satisfies Same<Nested<Answer>, typeof DeepRenamed>;
  true satisfies Same<Readonly<Record<string, Answer>>, typeof Table>;
  // @ts-expect-error in the values of a table
  true satisfies Same<Readonly<Record<string, Answer>>, typeof OtherTable>;
  // @ts-expect-error a member of any type
  true satisfies Same<Answer, typeof Whatever>;
  // @ts-expect-error a member that may be null in the schema alone
  true satisfies Same<Answer, typeof Nullable>;
  assert.ok(true, 'the type check is the test');
});

test('a body is checked against the schema that it is sent for', () => {
  const answer: Answer = { name: 'one', lines: [] };
  const { body } = successBody<typeof Good>(answer);
  assert.deepEqual(JSON.parse(body.toString()), { success: true, error: null, data: answer });
  // @ts-expect-error a member is missing
  successBody<typeof Good>({ name: 'one' });
  // @ts-expect-error the schema is not named
  successBody(answer);
});
