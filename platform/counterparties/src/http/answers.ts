import { RefusalBody } from '@platform/api/route';
import { Type } from 'typebox';
import { BROKER_TOKEN_SCHEME } from './broker-token.ts';

/** Refusals that every operation with a broker token may give. */
export const BROKER_REFUSALS = { 401: RefusalBody };

/** Further refusals of an operation with an effect. */
export const EFFECT_REFUSALS = { ...BROKER_REFUSALS, 409: RefusalBody, 413: RefusalBody };

export const NEEDS_BROKER_TOKEN = [{ [BROKER_TOKEN_SCHEME]: [] }];

/** The header that repeats the body's key. The use case refuses a missing one, with a message. */
export const IDEMPOTENCY_HEADERS = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ maxLength: 128, description: 'As in the body' })),
});
