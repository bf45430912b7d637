import { capitalised } from '@common/base/english';
import { html, type Safe } from '@common/web/html';
import type { CheckAnswer } from '@screener/engine/screening';
import { RATIO_COMPONENTS, SCORE_CAPS, SCORE_COMPONENTS } from '@screener/engine/verdict/score';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { componentWords, limitInWords, percentRange, statusName, verdictName } from '../parts/in-words.ts';
import { words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';

/** The component with the most points fills its cell, so that bars of different lengths compare. */
const MOST_POINTS = Math.max(...SCORE_COMPONENTS.map(({ max }) => max));

/** Shows the components of the score, each as a bar of its own length. */
export function scoreSection(answer: ScreenAnswer): Safe {
  const { components, score, compliance } = answer;
  const parts = Object.entries(components);
  const sum = parts.reduce((total, [, part]) => total + part.score, 0);
  const { score: said, verdict } = words().report;
  const capped =
    sum - score > 0.05 && said.capped(capitalised(verdictName(compliance)), SCORE_CAPS[compliance]);
  return pageSection({
    id: 'score',
    title: said.title,
    fold: { hint: said.hint, result: said.outOf(score, 100) },
    note: said.note,
    content: html`<table class="score">
<thead><tr><th scope="col">${said.component}</th><th scope="col">${said.kept}</th><th scope="col" class="number">${said.points}</th><th scope="col" class="how">${said.decidedBy}</th></tr></thead>
<tbody>
${parts.map(([name, part]) => componentRow(name, part, answer))}<tr class="total"><th scope="row">${said.total}</th><td></td><td class="number">${score} <span class="of">${verdict.score.of(100)}</span></td><td class="how">${capped}</td></tr>
</tbody>
</table>`,
  });
}

function componentRow(
  name: string,
  { score, max }: ScreenAnswer['components'][string],
  answer: ScreenAnswer,
): Safe {
  const [whole, kept] = [share(max, MOST_POINTS), share(score, max)];
  return html`<tr><th scope="row">${capitalised(componentWords(name))}</th><td><svg class="points" width="${whole}" height="10" aria-hidden="true" focusable="false"><rect class="whole" x="0" y="0" width="100%" height="10"/><rect class="kept" x="0" y="0" width="${kept}" height="10"/></svg></td><td class="number">${score.toFixed(1)} <span class="of">${words().report.verdict.score.of(max)}</span></td><td class="how">${decidedBy(name, answer)}</td></tr>
`;
}

function share(part: number, whole: number): string {
  return `${Number(((100 * part) / whole).toFixed(2))}%`;
}

/** Says what decided a component: for ratios, the check that comes off worst. */
function decidedBy(name: string, { methodologies, business_activity: business }: ScreenAnswer): string {
  const said = words().report.score;
  if (name === 'business_activity') return said.business(statusName(business.status), business.confidence);
  const checks = methodologies.flatMap((methodology) => methodology.checks);
  const of = RATIO_COMPONENTS.find((component) => component.name === name)?.of;
  if (of === undefined) {
    const wide = checks.filter(({ low, high }) => low !== high).length;
    return wide === 0 ? said.allExact : said.ranges(wide, checks.length);
  }
  const covered: readonly string[] = of;
  const [worst] = checks
    .filter(({ numerator }) => covered.includes(numerator))
    .toSorted((one, other) => shareOfLimit(other) - shareOfLimit(one));
  if (worst === undefined) return said.noCheck;
  return said.worst(percentRange(worst.low, worst.high), limitInWords(worst));
}

function shareOfLimit({ high, threshold }: CheckAnswer): number {
  return high === null ? Number.POSITIVE_INFINITY : high / threshold;
}
