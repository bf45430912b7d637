import { createHttpClient } from '@common/kit/http/client';
import { type Authority, createAuthority } from '../use-cases/authority.ts';

/** The authority over HTTP. It does not read a list of more than `listBytes` to its end. */
export function createHttpAuthority(
  baseUrl: string,
  listBytes = Number.POSITIVE_INFINITY,
  http = createHttpClient(),
): Authority {
  return createAuthority({ http, baseUrl, listBytes });
}
