import { ErrorEnvelope } from '@common/kit/http/errors';
import { RULE_SET_IDS } from '@screener/engine/methodologies/methodology';
import { choice, object } from '@screener/engine/schema-parts';
import { type TSchema, Type } from 'typebox';

/** Refusals that every route with callers may send; 503 if the database is unavailable. */
export const REFUSED_CALLER = { 401: ErrorEnvelope, 429: ErrorEnvelope, 503: ErrorEnvelope };

/** Refusals of every route for the operator. */
export const REFUSED_OPERATOR = { 401: ErrorEnvelope, 403: ErrorEnvelope, 429: ErrorEnvelope };

/** What a form gets in place of an answer. */
export const REDIRECT = Type.Null({ description: 'For a form: the page in Location' });

/** The response of a route whose answers have an ETag. */
export const NOT_MODIFIED = {
  304: Type.Null({ description: 'The caller has this answer: If-None-Match names its ETag' }),
};

export const RULES_QUERY = choice(
  RULE_SET_IDS,
  'The rule set: current, the editions in force (default); classic, the texts before them',
);

export const envelopeOf = <Data extends TSchema>(data: Data) =>
  object(
    {
      success: Type.Literal(true, { description: 'Always true here; a refusal has false and an error' }),
      error: Type.Null({ description: 'Always null here' }),
      data,
    },
    { description: 'The answer' },
  );
