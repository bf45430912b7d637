import type { CheckFlip } from '@screener/engine/history/changes';
import { TEXT } from '@screener/words/face';
import { spaced, VERDICT_WORDS } from '@screener/words/names';
import { exactly, precisePercent } from '@screener/words/numbers';
import { staleInWords } from '@screener/words/time';
import type { HistoryAnswer, HistorySnapshot } from '../../use-cases/read-history.ts';
import { LOUD_STATUS_WORDS, verdictInWords } from './screening-text.ts';

/** How many figures are named for a flip; the rest is in the structured content. */
const NAMED = 3;

export function historyText({ symbol, rules, snapshots }: HistoryAnswer): string {
  if (snapshots.length === 0) {
    return `${symbol}, rule set ${rules}: no past screenings are stored. screen_ticker gives the present one, or one at a past date with as_of.`;
  }
  return [
    `${symbol}, rule set ${rules}: ${snapshots.length} screenings, newest first. Each differs from the one before it.`,
    ...snapshots.flatMap(snapshotLines),
  ].join('\n');
}

function snapshotLines(snapshot: HistorySnapshot): readonly string[] {
  const { as_of: asOf, anchor, changes, missing } = snapshot;
  const report =
    anchor === null
      ? 'no report to screen'
      : `${anchor.form} to ${anchor.period_end}, accession ${anchor.accession}, ${anchor.source_url}`;
  const stale = changes?.stale ?? null;
  if (stale !== null) {
    return [
      `- ${asOf}: went stale, having been ${VERDICT_WORDS[stale.verdict].toUpperCase()}. ${staleInWords(stale, TEXT)} No verdict stands for the days after.`,
    ];
  }
  return [
    `- ${asOf}: ${verdictInWords(snapshot)}; ${report}`,
    ...(changes?.verdict == null ? [] : [`  - verdict: ${changes.verdict.from} to ${changes.verdict.to}`]),
    ...(changes?.checks ?? []).map(flipLine),
    ...(changes?.engine_changed === true
      ? ['  - the rules or formulas of the engine changed in between']
      : []),
    ...(snapshot.compliance === 'not_screenable'
      ? missing.map(({ message }) => `  - missing: ${message}`)
      : []),
  ];
}

function flipLine({
  methodology,
  ratio,
  from,
  to,
  value_from: before,
  value_to: after,
  because,
}: CheckFlip): string {
  const values =
    before === null || after === null ? '' : ` (${precisePercent(before)} to ${precisePercent(after)})`;
  const figures = because
    .toSorted((a, b) => Number(b.decisive) - Number(a.decisive))
    .slice(0, NAMED)
    .map((cause) => {
      const [old, now] = [cause.from, cause.to].map((value) =>
        value === null ? 'nothing' : exactly(value, TEXT),
      );
      const filing = cause.accession === null ? '' : `, accession ${cause.accession}`;
      return `${cause.xbrl_tag ?? spaced(cause.concept)} ${old} to ${now}${filing}`;
    });
  const why = figures.length === 0 ? ', though no filed figure moved' : `, because ${figures.join('; ')}`;
  return `  - ${spaced(ratio)} of ${methodology}: ${LOUD_STATUS_WORDS[from]}, now ${LOUD_STATUS_WORDS[to]}${values}${why}`;
}
