import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance, onSendAsyncHookHandler, onSendHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { strongTag } from './etag.ts';

/** A smaller body costs more to compress than to send. */
const SMALLEST_BYTES = 1_024;
/** This level takes half the time of the default level, for a tenth more bytes. */
const BROTLI_QUALITY = 4;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
/** Memory for compressed pages, in bytes. */
const REMEMBERED_BYTES = 16 * 1_048_576;

/**
 * Compresses answers by `Accept-Encoding`: Brotli, otherwise gzip. Request bodies are never decompressed. A
 * compressed answer gets its own `ETag` (`"<tag>-gzip"`), because a strong tag stands for the exact bytes
 * (RFC 9110, 8.8.1).
 */
export async function addCompression(app: FastifyInstance): Promise<void> {
  const compressPage = pageCompression();
  // This runs before the plugin's own hook, which skips bodies that are already compressed.
  app.addHook('onRoute', (route) => {
    if (route.config?.page === true) route.onSend = [...[route.onSend ?? []].flat(), compressPage];
  });
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: SMALLEST_BYTES,
    brotliOptions: BROTLI,
    globalDecompression: false,
  });
  // This runs after the plugin's own hook, which is appended to the route in the same way, so it sees what is
  // sent.
  app.addHook('onRoute', (route) => {
    route.onSend = [...[route.onSend ?? []].flat(), tagByEncoding];
  });
}

const tagByEncoding: onSendHookHandler = (_request, reply, payload, done) => {
  const encoding = reply.getHeader('content-encoding');
  const tag = reply.getHeader('etag');
  if (typeof encoding === 'string' && typeof tag === 'string' && tag.endsWith('"')) {
    reply.header('etag', `${tag.slice(0, -1)}-${encoding}"`);
  }
  done(null, payload);
};

const brotli = promisify(brotliCompress);
const PACK = {
  br: (page: string) => brotli(page, BROTLI),
  gzip: promisify<string, Buffer>(gzip),
};

/**
 * The same page goes to many readers, or to one again and again, and compressing it costs more than making
 * it, so recent pages are kept. INVARIANT: the cache compares the whole content, so nobody gets a page that
 * is not exactly theirs.
 */
function pageCompression(): onSendAsyncHookHandler {
  const packed = new LRUCache<string, Buffer>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  return async (request, reply, payload) => {
    const encoding = plainlyAccepted(request.headers['accept-encoding']);
    if (encoding === null || typeof payload !== 'string' || payload.length < SMALLEST_BYTES) return payload;
    const key = `${encoding} ${strongTag(payload)}`;
    const page = packed.get(key) ?? (await PACK[encoding](payload));
    packed.set(key, page);
    const { vary } = reply.getHeaders();
    const varies = /\baccept-encoding\b/i.test(String(vary));
    reply.header('content-encoding', encoding).removeHeader('content-length');
    if (!varies) reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
    return page;
  };
}

/** The encoding that a browser's header asks for; null for a header with weights, which the plugin reads. */
function plainlyAccepted(header: string | string[] | undefined): keyof typeof PACK | null {
  if (typeof header !== 'string' || header.includes(';')) return null;
  const names = header.split(',').map((name) => name.trim().toLowerCase());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : null;
}
