import { INDUSTRY_OVERLAYS, OFFICIAL_OVERLAYS, OVERLAY_NAMES } from '@screener/engine/overlays/overlay-names';
import type { Overlays } from '@screener/engine/overlays/overlays';
import { type TOptional, type TSchema, Type } from 'typebox';
import type { Same } from '../http/same-shape.ts';
import { CalendarDate, NullableText, nullable, object, Text } from '../http/schema-parts.ts';
import type { OverlayOffer } from './read-overlays.ts';

const Count = Type.Integer({ minimum: 0 });
const Name = Type.Enum([...OVERLAY_NAMES]);
const eachOf = <Name extends string, Schema extends TSchema>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(schema)])) as Record<Name, TOptional<Schema>>;

const ListMatch = object({
  matched_by: Type.Enum(['ticker', 'name', 'former_name'], {
    description: 'Which of the company’s attributes matched',
  }),
  entity: Type.String({ description: 'The entity’s name on the list' }),
  list_string: Type.String({
    description: 'The name on the list that matched: the entity’s own, an alias or a former name',
  }),
  company_string: Text,
  ticker_basis: Type.Union([Text, Type.Null()], {
    description: 'How the ticker is known to be the entity’s; null if a name matched',
  }),
  sublist: Type.Array(Text),
  parent: NullableText,
  includes: Type.Union([Text, Type.Null()], {
    description: 'Whom else the entry covers without naming them',
  }),
  list_id: Text,
  rule: Type.String({ description: 'Version of the rule for comparing names' }),
});

const ListSource = object({
  list_id: Text,
  list_name: Text,
  publisher: Text,
  source_url: Text,
  list_date: CalendarDate,
  list_date_precision: Type.Enum(['day', 'month']),
  status: Type.Enum(['in_force', 'enjoined'], {
    description: 'enjoined: a court has stopped the list from being acted on; its names are still on it',
  }),
  status_since: NullableText,
  completeness: Type.Enum(['complete', 'partial']),
  entries: Count,
});

const OfficialAnswer = object({
  flagged: Type.Boolean(),
  basis: Type.Literal('official_list'),
  match: nullable(ListMatch),
  source: ListSource,
  matches: Type.Array(ListMatch),
  sources: Type.Array(ListSource),
});

const IndustryAnswer = object({
  flagged: Type.Boolean(),
  basis: Type.Literal('industry_classification'),
  match: nullable(object({ matched_by: Type.Enum(['sic', 'ticker']), entity: Text, reason: Text })),
  source: object({
    table: Type.String({ description: 'Version of the table' }),
    sic: NullableText,
    coverage: Type.Enum(['sic_and_tickers', 'tickers'], {
      description: 'tickers: only companies named in the table can be flagged',
    }),
  }),
});

/** The `overlays` object of an answer: interface document, 2.3. */
export const OverlaysSchema = object({
  ...eachOf(OFFICIAL_OVERLAYS, OfficialAnswer),
  ...eachOf(INDUSTRY_OVERLAYS, IndustryAnswer),
  values_summary: object({
    as_of: CalendarDate,
    flags_checked: Count,
    flags_raised: Count,
    raised: Type.Array(Name),
    by_basis: object({ official_list: Count, industry_classification: Count }),
    not_checked: Type.Array(
      object({
        overlay: Name,
        code: Type.Enum(['no_list', 'no_classification', 'unclear_classification']),
        message: Text,
      }),
      { description: 'Overlays that were asked for and could not be checked: unknown, not clean' },
    ),
  }),
  note: Text,
});
true satisfies Same<Overlays, typeof OverlaysSchema>;

/** What a caller without a key gets instead of overlays: interface document, 4.1, rule 2. */
export const OverlayOfferSchema = object({ available: Type.Array(Name), note: Text });
true satisfies Same<OverlayOffer, typeof OverlayOfferSchema>;
