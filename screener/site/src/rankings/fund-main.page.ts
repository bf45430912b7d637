import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { FUND_RULES } from '@screener/engine/funds/fund-rules';
import { type FundLimit, fundStaleOn } from '@screener/engine/rankings/fund-line';
import { usedOf } from '@screener/engine/rankings/standings';
import type { Choice } from '@screener/service/accounts/choice.store';
import { type FundView, type ListedFund, viewFunds } from '@screener/service/rankings/fund-list';
import type { RankingAnswer } from '@screener/service/rankings/read-ranking';
import { money, percent, percentRange, wholeNumber } from '@screener/words/numbers';
import { ageOfDay } from '@screener/words/time';
import { intervalDrawing, intervalKey, intervalPatterns } from '../parts/interval.page.ts';
import { face, words } from '../parts/language.ts';
import { byWhom, choiceSelect } from '../parts/methodology-choice.page.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { dateInWords, shortDate, verdictMark } from '../parts/words.page.ts';
import { kindLinks } from './kind-links.page.ts';
import { DRAWING_HEIGHT, type RowScene, usedInWords, watchCell } from './list-rows.page.ts';

/** Where the list of funds is. */
export const FUNDS_PATH = '/lists/funds';
/** Funds without a verdict that the page names. */
const MOST_OPEN = 20;

/** What the page is rendered from. */
interface FundScene extends RowScene {
  readonly ranking: RankingAnswer<'funds'>;
  readonly chosen: readonly string[] | null;
  /** What the reader follows. */
  readonly choice: Choice;
}

/** Renders the page of funds: the compliant ones, then those that may be, and how many there are beside these. */
export function fundMain(scene: FundScene): Safe {
  const { ranking, chosen, choice, today } = scene;
  const [passing, open] = (['compliant', 'not_screenable'] as const).map((verdict) =>
    viewFunds(ranking.lines, { chosen, verdict }),
  ) as [FundView, FundView];
  const stale = passing.funds.filter(({ line }) => fundStaleOn(line, today) !== null).length;
  const count = passing.funds.length;
  const isPast = stale > 0 && stale === count;
  const asOf = passing.asOf ?? open.asOf ?? ranking.as_of;
  const { fundList: said, lists } = words();
  const how = html`<a href="${url('/methodology#funds')}">${said.how}</a>`;
  const limits = said.limits(limitPct('nonCompliantPasses'), limitPct('doubtfulPasses'), how);
  return html`${intervalPatterns()}<h1>${count === 0 ? fundsTitle() : said.title(marked(isPast ? 'unknown' : 'pass', said.marked))}</h1>
${kindLinks(FUNDS_PATH)}
<p class="lead">${said.count(count, wholeNumber(count), isPast, byWhom(chosen ?? []))} ${said.lead}</p>
<p class="muted small list-basis">${lists.basis(dateInWords(asOf), ageOfDay(asOf, today, face()), ranking.rules)}${stale > 0 && ` ${stale === count ? said.allStale : said.someStale(stale, wholeNumber(stale))}`}${choice.rules !== ranking.rules && ` ${lists.otherRules(ranking.rules)}`} ${lists.note.limit} ${limits}</p>
<form action="${url(FUNDS_PATH)}" method="get" class="list-filters">
${choiceSelect(chosen?.join())}
<button type="submit" class="outlined">${lists.show}</button>
</form>
${count > 0 && fundTable(scene, passing.funds, fundsTitle(), PASSING)}
${open.funds.length > 0 && openSection(scene, open)}
${othersSection(ranking, passing)}
${count > 0 && pageSection({ id: 'key', ...lists.key, content: intervalKey() })}`;
}

export function fundsTitle(): string {
  const { title, marked: word } = words().fundList;
  return title(word).join('');
}

function limitPct(limit: FundLimit['limit']): string {
  return percent(FUND_RULES[limit], face(), 0);
}

interface Column {
  readonly classes: readonly string[];
  readonly heading: Content;
  readonly cell: (fund: ListedFund) => Content;
}

type Columns = () => readonly Column[];

const share = (heading: string, value: (fund: ListedFund) => number): Column => ({
  classes: ['fund-share', 'number'],
  heading,
  cell: (fund) =>
    html`<span class="label" aria-hidden="true">${heading} </span>${percent(value(fund), face(), 2)}`,
});

const SIZE: Columns = () => [
  {
    classes: ['cap', 'number'],
    heading: words().fundList.size,
    cell: ({ line }) => money(line.net_assets, 'USD', face()),
  },
];

