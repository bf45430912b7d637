import { listed } from '@common/base/english';
import { OVERLAY_NAMES } from '@screener/engine/overlays/overlay-names';
import type {
  IndustryAnswer,
  ListSource,
  OfficialAnswer,
  Overlays,
} from '@screener/engine/overlays/overlays';
import { bullet, labelled, type Page, pageFor, plural, wrap } from './layout.ts';
import { paint, printable, type Terminal } from './terminal.ts';

const LABEL_WIDTH = 22;

/** Writes the overlays of `sanad screen --overlays`. Ends in a newline. */
export function renderOverlays(overlays: Overlays, terminal: Terminal): string {
  const page = pageFor(terminal);
  const shown = printable(overlays);
  const { values_summary: summary } = shown;
  const raised = `${plural(summary.flags_raised, 'flag')} raised of ${summary.flags_checked} checked, by the lists in force on ${summary.as_of}`;
  return `${[
    paint(terminal, 'bold', 'Values overlays'),
    ...wrap(raised, page.width, 2),
    ...OVERLAY_NAMES.flatMap((name) => {
      const answer = shown[name];
      return answer === undefined ? [] : labelled(page, name, words(answer), LABEL_WIDTH);
    }),
    ...[...Map.groupBy(summary.not_checked, ({ message }) => message)].flatMap(([message, open]) => {
      const names = listed(open.map(({ overlay }) => overlay));
      return labelled(page, 'not checked', `${names}: ${message}`, LABEL_WIDTH);
    }),
    ...sourceLines(page, shown),
    ...wrap(shown.note, page.width, 2),
  ].join('\n')}\n`;
}

function words(answer: OfficialAnswer | IndustryAnswer): string {
  if (answer.basis === 'industry_classification') {
    const { match } = answer;
    if (match !== null) return `flagged: ${match.reason} (${match.matched_by} ${match.entity})`;
    const { coverage, sic } = answer.source;
    return coverage === 'tickers' ? 'no flag; only a few tickers are known' : `no flag, SIC ${sic}`;
  }
  const { matches, sources } = answer;
  if (matches.length === 0)
    return `not on ${listed(sources.map(({ list_id, list_date }) => `${list_id} of ${list_date}`))}`;
  const found = matches.map((match) => {
    const source = sources.find(({ list_id }) => list_id === match.list_id);
    const state = source?.status === 'enjoined' ? ', which a court has stopped from being acted on' : '';
    const how = match.matched_by.replace('_', ' ');
    return `“${match.list_string}” on ${match.list_id} of ${source?.list_date}${state}, by ${how} ${match.company_string}`;
  });
  return `flagged: ${found.join('; ')}`;
}

function sourceLines(page: Page, overlays: Overlays): readonly string[] {
  const { dod_1260h, uflpa, state_scrutinized } = overlays;
  const sources = [dod_1260h, uflpa, state_scrutinized].flatMap((answer) => answer?.sources ?? []);
  return sources.flatMap((source) => bullet(page, sourceWords(source)));
}

function sourceWords({ list_id, list_name, completeness, source_url }: ListSource): string {
  return `${list_id}: ${list_name}${completeness === 'partial' ? ', in part' : ''}, ${source_url}`;
}
