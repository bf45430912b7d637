import { sentence } from '@common/base/english';
import { html, type Safe } from '@common/web/html';
import { LEADER_KEYS } from '@screener/engine/rankings/formulas';
import type { RankedLeader } from '@screener/engine/rankings/leaders';
import { SCORE_COMPONENTS } from '@screener/engine/verdict/score';
import { componentWords } from '@screener/words/names';
import { percentRange } from '@screener/words/numbers';
import { pageSection } from '../parts/section.page.ts';
import {
  companyCells,
  periodCell,
  type RankingScene,
  rankingMain,
  sortHeading,
  watchCell,
  withCode,
} from './ranking-parts.page.ts';
import { LEADER_ORDERS, viewRanking } from './view-ranking.ts';

type LeadersScene = RankingScene<'leaders', keyof typeof LEADER_ORDERS>;

const POINTS = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const COLUMNS = 8;
/** The gap between two components, in per cent of the bar. */
const GAP = 0.6;

export function leadersMain(scene: LeadersScene): Safe {
  const { ranking, query } = scene;
  const view = viewRanking<'leaders'>(ranking.lines, LEADER_ORDERS[query.sort], query);
  return rankingMain(scene, view, {
    lead: 'Companies that every methodology passes, ordered by score: how far each stays from the limits.',
    notSaid: 'A high score says nothing about the price or the prospects of a share, and is not advice.',
    caption: barInWords(),
    columns: COLUMNS,
    headings: html`${sortHeading(scene, 'rank', 'Score', { isNumber: true })}
<th scope="col">Points kept</th>
<th scope="col" class="loses">Loses most</th>
${sortHeading(scene, 'purification', 'To purify', { isNumber: true, arrow: '↑' })}`,
    row: (line) => row(scene, line),
    explained: orderSection(),
  });
}

function row(scene: LeadersScene, line: RankedLeader): Safe {
  const { score, purification } = line;
  const { low_pct: low, high_pct: high } = purification;
  return html`<tr>
${companyCells(line)}
<td class="standing number"><strong>${POINTS.format(score)}</strong></td>
<td class="bar">${scoreBar(line)}</td>
<td class="loses"><span class="label" aria-hidden="true">Loses</span> <span>${losesMost(line)}</span></td>
<td class="purify number"><span class="label" aria-hidden="true">Purify</span> <span>${percentRange(low / 100, high === null ? null : high / 100)}</span></td>
${periodCell(scene, line)}
${watchCell(scene, line.symbol)}
</tr>
`;
}

/** Draws the components of a score: each as wide as its points, and filled as far as they are kept. */
function scoreBar({ components, symbol }: RankedLeader): Safe {
  const parts = Object.entries(components);
  const total = parts.reduce((sum, [, { max }]) => sum + max, 0);
  const label = parts
    .map(([name, { score, max }]) => `${componentWords(name)} ${POINTS.format(score)} of ${max}`)
    .join(', ');
  let from = 0;
  const drawn = parts.map(([, { score, max }]) => {
    const [start, width] = [from, (max / total) * 100];
    from += width;
    const room = Math.max(width - GAP, 0);
    return html`<rect class="whole" x="${at(start)}" y="0.5" width="${at(room)}" height="9"/><rect class="kept" x="${at(start)}" y="0" width="${at((score / max) * room)}" height="10"/>`;
  });
  return html`<svg class="score-bar" width="100%" height="10" role="img" aria-label="${symbol}: ${label}" focusable="false">${drawn}</svg>`;
}

function at(place: number): string {
  return `${Number(place.toFixed(2))}%`;
}

function losesMost({ components }: RankedLeader): string {
  const losses = Object.entries(components).map(([name, { score, max }]) => ({ name, lost: max - score }));
  const [most] = losses.toSorted((a, b) => b.lost - a.lost);
  if (most === undefined || most.lost <= 0) return 'nothing';
  return `${POINTS.format(most.lost)} on ${componentWords(most.name)}`;
}

function barInWords(): string {
  const parts = SCORE_COMPONENTS.map(({ name, max }) => `${componentWords(name)} ${max}`).join(', ');
  const total = SCORE_COMPONENTS.reduce((sum, { max }) => sum + max, 0);
  return `The bar holds ${total} points: ${parts}. Filled: kept. Empty: lost.`;
}

function orderSection(): Safe {
  return pageSection({
    id: 'order',
    title: 'The order',
    note: 'The first of these that differs decides between two companies.',
    content: html`<ol class="order">${LEADER_KEYS.map(
      ({ key, why }) =>
        html`<li>${withCode(sentence(key))} <span class="small-text">${sentence(why)}</span></li>\n`,
    )}</ol>`,
  });
}
