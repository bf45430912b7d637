import { capitalised } from '@common/base/english';
import { html, type Safe } from '@common/web/html';
import type { CheckAnswer } from '@screener/engine/screening';
import { RATIO_COMPONENTS, SCORE_CAPS, SCORE_COMPONENTS } from '@screener/engine/verdict/score';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { componentWords, STATUS_WORDS, VERDICT_WORDS } from '@screener/words/names';
import { limitInWords, percentRange } from '@screener/words/numbers';
import { pageSection } from '../parts/section.page.ts';

/** The component with the most points fills its cell, so that bars of different lengths compare. */
const MOST_POINTS = Math.max(...SCORE_COMPONENTS.map(({ max }) => max));

/** Shows the components of the score, each as a bar of its own length. */
export function scoreSection(answer: ScreenAnswer): Safe {
  const { components, score, compliance } = answer;
  const parts = Object.entries(components);
  const sum = parts.reduce((total, [, part]) => total + part.score, 0);
  return pageSection({
    id: 'score',
    title: 'The score',
    fold: { hint: 'How far from every limit', result: `${score} of 100` },
    note: 'How far from every limit. It never changes the verdict.',
    content: html`<table class="score">
<thead><tr><th scope="col">Component</th><th scope="col">Filled: kept</th><th scope="col" class="number">Points</th><th scope="col" class="how">Decided by</th></tr></thead>
<tbody>
${parts.map(([name, part]) => componentRow(name, part, answer))}<tr class="total"><th scope="row">Score</th><td></td><td class="number">${score} <span class="of">of 100</span></td><td class="how">${sum - score > 0.05 && `${capitalised(VERDICT_WORDS[compliance])}: at most ${SCORE_CAPS[compliance]}`}</td></tr>
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
  return html`<tr><th scope="row">${capitalised(componentWords(name))}</th><td><svg class="points" width="${whole}" height="10" aria-hidden="true" focusable="false"><rect class="whole" x="0" y="0" width="100%" height="10"/><rect class="kept" x="0" y="0" width="${kept}" height="10"/></svg></td><td class="number">${score.toFixed(1)} <span class="of">of ${max}</span></td><td class="how">${decidedBy(name, answer)}</td></tr>
`;
}

function share(part: number, whole: number): string {
  return `${Number(((100 * part) / whole).toFixed(2))}%`;
}

/** Says what decided a component: for ratios, the check that comes off worst. */
function decidedBy(name: string, { methodologies, business_activity: business }: ScreenAnswer): string {
  if (name === 'business_activity')
    return `${STATUS_WORDS[business.status]}; confidence ${business.confidence}`;
  const checks = methodologies.flatMap((methodology) => methodology.checks);
  const of = RATIO_COMPONENTS.find((component) => component.name === name)?.of;
  if (of === undefined) {
    const wide = checks.filter(({ low, high }) => low !== high).length;
    return wide === 0
      ? 'every ratio is exact'
      : `${wide} of ${checks.length} ratios ${wide === 1 ? 'is a range' : 'are ranges'}`;
  }
  const covered: readonly string[] = of;
  const [worst] = checks
    .filter(({ numerator }) => covered.includes(numerator))
    .toSorted((one, other) => shareOfLimit(other) - shareOfLimit(one));
  if (worst === undefined) return 'no check is on it';
  return `${percentRange(worst.low, worst.high)}, limit ${limitInWords(worst)}`;
}

function shareOfLimit({ high, threshold }: CheckAnswer): number {
  return high === null ? Number.POSITIVE_INFINITY : high / threshold;
}
