import type { HttpApp } from '@common/kit/http/app';
import { answerRefusal } from '../http/errors.ts';

const LOGGED: readonly string[] = [
  '/grants',
  '/grants/:grant_id/redeem',
  '/directories/:profile/:directory/entries',
];

/**
 * Refuses to decide or spend anything while the log must not grow, because it would have no receipt, and to change a
 * directory, whose entries are leaves: by none of them anything is spent until then.
 */
export function refuseWhileRolledBack(app: HttpApp, refusal: () => Promise<string | null>): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST' || !LOGGED.includes(request.routeOptions.url ?? '')) return;
    const message = await refusal();
    if (message !== null) return answerRefusal(reply, { code: 'log_rolled_back', message });
  });
}
