import type { HttpApp } from '@common/kit/http/app';
import { ErrorEnvelope } from '@common/kit/http/errors';
import type { RankingKind } from '@screener/engine/rankings/formulas';
import { ADMIN_ONLY, type AdminDeps, adminGuard } from '../accounts/admin-guard.http.ts';
import { answerRefusal } from '../http/errors.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import type { RebuildDeps } from './ranking-run.ts';
import { RankingReport, rankingReport } from './read-ranking.ts';
import { RANKING_LEASE_MS, rebuildRanking } from './rebuild-ranking.ts';

export interface TaskRouteDeps extends Omit<RebuildDeps, 'leaseMs'>, AdminDeps {}

/** The whole market takes less than a minute; a run that takes much longer is stopped, and the next continues it. */
const RUN_LIMIT_MS = 15 * 60_000;
/** Longer than the run's own limit, so that the run stops first and the next one can begin. */
const HANDLER_LIMIT_MS = RUN_LIMIT_MS + 30_000;
/** The number of listings between two log lines. */
const LOGGED_EVERY = 1_000;

const TASKS = [
  {
    path: '/tasks/rebuild-leaderboard',
    kind: 'leaders',
    operationId: 'rebuildLeaderboard',
    summary: 'Rank the compliant companies by score',
  },
  {
    path: '/tasks/rebuild-value-screen',
    kind: 'value',
    operationId: 'rebuildValueScreen',
    summary: 'Rank the compliant companies by filed fundamentals for their price',
  },
  {
    path: '/tasks/rebuild-funds',
    kind: 'funds',
    operationId: 'rebuildFunds',
    summary: 'Weigh the funds whose holdings are known, for their list',
  },
] as const satisfies readonly { readonly kind: RankingKind; readonly [word: string]: string }[];

/** Adds the tasks: two of the interface document (4.2), and the one of the list of funds. */
export function addTaskRoutes(app: HttpApp, deps: TaskRouteDeps): void {
  const closing = new AbortController();
  // Otherwise the database would be closed under a run that is still going on.
  app.addHook('preClose', async () => closing.abort());
  const onRequest = adminGuard(deps);
  for (const { path, kind, operationId, summary } of TASKS) {
    app.post(
      path,
      {
        onRequest,
        handlerTimeout: HANDLER_LIMIT_MS,
        schema: {
          operationId,
          summary,
          description:
            'For a scheduler, with the admin token. Screens every listing with stored facts, or every fund with a stored report, and answers when the new ranking is in place; until then, readers see the earlier one. Only one run at a time, over all processes; a second call gets 409 with the start time of the first.',
          tags: ['operation'],
          security: ADMIN_ONLY,
          response: {
            200: envelopeOf(RankingReport),
            401: ErrorEnvelope,
            403: ErrorEnvelope,
            409: ErrorEnvelope,
            429: ErrorEnvelope,
            503: ErrorEnvelope,
          },
        },
      },
      async (request, reply) => {
        const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(RUN_LIMIT_MS)]);
        const rebuilt = await rebuildRanking({ ...deps, leaseMs: RANKING_LEASE_MS }, kind, {
          signal,
          onProgress: ({ done, symbol }) => {
            if (done % LOGGED_EVERY === 0) request.log.info({ ranking: kind, done, symbol }, 'ranking');
          },
        });
        if (!rebuilt.ok) return answerRefusal(reply, rebuilt.error);
        const report = rankingReport(kind, rebuilt.value);
        request.log.info(report, 'ranking rebuilt');
        return { success: true as const, error: null, data: report };
      },
    );
  }
}
