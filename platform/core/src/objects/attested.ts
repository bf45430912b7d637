import { SignedStatement, Statement } from '@common/evidence/statement';
import { type Static, Type } from 'typebox';
import { closed } from './primitives.ts';
import { RuleName } from './rules.ts';
import { Kid } from './signature.ts';

/** The most rules of one profile, or one action, that rest on statements. */
const MOST_RULES = 8;

/** Whose statements answer a rule of kind `attested`. */
export const AttestedTerms = closed({
  issuers: Type.Array(
    closed({
      issuer: Statement.properties.issuer,
      kid: { ...Kid, description: 'Of the key that signs, enrolled by a principal with the role `attester`' },
      methods: Type.Optional(
        Type.Array(Statement.properties.method, {
          minItems: 1,
          maxItems: 32,
          uniqueItems: true,
          description: 'Which of its methods count; all if there is none',
        }),
      ),
    }),
    { minItems: 1, maxItems: 16, description: 'A statement of any of them counts' },
  ),
  max_age_days: Type.Integer({
    minimum: 1,
    maximum: 3_650,
    description: 'How long ago its claims may have been true at most (`as_of`)',
  }),
});
export type AttestedTerms = Static<typeof AttestedTerms>;

export const ProfileAttested = Type.Record(RuleName, AttestedTerms, {
  additionalProperties: false,
  minProperties: 1,
  maxProperties: MOST_RULES,
  description: 'Whose statements count, by the name of the rule that needs one',
});

/** The statements of an action, each by the name of the rule that it answers. */
export const ActionStatements = Type.Record(RuleName, SignedStatement, {
  additionalProperties: false,
  minProperties: 1,
  maxProperties: MOST_RULES,
  description: 'What issuers said about values of the action, by the name of the rule that needs it',
});
export type ActionStatements = Static<typeof ActionStatements>;
