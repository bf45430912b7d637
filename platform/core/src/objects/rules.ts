import { type Static, Type } from 'typebox';

/**
 * Rules in signed objects, of any plugin, by name. Only its manifest says which names a plugin has and what
 * each may hold; `plugin-schemas.ts` derives the exact schemas from it.
 */

export const RuleName = Type.String({
  pattern: '^[a-z][a-z0-9_]{0,63}$',
  description: 'Name of a rule, as the plugin’s manifest declares it',
});

const MAX_RULES = 64;
/** Of a set in a mandate or a profile. */
export const MAX_SET = 1_000;
/** Of a profile's list. */
export const MAX_LIST = 10_000;

/** An amount, a level or a name. */
const Word = Type.String({ minLength: 1, maxLength: 512 });
const Words = Type.Array(Word, { maxItems: MAX_SET, uniqueItems: true });

export const MandateRules = Type.Record(RuleName, Type.Union([Word, Words]), {
  additionalProperties: false,
  maxProperties: MAX_RULES,
  description: 'Limits of this mandate; the plugin’s own schema says which there are',
});
export type MandateRules = Static<typeof MandateRules>;

/** Values of the fields of one entry of a list. */
export const ListEntry = Type.Record(RuleName, Word, { additionalProperties: false, maxProperties: 16 });

/** Upper bounds of mandates under this profile, and the deployment's own lists. */
export const ProfileRules = Type.Record(
  RuleName,
  Type.Union([
    Word,
    Words,
    Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    Type.Array(ListEntry, { maxItems: MAX_LIST }),
  ]),
  {
    additionalProperties: false,
    maxProperties: MAX_RULES,
    description: 'Bounds of every mandate, and lists; the plugin’s own schema says which there are',
  },
);
export type ProfileRules = Static<typeof ProfileRules>;

/** The rules of either, as the policy reads them. */
export type RuleSet = Readonly<Record<string, unknown>>;
