import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** What pages, styles and modules load by themselves. Links to the page in other languages load nothing. */
const LOADED: Readonly<Record<string, RegExp>> = {
  'text/html':
    /<(?:link\b(?=[^>]*\brel="(?:stylesheet|icon)")|(?:script|img|source|iframe)\b)[^>]*?\b(?:href|src)="([^"]+)"/g,
  'text/css': /(?:url\(\s*["']?|@import\s+["'])([^"')]+)/g,
  'text/javascript': /\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g,
};

interface WireSize {
  readonly parts: readonly { readonly address: string; readonly size: number }[];
  readonly bytes: number;
}

type Headers = Readonly<Record<string, string>>;

/** The bytes of a page and of everything that it loads, with their headers, as the server sends them. */
export async function sizeOverTheWire(page: string, headers: Headers): Promise<WireSize> {
  const waiting = [page];
  const parts = new Map<string, number>();
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (parts.has(address)) continue;
    const { size, loads } = await fetchWhole(address, headers);
    parts.set(address, size);
    waiting.push(...loads);
  }
  const listed = [...parts].map(([address, size]) => ({ address: new URL(address).pathname, size }));
  return { parts: listed, bytes: listed.reduce((sum, { size }) => sum + size, 0) };
}

function fetchWhole(address: string, headers: Headers) {
  const { promise, resolve, reject } = Promise.withResolvers<{ size: number; loads: readonly string[] }>();
  get(address, { headers: { ...headers } }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.once('error', reject);
    response.once('end', () => {
      if (response.statusCode !== 200) reject(new Error(`${address} answers ${response.statusCode}`));
      const sent = Buffer.concat(chunks);
      // Each header is `name: value` and a line end.
      const head = response.rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);
      const text = decode(sent, response.headers['content-encoding']);
      const type = (response.headers['content-type'] ?? '').split(';')[0] ?? '';
      const loads = [...text.matchAll(LOADED[type] ?? /$^/g)].map(([, to = '']) => new URL(to, address).href);
      resolve({ size: sent.length + head, loads });
    });
  }).once('error', reject);
  return promise;
}

function decode(body: Buffer, encoding: string | undefined): string {
  if (encoding === 'gzip') return gunzipSync(body).toString('utf8');
  if (encoding === 'br') return brotliDecompressSync(body).toString('utf8');
  return body.toString('utf8');
}
