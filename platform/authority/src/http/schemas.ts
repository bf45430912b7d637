import { PlatformErrorSchema } from '@platform/keys/error-bodies';
import { type TSchema, Type } from 'typebox';

/** Refusal responses by status, for the OpenAPI document. */
export function refusals<const Status extends number>(
  ...statuses: readonly Status[]
): Record<Status, TSchema> {
  const entries = statuses.map((status) => [status, PlatformErrorSchema] as const);
  return Object.fromEntries(entries) as Record<Status, TSchema>;
}

/** Of one page of a list. */
export const MAX_LIMIT = 1_000;
export const DEFAULT_LIMIT = 100;
export const Limit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MAX_LIMIT,
    description: `Maximum number of results. Default ${DEFAULT_LIMIT}; of mandates, ${MAX_LIMIT}.`,
  }),
);
