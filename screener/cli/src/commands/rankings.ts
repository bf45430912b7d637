import { randomBytes } from 'node:crypto';
import { dateOfInstant } from '@common/base/calendar';
import type { Threads } from '@common/kit/threads';
import type { CompanyRanking } from '@screener/engine/rankings/formulas';
import type { RankingStore } from '@screener/service/rankings/rankings.store';
import { rankingReport, readRanking } from '@screener/service/rankings/read-ranking';
import { RANKING_LEASE_MS, rebuildRanking } from '@screener/service/rankings/rebuild-ranking';
import type { ScreenDeps } from '@screener/service/use-cases/screen-ticker';
import { SANAD } from '@screener/words/commands';
import { type Command, InvalidArgumentError } from 'commander';
import {
  type CliContext,
  EXIT,
  type ExitCode,
  outTerminal,
  print,
  printJson,
  progressOf,
  refuse,
  runStoppable,
  withScreener,
} from '../context.ts';
import { duration } from '../progress.ts';
import { countsText, renderLeaders, renderValue } from '../render/rankings.ts';
import { countTickers } from './backfill-history.ts';

interface ShowOptions {
  readonly limit: number;
  readonly json?: true;
}

const DEFAULT_LIMIT = 20;
const GREATEST_LIMIT = 100_000;
const STOPPED = 'stopped. The earlier ranking is unchanged; run the same command again to continue.';
const NAMES: Readonly<Record<CompanyRanking, string>> = { leaders: 'leaderboard', value: 'value screen' };

/** `sanad leaders` and `sanad value`, each with `rebuild` below it. */
export function addRankingCommands(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  const descriptions: Readonly<Record<CompanyRanking, string>> = {
    leaders: 'compliant companies by score, as of the last rebuild',
    value: 'compliant companies by filed fundamentals for their price, as of the last rebuild',
  };
  for (const kind of ['leaders', 'value'] as const) {
    const command = program
      .command(kind)
      .description(descriptions[kind])
      .option('--limit <count>', 'how many lines to show', parseLimit, DEFAULT_LIMIT)
      .option('--json', 'print the ranking with its evidence')
      .action((options: ShowOptions) => settle(show(context, kind, options)));
    command
      .command('rebuild')
      .description(`screen every listing with stored facts and rebuild the ${NAMES[kind]}`)
      .action(() => settle(rebuild(context, kind)));
  }
}

function parseLimit(text: string): number {
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > GREATEST_LIMIT) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${GREATEST_LIMIT}.`);
  }
  return limit;
}

function show(context: CliContext, kind: CompanyRanking, { limit, json }: ShowOptions): Promise<ExitCode> {
  return withScreener(context, async ({ clock }, { rankings }) => {
    const today = dateOfInstant(clock());
    const terminal = outTerminal(context);
    const leaders = kind === 'leaders' ? await readRanking(rankings, kind, limit) : null;
    const value = kind === 'value' ? await readRanking(rankings, kind, limit) : null;
    const answer = leaders ?? value;
    if (answer === null) {
      return refuse(context, {
        message: `no ${NAMES[kind]} yet: build one with "${SANAD} ${kind} rebuild".`,
      });
    }
    if (json) printJson(context, answer);
    else if (leaders !== null) print(context, renderLeaders(leaders, terminal, today));
    else if (value !== null) print(context, renderValue(value, terminal, today));
    return EXIT.answered;
  });
}

function rebuild(context: CliContext, kind: CompanyRanking): Promise<ExitCode> {
  return withScreener(context, (deps, { rankings, threads }) =>
    runStoppable(context, STOPPED, (signal) =>
      rebuildStoppable(context, { ...deps, rankings, threads }, kind, signal),
    ),
  );
}

async function rebuildStoppable(
  context: CliContext,
  deps: ScreenDeps & { readonly rankings: RankingStore; readonly threads: Threads | null },
  kind: CompanyRanking,
  signal: AbortSignal,
): Promise<ExitCode> {
  const total = await countTickers(deps.store);
  const progress = progressOf(context, kind === 'leaders' ? 'Leaders' : 'Value');
  try {
    const rebuilt = await rebuildRanking({ ...deps, randomBytes, leaseMs: RANKING_LEASE_MS }, kind, {
      signal,
      onProgress: ({ done, symbol }) => progress.update({ done, total, note: symbol }),
    });
    progress.finish();
    signal.throwIfAborted();
    if (!rebuilt.ok) return refuse(context, rebuilt.error, EXIT.failed);
    const report = rankingReport(kind, rebuilt.value);
    const took = duration(report.duration_ms);
    print(context, `${NAMES[kind]} of ${report.as_of}: ${countsText(report)}, in ${took}\n`);
    return EXIT.answered;
  } finally {
    progress.finish();
  }
}