const PASSING: Columns = () => {
  const { fundList: said, listRows } = words();
  return [
    ...SIZE(),
    {
      classes: ['nearest'],
      heading: listRows.nearest,
      cell: ({ standing: { nearest } }) =>
        said.nearest(said.against[nearest.limit], percentRange(nearest.low, nearest.high, face())),
    },
    {
      classes: ['limit-drawing'],
      heading: html`<span>${listRows.within}</span> <span>${listRows.beyond}</span>`,
      cell: ({ standing }) => intervalDrawing(standing.nearest, { height: DRAWING_HEIGHT }),
    },
    {
      classes: ['limit-share', 'number'],
      heading: listRows.used,
      cell: ({ standing }) =>
        html`<strong>${usedInWords(usedOf(standing.nearest))}</strong><span class="of-limit"> ${listRows.ofLimit}</span>`,
    },
    share(said.compliant, ({ standing }) => standing.compliant),
    share(said.known, ({ standing }) => standing.known),
  ];
};

const OPEN: Columns = () => {
  const { fundList: said } = words();
  return [
    ...SIZE(),
    share(said.compliant, ({ standing }) => standing.compliant),
    share(said.nonCompliant, ({ standing }) => standing.nonCompliant),
    share(said.known, ({ standing }) => standing.known),
  ];
};

function fundTable(scene: FundScene, funds: readonly ListedFund[], label: string, columnsOf: Columns): Safe {
  const columns = columnsOf();
  return html`<table class="listing of-funds" aria-label="${label}">
<thead><tr><th scope="col" class="who">${words().fundList.fund}</th>${columns.map(({ classes, heading }) => html`<th scope="col" class="${classes.join(' ')}">${heading}</th>`)}<td></td></tr></thead>
<tbody>
${funds.map((fund) => row(scene, fund, columns))}</tbody>
</table>`;
}

function row(scene: FundScene, fund: ListedFund, columns: readonly Column[]): Safe {
  const { symbol, name } = fund.line;
  return html`<tr>
<th scope="row" class="who"><a href="${url(`/?q=${encodeURIComponent(symbol)}`)}"><bdi>${shownName(name)}</bdi></a> <bdi class="ticker">${symbol}</bdi>${dayOf(scene, fund)}</th>
${columns.map(({ classes, cell }) => html`<td class="${classes.join(' ')}">${cell(fund)}</td>`)}
${watchCell(scene, symbol)}
</tr>
`;
}

/** Dates the holdings, and says if the report after them is overdue. */
function dayOf({ today }: FundScene, { line }: ListedFund): Safe {
  const { holdingsOf, holdingsOfOldReport } = words().fundList;
  const day = shortDate(line.report.periodEnd);
  const isStale = fundStaleOn(line, today) !== null;
  return html`<span class="small-text verdict-day">${isStale ? holdingsOfOldReport(day) : holdingsOf(day)}</span>`;
}

function openSection(scene: FundScene, { funds }: FundView): Safe {
  const said = words().fundList.open;
  const shown = funds.slice(0, MOST_OPEN);
  const first =
    shown.length < funds.length && ` ${said.first(wholeNumber(shown.length), wholeNumber(funds.length))}`;
  return pageSection({
    id: 'no-verdict',
    title: said.title,
    note: html`${said.note}${first}`,
    content: fundTable(scene, shown, said.title, OPEN),
    kind: 'industry-list',
  });
}

function othersSection(
  { screened, left_out: left }: RankingAnswer<'funds'>,
  { counts }: FundView,
): Safe | false {
  const { others: said } = words().fundList;
  const reasons: readonly (readonly [title: Content, count: number, meaning: string])[] = [
    [verdictMark('questionable'), counts.questionable, said.questionable],
    [
      verdictMark('non_compliant'),
      counts.non_compliant,
      said.nonCompliant(percent(FUND_RULES.nonCompliantFails, face(), 0)),
    ],
    [said.tooOld, left.holdings_too_old ?? 0, said.tooOldMeans],
  ];
  const some = reasons.filter(([, count]) => count > 0);
  return (
    some.length > 0 &&
    pageSection({
      id: 'not-listed',
      title: said.title,
      note: said.note(wholeNumber(screened)),
      content: html`<dl class="reasons">${some.map(([title, count, meaning]) => html`<div><dt>${title}</dt><dd><strong>${said.funds(count, wholeNumber(count))}</strong> ${meaning}</dd></div>`)}</dl>`,
    })
  );
}
