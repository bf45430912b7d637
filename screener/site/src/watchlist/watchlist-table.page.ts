import { type Content, html, type Safe, url } from '@common/web/html';
import type { UnscreenedRow, WatchedRow } from '@screener/service/watchlist/watched-row';
import { missingSentence } from '@screener/words/gaps';
import { tenseOf } from '@screener/words/time';
import { isKnown, nearestCheck } from '../parts/checks.page.ts';
import {
  ageOfDay,
  coveredRateInWords,
  nextDueWords,
  percentRange,
  ratioName,
  verdictName,
} from '../parts/in-words.ts';
import { intervalDrawing, intervalPatterns } from '../parts/interval.page.ts';
import { face, words } from '../parts/language.ts';
import { byWhom } from '../parts/methodology-choice.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { shortDate, verdictMark, verdictMarkOf } from '../parts/words.page.ts';

const ROW_HEIGHT = 68;

/** Renders each watched ticker on a line: verdict, the check nearest to its limit, purification, age. */
export function watchlistTable(rows: readonly (WatchedRow | UnscreenedRow)[]): Safe {
  const said = words().watchlist.table;
  return html`${intervalPatterns()}
<table class="watchlist">
<caption class="only-read">${said.caption}</caption>
<thead>
<tr><th scope="col">${said.company}</th><th scope="col">${said.verdict}</th><th scope="col" class="number">${said.score}</th><th scope="col">${said.nearest}</th><td class="both-sides" aria-hidden="true"><div><span>${said.within}</span><span>${said.beyond}</span></div></td><th scope="col" class="number">${said.toPurify}</th><th scope="col" class="number">${said.figures}</th><td></td></tr>
</thead>
<tbody>
${rows.map((row) => ('problem' in row ? unscreenedLine(row) : watchedLine(row)))}</tbody>
</table>`;
}

function watchedLine(row: WatchedRow): Safe {
  const { symbol, name, compliance, score, purification } = row;
  const said = words().watchlist.table;
  return html`<tr>
${company(symbol, name)}
<td class="verdict">${verdictMarkOf(row)} ${whenOf(row)}${byAll(row)}</td>
<td class="number score">${labelled(said.score)}${compliance === 'not_screenable' ? '–' : score.toFixed(1)}</td>
${nearestCells(row)}
<td class="number purify">${labelled(said.toPurify)}${toPurify(purification)}</td>
<td class="number age">${labelled(said.figures)}${row.period_end === null ? said.noFigures : ageOfDay(row.period_end, row.today)} ${nextReport(row)}</td>
<td class="end">${removeForm(symbol, name)}</td>
</tr>
`;
}

/** The verdict by all methodologies, where that by the reader's own is another. */
function byAll({ compliance, compliance_by_all: all }: WatchedRow): Safe | false {
  return compliance !== all && html`<span class="small-text">${byWhom([])}: ${verdictName(all)}</span>`;
}

function unscreenedLine({ symbol, name, problem, last }: UnscreenedRow): Safe {
  const { watchlist } = words();
  const { asOf, notScreened } = watchlist.table;
  return html`<tr>
${company(symbol, name)}
<td class="verdict">${last === null ? html`<span class="muted">${notScreened}</span>` : html`${verdictMark(last.compliance)} <span class="small-text">${asOf(shortDate(last.as_of))}</span>`}</td>
<td class="sentence" colspan="5">${watchlist.problem(problem)}</td>
<td class="end">${removeForm(symbol, name)}</td>
</tr>
`;
}

function toPurify(purification: WatchedRow['purification']): Content {
  const { low_pct: low, high_pct: high } = purification;
  const fund = coveredRateInWords(purification);
  if (fund !== null) return html`${fund.rate}<span class="small-text">${fund.coverage}</span>`;
  return percentRange(low / 100, high === null ? null : high / 100);
}

function company(symbol: string, name: string | null): Safe {
  return html`<th scope="row" class="company"><a href="${url(`/portal/report/${encodeURIComponent(symbol)}`)}"><bdi>${name === null ? symbol : shownName(name)}</bdi></a> <span class="ticker small-text"><bdi>${symbol}</bdi></span></th>`;
}

/** Says of which day the verdict is, if not of today; otherwise since when the ticker has had it. */
function whenOf(row: WatchedRow): Safe | false {
  const { how, day } = tenseOf(row);
  if (how === null) return since(row);
  const from = row.since === null || row.since.orEarlier ? null : row.since.date;
  const span = from !== null && day !== null && from < day;
  const said = words().watchlist.table;
  const on =
    day === null
      ? said.byOldReport
      : span
        ? said.span(shortDate(from), shortDate(day))
        : (how === 'on' ? said.on : said.asOf)(shortDate(day));
  return html`<span class="small-text">${row.stale === null ? on : said.stale(html`${on}`)}</span>`;
}

function since({ since, type }: WatchedRow): Safe | false {
  const said = words().watchlist.table;
  if (since === null) return type === 'fund' && html`<span class="small-text">${said.byHoldings}</span>`;
  const { date, orEarlier } = since;
  return html`<span class="small-text">${orEarlier ? said.sinceOrEarlier(date.slice(0, 4)) : said.since(shortDate(date))}</span>`;
}

function nearestCells({ checks, missing, type, compliance }: WatchedRow): Safe {
  const check = nearestCheck(checks.filter(isKnown));
  if (check === undefined) {
    const said = words().watchlist.table;
    const why =
      missing !== null
        ? missingSentence(missing, face())
        : type === 'fund'
          ? said.nothingToDraw
          : compliance === 'non_compliant'
            ? said.prohibited
            : said.noRatio;
    return html`<td class="sentence" colspan="2">${why}</td>`;
  }
  return html`<td class="closest">${ratioName(check)} <span class="range">${percentRange(check.low, check.high)}</span></td>
<td class="drawn">${intervalDrawing(check, { height: ROW_HEIGHT })}</td>`;
}

function nextReport({ next_report_expected: next, stale, today }: WatchedRow): Safe | false {
  if (stale !== null)
    return html`<span class="small-text next">${words().watchlist.table.nextOverdue}</span>`;
  return (
    next !== null &&
    html`<span class="small-text next">${nextDueWords(next, today)} ${shortDate(next)}</span>`
  );
}

/** Renders a heading within a cell, for windows too narrow for the table's own. */
function labelled(text: string): Safe {
  return html`<span class="in-cell small-text" aria-hidden="true">${text}</span>`;
}

function removeForm(symbol: string, name: string | null): Safe {
  const { remove, removeThis } = words().watchlist.table;
  return html`<form action="${url('/portal/watchlist/remove')}" method="post"><input type="hidden" name="ticker" value="${symbol}"><button type="submit" class="in-row" aria-label="${removeThis(name === null ? symbol : shownName(name))}">${remove}</button></form>`;
}
