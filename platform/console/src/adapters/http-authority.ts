import { createHttpClient } from '@common/kit/http/client';
import { type Authority, createAuthority } from '../use-cases/authority.ts';

/** The authority over HTTP. A list that is longer than `listBytes` is not read to its end. */
export function createHttpAuthority(
  baseUrl: string,
  listBytes = Number.POSITIVE_INFINITY,
  http = createHttpClient(),
): Authority {
  return createAuthority({ http, baseUrl, listBytes });
}
