import type { HttpApp } from '@common/kit/http/app';
import { sendTagged, strongTag } from '@common/kit/http/etag';
import { type TSchema, Type } from 'typebox';
import { publishedSchemas } from './schemas.ts';

const SCHEMA_TYPE = 'application/schema+json; charset=utf-8';
const JsonSchema: TSchema = Type.Unknown({ description: 'A JSON Schema, draft 2020-12' });

/** Adds the routes of the published schemas: interface document, 4.5. */
export function addSchemaRoutes(app: HttpApp): void {
  for (const { path, text } of publishedSchemas()) {
    const etag = strongTag(text);
    const schema = {
      summary: `JSON Schema: ${path.replace(/^.*\//, '')}`,
      tags: ['schemas'],
      response: {
        200: { description: 'The schema', content: { 'application/schema+json': { schema: JsonSchema } } },
      },
    };
    app.get(path, { schema }, (request, reply) => {
      reply.headers({
        'cache-control': 'public, no-cache',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
      });
      return sendTagged(request, reply, { body: text, etag, type: SCHEMA_TYPE });
    });
  }
}
