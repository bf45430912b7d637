import { RefusalBody } from '@platform/api/route';
import { Type } from 'typebox';
import { BROKER_TOKEN_SCHEME } from './broker-token.ts';

/** The refusals of every operation with a broker token. */
export const BROKER_REFUSALS = { 401: RefusalBody };

/** The refusals of an operation with an effect. */
export const EFFECT_REFUSALS = { ...BROKER_REFUSALS, 409: RefusalBody, 413: RefusalBody };

export const NEEDS_BROKER_TOKEN = [{ [BROKER_TOKEN_SCHEME]: [] }];

/** The header that repeats the body's key. If it is missing, the use case refuses with a message. */
export const IDEMPOTENCY_HEADERS = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ maxLength: 128, description: 'As in the body' })),
});
