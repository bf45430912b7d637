import { BOUND_RULES } from '@screener/engine/concepts/bound-rules';
import { QUOTE_AGE_LIMIT_DAYS } from '@screener/engine/concepts/market-cap';
import { ENGINE_VERSION } from '@screener/engine/engine-version';
import { Comparison, Confidence } from '@screener/engine/methodologies/methodology';
import { METHODOLOGIES, RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { object, Text } from '@screener/engine/schema-parts';
import { ANCHOR_AGE_LIMIT_MONTHS } from '@screener/engine/selection/anchor';
import { SCORE_CAPS, SCORE_COMPONENTS } from '@screener/engine/verdict/score';
import { FAILS_FOR_NON_COMPLIANT } from '@screener/engine/verdict/verdict';
import { WORDS } from '@screener/words/words';
import { type Static, Type } from 'typebox';
import { SNAPSHOT_AS_OF } from '../use-cases/present.ts';
import { DATA_SOURCE, type ScreenDeps } from '../use-cases/screen-ticker.ts';

const Sentences = Type.Array(Text);

export const MethodologySchema = object({
  engine_version: Text,
  data_at_hand: object({
    source: Text,
    snapshot_as_of: Type.Union([Text, Type.Null()]),
    live: Type.Boolean({ description: 'Whether facts are fetched from the SEC on demand' }),
  }),
  data_sources: Sentences,
  fail_safe_rules: Sentences,
  verdicts: Type.Record(Text, Text),
  rule_sets: Type.Array(
    object({
      id: Text,
      description: Text,
      methodologies: Type.Array(
        object({
          id: Text,
          name: Text,
          edition: Text,
          note: Text,
          checks: Type.Array(
            object({
              ratio: Text,
              numerator: Text,
              denominator: Text,
              comparison: Comparison,
              threshold: Type.Number({ description: 'A fraction' }),
              source: Text,
              confidence: Confidence,
            }),
          ),
        }),
      ),
    }),
  ),
  bounds: Type.Array(object({ id: Text, formula: Text, reason: Text, kind: Text })),
  score: object({
    components: Type.Array(object({ name: Text, max: Type.Number(), how: Text })),
    caps: Type.Record(Text, Type.Number()),
  }),
  purification: Text,
});

export type MethodologyAnswer = Static<typeof MethodologySchema>;

/** Describes how verdicts come about, from the engine's tables, and what data they rest on here. */
export async function describeMethodology({
  store,
  live,
}: Pick<ScreenDeps, 'store' | 'live'>): Promise<MethodologyAnswer> {
  const [source, asOf] = await Promise.all([store.setting(DATA_SOURCE), store.setting(SNAPSHOT_AS_OF)]);
  return {
    engine_version: ENGINE_VERSION,
    data_at_hand: { source: source ?? 'snapshot', snapshot_as_of: asOf, live: live !== null },
    ...METHODOLOGY_TABLES,
  };
}

const { methodology, principles } = WORDS.en;

const METHODOLOGY_TABLES: Omit<MethodologyAnswer, 'engine_version' | 'data_at_hand'> = {
  data_sources: principles.dataSources(QUOTE_AGE_LIMIT_DAYS),
  fail_safe_rules: principles.failSafe(ANCHOR_AGE_LIMIT_MONTHS),
  verdicts: {
    compliant: `the business passes and all ${METHODOLOGIES.length} methodologies pass`,
    questionable: `fewer than ${FAILS_FOR_NON_COMPLIANT} methodologies fail, or the business needs a person’s review`,
    non_compliant: `the core business is prohibited, or at least ${FAILS_FOR_NON_COMPLIANT} of ${METHODOLOGIES.length} methodologies fail`,
    not_screenable: 'the filed data are insufficient: neither a pass nor a fail',
  },
  rule_sets: Object.values(RULE_SETS).map(({ id, description, methodologies }) => ({
    id,
    description,
    methodologies: methodologies.map(
      ({ averageMonths: _months, shortName: _name, checks, ...methodology }) => ({
        ...methodology,
        checks: checks.map((check) => ({ ...check })),
      }),
    ),
  })),
  bounds: Object.values(BOUND_RULES).map(({ id, formula, reason, kind }) => ({ id, formula, reason, kind })),
  score: { components: SCORE_COMPONENTS.map((component) => ({ ...component })), caps: { ...SCORE_CAPS } },
  purification: methodology.purification.rate,
};
