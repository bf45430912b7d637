import type { FastifyReply } from 'fastify';

interface ExportedFile {
  readonly name: string;
  readonly type: string;
  readonly body: string;
}

/** Sends a file for a signed-in reader to keep. */
export function sendExport(reply: FastifyReply, { name, type, body }: ExportedFile): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${name}"`,
      'content-type': type,
      'x-content-type-options': 'nosniff',
    })
    .send(body);
}

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
