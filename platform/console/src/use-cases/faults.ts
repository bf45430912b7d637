import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** A value's first fault in words: `/limits/use_count_max must be integer`. */
export function faultOf(schema: TSchema, value: unknown): string {
  const [fault] = Value.Errors(schema, value);
  return fault === undefined
    ? 'it does not match the schema'
    : `${fault.instancePath || 'the value'} ${fault.message}`;
}
