import { RULE_SET_IDS } from '@screener/engine/methodologies/methodology';
import { type TProperties, type TSchema, Type } from 'typebox';

/** Shared parts of answer schemas. */
export const Text = Type.String();
export const Num = Type.Number();
export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
export const NullableText = nullable(Text);
export const NullableNumber = nullable(Num);
export const CalendarDate = Type.String({ format: 'date', description: 'YYYY-MM-DD' });
export const NullableDate = nullable(CalendarDate);
export const Status = Type.Enum(['pass', 'fail', 'unknown']);
export const Rules = Type.Enum(RULE_SET_IDS);
/** In a query, left to the use case to check: its refusal names the choices. */
export const RULES_QUERY = Type.String({
  description: `Rule set: ${RULE_SET_IDS.map((id, place) => (place === 0 ? `${id} (default)` : id)).join(' or ')}`,
});
export const Compliance = Type.Enum(['compliant', 'questionable', 'non_compliant', 'not_screenable']);

/** Answers are closed: a field that the document does not name is a bug. A `title` names the schema in OpenAPI. */
export const object = <Properties extends TProperties>(
  properties: Properties,
  about: { readonly title?: string; readonly description?: string } = {},
) => Type.Object(properties, { additionalProperties: false, ...about });
