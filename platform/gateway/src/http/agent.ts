import type { HttpApp } from '@common/kit/http';
import { Type } from 'typebox';

/** `GET /v1/agent`: which model answers chat. */
export function addAgentRoute(app: HttpApp): void {
  app.get(
    '/v1/agent',
    {
      schema: {
        summary: 'Which model answers chat',
        tags: ['chat'],
        response: {
          200: Type.Object({ model: Type.String(), kind: Type.Enum(['scripted', 'language_model']) }),
        },
      },
    },
    () => ({ model: SCRIPTED_MODEL, kind: 'scripted' as const }),
  );
}

export const SCRIPTED_MODEL = 'scripted';
