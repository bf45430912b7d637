import type { FastifyReply } from 'fastify';
import { language } from './language.ts';

/** Tells spreadsheets that a file is UTF-8: some read it in an alphabet of their own otherwise. */
const MARK = '\uFEFF';

/** Sends a table of what is a reader's own as a file, which nothing between may keep. */
export function sendCsv(reply: FastifyReply, name: string, table: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(language() === 'en' ? table : `${MARK}${table}`);
}
