import type { HttpApp } from '@common/kit/http';
import { Type } from 'typebox';

/** `GET /healthz`: liveness alone; it asks no other service. */
export function addHealthRoute(app: HttpApp): void {
  app.get(
    '/healthz',
    {
      schema: {
        summary: 'Liveness',
        tags: ['operation'],
        response: { 200: Type.Object({ status: Type.Literal('ok') }) },
      },
    },
    () => ({ status: 'ok' as const }),
  );
}
