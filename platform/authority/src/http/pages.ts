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

/** The first of them that one page may hold by their length; one at least, so that every list comes to its end. */
export function withinPage<Item>(items: readonly Item[]): readonly Item[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return index > 0 && bytes > MAX_PAGE_BYTES;
  });
  return end === -1 ? items : items.slice(0, end);
}

/** A page of what was found with that limit, and its last item if another page may follow. */
export function pageOf<Item>(
  found: readonly Item[],
  limit: number,
): { readonly items: readonly Item[]; readonly last: Item | undefined } {
  const items = withinPage(found);
  return { items, last: items.length < found.length ? items.at(-1) : items.at(limit - 1) };
}

interface Page {
  readonly items: readonly unknown[];
  /** Query parameter and value that lead to the page after this one; null on the last page. */
  readonly more: { readonly [name: string]: string } | null;
  /** `next` in the order of the list; `prev` where the list shows its end first. */
  readonly rel: 'next' | 'prev';
}

/** Sends one page of a list, with a `Link` header (RFC 8288) to the one that follows. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  if (page.more !== null) {
    // INVARIANT: the target is relative: behind a proxy the service does not know its own address.
    const url = new URL(request.url, 'http://relative.invalid');
    for (const [name, value] of Object.entries(page.more)) url.searchParams.set(name, value);
    reply.header('link', `<${url.pathname}${url.search}>; rel="${page.rel}"`);
  }
  return sendJson(reply, page.items);
}
