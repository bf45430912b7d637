import { createHttpClient, type HttpClient } from '@common/kit/http/client';
import { type Authority, createAuthority } from '../use-cases/authority.ts';

interface HttpAuthorityOptions {
  readonly http?: HttpClient;
  /** The most bytes that are read of a list. Default: no bound. */
  readonly listBytes?: number;
  /** As whom reads are asked for, at an authority that asks. Default: nobody. */
  readonly readToken?: () => string | null;
}

/** The authority over HTTP. */
export function createHttpAuthority(
  baseUrl: string,
  {
    http = createHttpClient(),
    listBytes = Number.POSITIVE_INFINITY,
    readToken = () => null,
  }: HttpAuthorityOptions = {},
): Authority {
  return createAuthority({ http, baseUrl, listBytes, readToken });
}
