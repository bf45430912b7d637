import { fail, ok, type Result } from '@common/base/result';
import type { FastifyRequest } from 'fastify';

/** RFC 6750, 2.1. The scheme has no case. */
const BEARER = /^bearer(?: +(.*?))? *$/i;

/** Returns the token of `Authorization: Bearer <token>`, empty if it is missing; undefined for any other scheme. */
export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const found = BEARER.exec(headers.authorization ?? '');
  return found === null ? undefined : (found[1] ?? '');
}

/**
 * Returns the API key of a request, which may come in `x-api-key` or as a bearer token; undefined without one. Two
 * different keys are refused, since nobody can say which caller is meant.
 */
export function sentKey(
  request: Pick<FastifyRequest, 'headers'>,
): Result<string | undefined, 'two_api_keys'> {
  const header = request.headers['x-api-key'];
  const key = Array.isArray(header) ? header.join(',') : header;
  const token = bearerToken(request);
  // A plain comparison is safe, because the caller sent both.
  if (key === undefined || token === undefined || key === token) return ok(key ?? token);
  return fail(
    'two_api_keys',
    'The keys in x-api-key and Authorization differ. Send one key, in one of the two headers.',
  );
}
