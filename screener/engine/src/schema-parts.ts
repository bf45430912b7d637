import { type Static, type TProperties, type TSchema, Type } from 'typebox';

/**
 * The type of what a schema describes. An answer is never changed once it is made, so all of it is read-only.
 */
export type AnswerOf<Schema extends TSchema> = ReadOnly<Static<Schema>>;

type ReadOnly<T> = { readonly [Name in keyof T]: ReadOnly<T[Name]> };

/** Parts of answer schemas. Every member of an answer says what it is, its unit and what null means. */
export const Text = Type.String();
export const Num = Type.Number();
export const text = (description: string) => Type.String({ description });
export const num = (description: string) => Type.Number({ description });
export const flag = (description: string) => Type.Boolean({ description });
export const count = (description: string) => Type.Integer({ minimum: 0, description });
export const date = (description: string) =>
  Type.String({ format: 'date', description: `${description} (YYYY-MM-DD)` });
export const list = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Array(schema, { description });
export const choice = <Values extends string[]>(values: readonly [...Values], description: string) =>
  Type.Enum(values, { description });

export const nullable = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
export const nullableText = (description: string) => nullable(Text, description);
export const nullableNum = (description: string) => nullable(Num, description);
export const nullableDate = (description: string) =>
  nullable(Type.String({ format: 'date' }), `${description} (YYYY-MM-DD)`);

/** Answers are closed: a field that the document does not name is a bug. A `title` names the schema in OpenAPI. */
export const object = <Properties extends TProperties>(
  properties: Properties,
  about: { readonly title?: string; readonly description?: string } = {},
) => Type.Object(properties, { additionalProperties: false, ...about });
