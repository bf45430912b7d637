import { issuesOf } from '@common/kit/http/validation';
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';

/** Returns the schema of a tool's arguments. Faults are worded as in the HTTP interface. */
export function inputSchemaOf<Input extends TObject>(schema: Input): StandardSchemaWithJSON<Static<Input>> {
  const validator = Compile(schema);
  return standardSchema(schema, (value) => {
    if (validator.Check(value)) return { value };
    const issues = issuesOf(validator.Errors(value), 'arguments', value, schema);
    return { issues: issues.map(({ loc, msg }) => ({ message: `${loc.slice(1).join('.')} ${msg}`.trim() })) };
  });
}

/**
 * Returns the schema of a tool's answer, which only describes it. It is an outline, the members of the answer with what
 * each is, because a list of tools is part of every conversation: with all schemas of a screening it had 110 kB, which
 * the OpenAPI document has too.
 */
export function outputSchemaOf(schema: TObject): StandardSchemaWithJSON<Record<string, unknown>> {
  const properties = Object.entries(schema.properties).map(([name, member]) => [name, outlineOf(member)]);
  const outline = Type.Object(Object.fromEntries(properties), { required: schema.required ?? [] });
  return standardSchema(outline, (value) => ({ value: value as Record<string, unknown> }));
}

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
}

/** What a member is, and of which type. */
function outlineOf({ description, ...schema }: TSchema & { readonly description?: string }): TSchema {
  const { anyOf: forms = [schema], enum: values }: JsonSchema = schema;
  const types = [...new Set(forms.map(({ type }) => type))];
  const isTyped = !types.includes(undefined);
  return {
    ...(isTyped ? { type: types.length === 1 ? types[0] : types } : {}),
    ...(values === undefined ? {} : { enum: values }),
    ...(description === undefined ? {} : { description }),
  };
}

function standardSchema<Value>(
  schema: TObject,
  validate: StandardSchemaWithJSON<Value>['~standard']['validate'],
): StandardSchemaWithJSON<Value> {
  const json: Record<string, unknown> = JSON.parse(JSON.stringify(schema));
  return {
    '~standard': {
      version: 1,
      vendor: 'typebox',
      validate,
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}
