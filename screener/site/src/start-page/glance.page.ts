import { html, type Safe } from '@common/web/html';
import type { ScreenedMethodology } from '@screener/engine/screened';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { ratioName } from '@screener/words/names';
import { percentRange } from '@screener/words/numbers';
import { isKnown, nearestCheck } from '../parts/checks.page.ts';
import { intervalDrawing, intervalPatterns } from '../parts/interval.page.ts';
import { statusMarkOf } from '../parts/words.page.ts';

/** Shows all methodologies, each by its check nearest to the limit; null if no ratio is known. */
export function glance(answer: ScreenAnswer): Safe | null {
  const { symbol, methodologies } = answer;
  if (!methodologies.some(({ checks }) => checks.some(isKnown))) return null;
  return html`${intervalPatterns()}<div class="glance">
<p class="glance-head" aria-hidden="true"><span>Nearest check</span><span class="number"><bdi>${symbol}</bdi></span><span class="sides"><span>within</span><span>beyond</span></span><span>Result</span></p>
<ul aria-label="Methodologies, each by its check nearest to the limit">
${methodologies.map((methodology) => row(methodology, answer))}</ul>
</div>`;
}

function row({ name, status, checks }: ScreenedMethodology, answer: ScreenAnswer): Safe {
  const check = nearestCheck(checks);
  if (check === undefined) throw new Error(`${name} has no check`);
  const drawn = isKnown(check);
  return html`<li>
<span class="what"><b>${name}</b> <span class="small-text">${ratioName(check)}</span></span>
<span class="number value${!drawn && ' none'}">${percentRange(check.low, check.high)}</span>
<span class="drawn">${drawn && intervalDrawing(check, { height: 62 })}</span>
<span class="result">${statusMarkOf(answer, status)}</span>
</li>
`;
}
