import type { HttpApp } from '@common/kit/http';
import { type KeyEntry, KeySet } from '@platform/protocol/key-entry';
import { Type } from 'typebox';
import type { IntentStore } from '../store/store.ts';

/** `GET /.well-known/keys.json` and `GET /healthz`. */
export function addOperationRoutes(
  app: HttpApp,
  deps: { readonly key: KeyEntry; readonly store: IntentStore },
): void {
  app.get(
    '/.well-known/keys.json',
    {
      schema: {
        summary: 'The public key that decisions are signed with',
        tags: ['operation'],
        response: { 200: KeySet },
      },
    },
    async () => ({ [deps.key.kid]: deps.key }),
  );
  app.get(
    '/healthz',
    {
      schema: {
        summary: 'Whether the service and its database answer',
        tags: ['operation'],
        response: {
          200: Type.Object({
            status: Type.Literal('ok'),
            unfinished: Type.Integer({ description: 'Grants whose outcome or record is still outstanding' }),
          }),
        },
      },
    },
    async () => ({ status: 'ok' as const, unfinished: await deps.store.countUnfinished() }),
  );
}
