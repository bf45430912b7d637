import { INDUSTRY_OVERLAYS, OFFICIAL_OVERLAYS, OVERLAY_NAMES } from '@screener/engine/overlays/overlay-names';
import type { Overlays } from '@screener/engine/overlays/overlays';
import { type TOptional, type TSchema, Type } from 'typebox';
import type { OverlayOffer } from '../overlays/read-overlays.ts';
import type { Same } from './same-shape.ts';
import {
  choice,
  count,
  date,
  flag,
  list,
  nullable,
  nullableText,
  object,
  Text,
  text,
} from './schema-parts.ts';

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
  company_string: text('What of the company it was compared with'),
  ticker_basis: Type.Union([Text, Type.Null()], {
    description: 'How the ticker is known to be the entity’s; null if a name matched',
  }),
  sublist: list(Text, 'Parts of the list that name the entity; empty where the list has none'),
  parent: nullableText('The entity under which the list names it; null where there is none'),
  includes: Type.Union([Text, Type.Null()], {
    description: 'Whom else the entry covers without naming them',
  }),
  list_id: text('Id of the list'),
  rule: Type.String({ description: 'Version of the rule for comparing names' }),
});

const ListSource = object({
  list_id: text('Id of the list'),
  list_name: text('Its name'),
  publisher: text('Who publishes it'),
  source_url: text('Where it is published'),
  list_date: date('The day of the list'),
  list_date_precision: choice(
    ['day', 'month'],
    'month: list_date is the last day of the month in which it is known to have been published',
  ),
  status: Type.Enum(['in_force', 'enjoined'], {
    description: 'enjoined: a court has stopped the list from being acted on; its names are still on it',
  }),
  status_since: nullableText('Since when it has been enjoined; null where that is not known, or it is not'),
  completeness: choice(['complete', 'partial'], 'partial: only some of its names are known here'),
  entries: count('Names that are known here'),
});

const OfficialAnswer = object(
  {
    flagged: flag('Whether the company is on one of the lists'),
    basis: Type.Literal('official_list', { description: 'What the flag rests on' }),
    match: nullable(ListMatch, 'The first of matches; null where the company is on none of the lists'),
    source: object(ListSource.properties, {
      description: 'The list of match; without a match, the first list that was checked',
    }),
    matches: list(ListMatch, 'At most one for each list'),
    sources: list(ListSource, 'Every list that was checked'),
  },
  { description: 'Whether official lists name the company' },
);

const IndustryMatch = object({
  matched_by: choice(['sic', 'ticker'], 'Whether the SIC code matched, or the ticker'),
  entity: text('The code or the ticker'),
  reason: text('Why it is flagged'),
});

const IndustryAnswer = object(
  {
    flagged: flag('Whether the company’s line of business is flagged'),
    basis: Type.Literal('industry_classification', { description: 'What the flag rests on' }),
    match: nullable(IndustryMatch, 'Null where nothing matched'),
    source: object(
      {
        table: text('Version of the table'),
        sic: nullableText('The company’s SIC code; null where it is not known'),
        coverage: choice(
          ['sic_and_tickers', 'tickers'],
          'tickers: only companies named in the table can be flagged',
        ),
      },
      { description: 'What was looked up' },
    ),
  },
  { description: 'Whether the company’s line of business is one that the overlay names' },
);

/** The `overlays` object of an answer: interface document, 2.3. */
export const OverlaysSchema = object({
  ...eachOf(OFFICIAL_OVERLAYS, OfficialAnswer),
  ...eachOf(INDUSTRY_OVERLAYS, IndustryAnswer),
  values_summary: object(
    {
      as_of: date('The date as of which lists were checked'),
      flags_checked: count('Overlays that could be checked'),
      flags_raised: count('Overlays that flag the company'),
      raised: list(Name, 'Their names'),
      by_basis: object(
        {
          official_list: count('Raised by an official list'),
          industry_classification: count('Raised by the line of business'),
        },
        { description: 'How many of the raised flags rest on what' },
      ),
      not_checked: Type.Array(
        object({
          overlay: choice([...OVERLAY_NAMES], 'Its name'),
          code: choice(['no_list', 'no_classification', 'unclear_classification'], 'Why not, for programs'),
          message: text('Why not, for people'),
        }),
        { description: 'Overlays that were asked for and could not be checked: unknown, not clean' },
      ),
    },
    { description: 'All overlays that were asked for, in numbers' },
  ),
  note: text('What overlays mean, and what they do not'),
});
true satisfies Same<Overlays, typeof OverlaysSchema>;

/** What a caller without a key gets instead of overlays: interface document, 4.1, rule 2. */
export const OverlayOfferSchema = object({
  available: list(Name, 'Overlays that a key can ask for'),
  note: text('How to get a key'),
});
true satisfies Same<OverlayOffer, typeof OverlayOfferSchema>;
