import type { FastifyReply } from 'fastify';

/** Sends a table of what is a reader's own as a file, which nothing between may keep. */
export function sendCsv(reply: FastifyReply, name: string, table: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(table);
}
