import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { INDUSTRY_OVERLAYS, OFFICIAL_OVERLAYS } from '@screener/engine/overlays/overlay-names';
import type { IndustryAnswer, OfficialAnswer, Overlays } from '@screener/engine/overlays/overlays';
import { overlayName } from '../parts/in-words.ts';
import { words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { shortDate } from '../parts/words.page.ts';
import { type AskedReport, reportAddress } from './report-words.page.ts';

/**
 * Shows official lists and industry flags, which are beside the verdict and never part of it. `overlays` is
 * null if none were asked for.
 */
export function overlaysSection(symbol: string, overlays: Overlays | null, asked: AskedReport): Safe {
  const { title, hint, note } = words().report.overlays;
  return pageSection({
    id: 'overlays',
    title,
    fold: { hint, isOpen: overlays !== null },
    note,
    content: html`${overlays === null ? offer(symbol, asked) : overlayList(overlays)}`,
  });
}

function offer(symbol: string, asked: AskedReport): Safe {
  return html`<p><a href="${reportAddress(symbol, { ...asked, overlays: 'all' }, '#overlays')}">${words().report.overlays.offer(OFFICIAL_OVERLAYS.length, INDUSTRY_OVERLAYS.length)}</a></p>`;
}

function overlayList(overlays: Overlays): Safe {
  const { not_checked: open } = overlays.values_summary;
  const said = words().report.overlays;
  return html`<p class="muted small">${said.listsOf(shortDate(overlays.values_summary.as_of))}</p>
<dl class="pairs">
${OFFICIAL_OVERLAYS.map((name) => overlays[name] !== undefined && officialRow(overlayName(name), overlays[name]))}${INDUSTRY_OVERLAYS.map((name) => overlays[name] !== undefined && industryRow(overlayName(name), overlays[name]))}${open.map(({ overlay, code, message }) => html`<div><dt>${overlayName(overlay)}</dt><dd>${said.notChecked(marked('unknown', said.notCheckedMark), said.why(code, message))}</dd></div>\n`)}</dl>
<p class="muted small">${said.rule}</p>`;
}

function officialRow(title: string, { flagged, matches, sources }: OfficialAnswer): Safe {
  const { semicolon, overlays: said } = words().report;
  const found = matches.map(({ list_id: id, ...match }) => {
    const source = sources.find((candidate) => candidate.list_id === id);
    const name = html`<q><bdi>${match.entity}</bdi></q>`;
    if (source === undefined) return html` ${said.as(name)}`;
    const list = html`<a href="${url(source.source_url)}"><bdi>${source.list_name}</bdi></a>`;
    const tell = source.status === 'enjoined' ? said.asOnEnjoined : said.asOn;
    return html` ${tell(name, list, shortDate(source.list_date))}`;
  });
  const checked = sources.map(
    ({ list_name: name, source_url: address, list_date: date }, index) =>
      html`${index > 0 && semicolon}${said.list(html`<a href="${url(address)}"><bdi>${name}</bdi></a>`, shortDate(date))}`,
  );
  return html`<div><dt>${title}</dt><dd>${flagged ? marked('warn', said.listed) : said.notListed}.${flagged ? found : html` ${said.checked(html`${checked}`)}`}</dd></div>
`;
}

function industryRow(title: string, { flagged, match, source }: IndustryAnswer): Safe {
  const said = words().report.overlays;
  const result = flagged ? marked('warn', said.flagged) : html`${said.notFlagged}`;
  const told =
    match !== null
      ? said.because(result, match.reason)
      : source.sic === null
        ? said.byTable(result)
        : said.bySicAndTable(result, source.sic);
  return html`<div><dt>${title}</dt><dd>${told}</dd></div>
`;
}
