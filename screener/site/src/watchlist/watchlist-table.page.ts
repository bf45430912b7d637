import { type Content, html, type Safe, url } from '@common/web/html';
import type { UnscreenedRow, WatchedRow } from '@screener/service/watchlist/watched-row';
import { PAGE } from '@screener/words/face';
import { missingSentence } from '@screener/words/gaps';
import { ratioName, VERDICT_WORDS } from '@screener/words/names';
import { percentRange } from '@screener/words/numbers';
import { coveredRateInWords } from '@screener/words/purification';
import { ageOfDay, nextDueWords, tenseOf } from '@screener/words/time';
import { isKnown, nearestCheck } from '../parts/checks.page.ts';
import { intervalDrawing, intervalPatterns } from '../parts/interval.page.ts';
import { byWhom } from '../parts/methodology-choice.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { shortDate, verdictMark, verdictMarkOf } from '../parts/words.page.ts';

const ROW_HEIGHT = 68;

/** Renders each watched ticker on a line: verdict, the check nearest to its limit, purification, age. */
export function watchlistTable(rows: readonly (WatchedRow | UnscreenedRow)[]): Safe {
  return html`${intervalPatterns()}
<table class="watchlist">
<caption class="only-read">The tickers you watch</caption>
<thead>
<tr><th scope="col">Company</th><th scope="col">Verdict</th><th scope="col" class="number">Score</th><th scope="col">Nearest to its limit</th><td class="both-sides" aria-hidden="true"><div><span>within</span><span>beyond</span></div></td><th scope="col" class="number">To purify</th><th scope="col" class="number">Figures</th><td></td></tr>
</thead>
<tbody>
${rows.map((row) => ('problem' in row ? unscreenedLine(row) : watchedLine(row)))}</tbody>
</table>`;
}

function watchedLine(row: WatchedRow): Safe {
  const { symbol, name, compliance, score, purification } = row;
  return html`<tr>
${company(symbol, name)}
<td class="verdict">${verdictMarkOf(row)} ${whenOf(row)}${byAll(row)}</td>
<td class="number score">${labelled('Score')}${compliance === 'not_screenable' ? '–' : score.toFixed(1)}</td>
${nearestCells(row)}
<td class="number purify">${labelled('To purify')}${toPurify(purification)}</td>
<td class="number age">${labelled('Figures')}${row.period_end === null ? 'none' : ageOfDay(row.period_end, row.today)} ${nextReport(row)}</td>
<td class="end">${removeForm(symbol, name)}</td>
</tr>
`;
}

/** The verdict by all methodologies, where that by the reader's own is another. */
function byAll({ compliance, compliance_by_all: all }: WatchedRow): Safe | false {
  return compliance !== all && html`<span class="small-text">${byWhom([])}: ${VERDICT_WORDS[all]}</span>`;
}

function unscreenedLine({ symbol, name, problem, last }: UnscreenedRow): Safe {
  return html`<tr>
${company(symbol, name)}
<td class="verdict">${last === null ? html`<span class="muted">not screened</span>` : html`${verdictMark(last.compliance)} <span class="small-text">as of ${shortDate(last.as_of)}</span>`}</td>
<td class="sentence" colspan="5">${problem}</td>
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
  return html`<th scope="row" class="company"><a href="${url(`/portal/report/${encodeURIComponent(symbol)}`)}"><bdi>${name === null ? symbol : shownName(name)}</bdi></a> <bdi class="ticker small-text">${symbol}</bdi></th>`;
}

/** Says of which day the verdict is, if not of today; otherwise since when the ticker has had it. */
function whenOf(row: WatchedRow): Safe | false {
  const { how, day } = tenseOf(row);
  if (how === null) return since(row);
  const from = row.since === null || row.since.orEarlier ? null : row.since.date;
  const span = from !== null && day !== null && from < day;
  const on =
    day === null
      ? how
      : span
        ? html`${shortDate(from)} to ${shortDate(day)}`
        : html`${how} ${shortDate(day)}`;
  return html`<span class="small-text">${on}${row.stale !== null && ', no recent report'}</span>`;
}

function since({ since, type }: WatchedRow): Safe | false {
  if (since === null) return type === 'fund' && html`<span class="small-text">by its holdings</span>`;
  const { date, orEarlier } = since;
  return html`<span class="small-text">since ${orEarlier ? `${date.slice(0, 4)} or earlier` : shortDate(date)}</span>`;
}

function nearestCells({ checks, missing, type, compliance }: WatchedRow): Safe {
  const check = nearestCheck(checks.filter(isKnown));
  if (check === undefined) {
    const why =
      missing !== null
        ? missingSentence(missing, PAGE)
        : type === 'fund'
          ? 'The report of this fund has nothing to draw.'
          : compliance === 'non_compliant'
            ? 'A prohibited business decides alone.'
            : 'No ratio is known.';
    return html`<td class="sentence" colspan="2">${why}</td>`;
  }
  return html`<td class="nearest">${ratioName(check)} <span class="range">${percentRange(check.low, check.high)}</span></td>
<td class="drawn">${intervalDrawing(check, { height: ROW_HEIGHT })}</td>`;
}

function nextReport({ next_report_expected: next, stale, today }: WatchedRow): Safe | false {
  if (stale !== null) return html`<span class="small-text next">next overdue</span>`;
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
  return html`<form action="${url('/portal/watchlist/remove')}" method="post"><input type="hidden" name="ticker" value="${symbol}"><button type="submit" class="in-row" aria-label="Remove ${name === null ? symbol : shownName(name)}">Remove</button></form>`;
}
