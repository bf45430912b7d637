import { MAX_PAGE_BYTES } from '@platform/core/objects/answer-size';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Place } from '../store/store.ts';
import { sendJson } from './views.ts';

export function readCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [at = '', id = ''] = cursor.split('~');
  return { at, id };
}

export function writeCursor({ at, id }: Place): string {
  return `${at}~${id}`;
}

/** Returns as many leading items as fit into one page by size: at least one, so that every list ends. */
export function withinPage<Item>(items: readonly Item[]): readonly Item[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return index > 0 && bytes > MAX_PAGE_BYTES;
  });
  return end === -1 ? items : items.slice(0, end);
}

/** Returns one page of the items found with that limit, and its last item if another page may follow. */
export function pageOf<Item>(
  found: readonly Item[],
  limit: number,
): { readonly items: readonly Item[]; readonly last: Item | undefined } {
  const items = withinPage(found);
  return { items, last: items.length < found.length ? items.at(-1) : items.at(limit - 1) };
}

interface Page {
  readonly items: readonly unknown[];
  /** The query parameter and value that lead to the next page; null on the last page. */
  readonly more: { readonly [name: string]: string } | null;
  /** `next` follows the order of the list; `prev` is for lists that show their end first. */
  readonly rel: 'next' | 'prev';
}

/** Sends one page of a list, with a `Link` header (RFC 8288) to the page that follows. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  if (page.more !== null) {
    // INVARIANT: the target is relative, because behind a proxy the service does not know its own address.
    const url = new URL(request.url, 'http://relative.invalid');
    for (const [name, value] of Object.entries(page.more)) url.searchParams.set(name, value);
    reply.header('link', `<${url.pathname}${url.search}>; rel="${page.rel}"`);
  }
  return sendJson(reply, page.items);
}
