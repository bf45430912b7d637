import { issuesOf } from '@common/kit/http/validation';
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Static, TObject } from 'typebox';
import { Compile } from 'typebox/compile';

/** Returns the schema of a tool's arguments. Faults are worded as in the HTTP interface. */
export function inputSchemaOf<Input extends TObject>(schema: Input): StandardSchemaWithJSON<Static<Input>> {
  const validator = Compile(schema);
  return standardSchema(schema, (value) => {
    if (validator.Check(value)) return { value };
    const issues = issuesOf(validator.Errors(value), 'arguments', value);
    return { issues: issues.map(({ loc, msg }) => ({ message: `${loc.slice(1).join('.')} ${msg}`.trim() })) };
  });
}

/**
 * Returns the schema of a tool's answer, which only describes it: tests check the answers against it, as they
 * do for the HTTP interface.
 */
export function outputSchemaOf(schema: TObject): StandardSchemaWithJSON<Record<string, unknown>> {
  return standardSchema(schema, (value) => ({ value: value as Record<string, unknown> }));
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
