import { RULE_SET_IDS } from '@screener/engine/methodologies/methodology';
import { DECIDED_VERDICTS } from '@screener/engine/verdict/verdict';
import { type TProperties, type TSchema, Type } from 'typebox';

/** Shared parts of answer schemas. Every member of an answer says what it is, its unit and what null means. */
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

const STATUSES = ['pass', 'fail', 'unknown'] as const;
export const status = (description: string) =>
  choice(STATUSES, `${description}; unknown: what is known leaves both open, which is not a pass`);
export const Status = status('Pass or fail');

export const BUSINESS_STATUSES = ['pass', 'fail', 'review', 'unknown'] as const;

export const Rules = choice(
  RULE_SET_IDS,
  'The rule set: current, the editions in force; classic, the texts before them',
);
export const RULES_QUERY = choice(
  RULE_SET_IDS,
  'The rule set: current, the editions in force (default); classic, the texts before them',
);

const VERDICTS = [...DECIDED_VERDICTS, 'not_screenable'] as const;
export const verdict = (description: string) => choice(VERDICTS, description);
export const Compliance = verdict(
  'The verdict. not_screenable: what is known leaves more than one verdict possible',
);

export const Basis = choice(
  ['reported', 'derived', 'bounded', 'unknown'],
  'How closely it is known. reported: as filed. derived: computed from filed figures that leave nothing out. bounded: only its ends are known, or one of them rests on an assumption that `approximations` names. unknown: there is no upper end',
);

export const DataSource = choice(
  ['snapshot', 'sec_bulk', 'sec_live'],
  'Where the facts came from: the embedded snapshot, the SEC’s bulk file, or the SEC on request',
);

/** Answers are closed: a field that the document does not name is a bug. A `title` names the schema in OpenAPI. */
export const object = <Properties extends TProperties>(
  properties: Properties,
  about: { readonly title?: string; readonly description?: string } = {},
) => Type.Object(properties, { additionalProperties: false, ...about });

export const Report = object(
  {
    form: text('The SEC’s form: 10-Q, 10-K, 20-F'),
    period_end: date('The day on which the report’s period ends'),
    filed: date('The day on which it was filed'),
    accession: text('The SEC’s number of the filing: 0000320193-26-000006'),
    source_url: text('The filing at the SEC'),
  },
  { title: 'Report', description: 'A filing with the SEC' },
);

export const Missing = object(
  {
    code: text('What kind of thing is missing, for programs'),
    message: text('What is missing, for people'),
  },
  { title: 'Missing' },
);
