import type { FastifyRequest } from 'fastify';
import type { SentRequest } from '../use-cases/signed-request.ts';

/** What a request says of itself. Node joins a header that comes twice with a comma, which no form here allows. */
export function sentRequest({
  method,
  raw,
  headers,
}: Pick<FastifyRequest, 'method' | 'raw' | 'headers'>): SentRequest {
  return {
    method,
    authority: headers.host,
    target: raw.url ?? '',
    authorization: headers.authorization,
    mandateId: textOf(headers['x-service-contract']),
    contentDigest: textOf(headers['content-digest']),
    signatureInput: textOf(headers['signature-input']),
    signature: textOf(headers.signature),
  };
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.join(', ');
}
