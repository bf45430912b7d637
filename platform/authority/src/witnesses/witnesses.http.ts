import type { HttpApp } from '@common/kit/http/app';
import { answerRefusal } from '../http/errors.ts';

const SPENDING: readonly string[] = ['/grants', '/grants/:grant_id/redeem'];

/** Refuses to decide or spend anything while the log must not grow, because it would have no receipt. */
export function refuseWhileRolledBack(app: HttpApp, refusal: () => Promise<string | null>): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST' || !SPENDING.includes(request.routeOptions.url ?? '')) return;
    const message = await refusal();
    if (message !== null) return answerRefusal(reply, { code: 'log_rolled_back', message });
  });
}
