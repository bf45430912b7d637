import { setTimeout } from 'node:timers/promises';
import type { RepeatedJob } from '@common/kit/jobs';
import type { Log } from '@common/kit/telemetry/log';
import { RANKING_KINDS } from '@screener/engine/rankings/formulas';
import type { RebuildDeps } from './ranking-run.ts';
import { readRanking } from './read-ranking.ts';
import { RANKING_LEASE_MS, rebuildRanking } from './rebuild-ranking.ts';

const FIRST_AFTER_MS = 1_000;

interface FirstRankingsOptions extends Omit<RebuildDeps, 'leaseMs'> {
  readonly log: Log;
}

/**
 * Builds each ranking once if there is none, so that its page has a table from the start. After that, the
 * scheduler rebuilds rankings. A ranking that another process is building is left to it.
 */
export function createFirstRankings({
  log,
  ...deps
}: FirstRankingsOptions): Pick<RepeatedJob, 'start' | 'stop'> {
  const stopping = new AbortController();
  let run: Promise<void> | undefined;
  const build = async (): Promise<void> => {
    // Work that was under way before a restart comes first.
    await setTimeout(FIRST_AFTER_MS, undefined, { signal: stopping.signal, ref: false });
    for (const kind of RANKING_KINDS) {
      if (stopping.signal.aborted || (await readRanking(deps.rankings, kind, 0)) !== null) continue;
      const built = await rebuildRanking({ ...deps, leaseMs: RANKING_LEASE_MS }, kind, {
        signal: stopping.signal,
        onProgress: () => {},
      });
      if (built.ok) log.info({ ranking: kind, ranked: built.value.ranked }, 'first ranking built');
      else log.info({ ranking: kind, reason: built.error.message }, 'first ranking not built');
    }
  };
  return {
    start() {
      run ??= build().catch((err: unknown) => {
        if (!stopping.signal.aborted) log.error({ err }, 'building the first rankings failed');
      });
    },
    async stop() {
      stopping.abort();
      await run;
    },
  };
}
