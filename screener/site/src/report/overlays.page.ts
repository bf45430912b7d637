import { capitalised } from '@common/base/english';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import {
  INDUSTRY_OVERLAYS,
  OFFICIAL_OVERLAY_TITLES,
  OFFICIAL_OVERLAYS,
  type OfficialOverlay,
  type OverlayName,
} from '@screener/engine/overlays/overlay-names';
import type { IndustryAnswer, OfficialAnswer, Overlays } from '@screener/engine/overlays/overlays';
import { pageSection } from '../parts/section.page.ts';
import { shortDate } from '../parts/words.page.ts';
import { type AskedReport, reportAddress } from './report-words.page.ts';

/**
 * Shows official lists and industry flags, which are beside the verdict and never part of it. `overlays` is
 * null if none were asked for.
 */
export function overlaysSection(symbol: string, overlays: Overlays | null, asked: AskedReport): Safe {
  return pageSection({
    id: 'overlays',
    title: 'Values, apart from the verdict',
    fold: { hint: 'Official lists and industries', isOpen: overlays !== null },
    note: 'Official lists and industries. They never change the verdict or the score.',
    content: html`${overlays === null ? offer(symbol, asked) : overlayList(overlays)}`,
  });
}

function offer(symbol: string, asked: AskedReport): Safe {
  return html`<p><a href="${reportAddress(symbol, { ...asked, overlays: 'all' }, '#overlays')}">Check ${OFFICIAL_OVERLAYS.length} kinds of official lists and ${INDUSTRY_OVERLAYS.length} industries</a></p>`;
}

function overlayList(overlays: Overlays): Safe {
  const { not_checked: open } = overlays.values_summary;
  return html`<p class="muted small">By the lists of ${shortDate(overlays.values_summary.as_of)}.</p>
<dl class="pairs">
${OFFICIAL_OVERLAYS.map((name) => overlays[name] !== undefined && officialRow(titleOf(name), overlays[name]))}${INDUSTRY_OVERLAYS.map((name) => overlays[name] !== undefined && industryRow(titleOf(name), overlays[name]))}${open.map(({ overlay, message }) => html`<div><dt>${titleOf(overlay)}</dt><dd>${marked('unknown', 'not checked')}: ${message}</dd></div>\n`)}</dl>
<p class="muted small">A list is matched by known ticker or exact name only: not listed means that the name is not on it at its date, not that there is no exposure. What is not checked has no answer at all.</p>`;
}

function titleOf(name: OverlayName): string {
  const isOfficial = (each: OverlayName): each is OfficialOverlay => each in OFFICIAL_OVERLAY_TITLES;
  if (isOfficial(name)) return OFFICIAL_OVERLAY_TITLES[name];
  return name === 'weapons_defense' ? 'Weapons and defense' : capitalised(name.replaceAll('_', ' '));
}

function officialRow(title: string, { flagged, matches, sources }: OfficialAnswer): Safe {
  const found = matches.map(({ list_id: id, ...match }) => {
    const source = sources.find((candidate) => candidate.list_id === id);
    return html` As <q>${match.entity}</q>${source !== undefined && html` on <a href="${url(source.source_url)}">${source.list_name}</a> of ${shortDate(source.list_date)}${source.status === 'enjoined' && ', which a court has enjoined'}`}.`;
  });
  const checked = sources.map(
    ({ list_name: name, source_url: address, list_date: date }, index) =>
      html`${index > 0 && '; '}<a href="${url(address)}">${name}</a>, ${shortDate(date)}`,
  );
  return html`<div><dt>${title}</dt><dd>${flagged ? marked('warn', 'listed') : 'Not listed'}.${flagged ? found : html` Checked: ${checked}.`}</dd></div>
`;
}

function industryRow(title: string, { flagged, match, source }: IndustryAnswer): Safe {
  const by = source.sic === null ? 'our table of companies' : `SIC ${source.sic} and our table of companies`;
  return html`<div><dt>${title}</dt><dd>${flagged ? marked('warn', 'flagged') : 'Not flagged'}${match === null ? ` by ${by}` : `: ${match.reason}`}.</dd></div>
`;
}
