import { html, type Safe } from '@common/web/html';
import type { ScreenedMethodology } from '@screener/engine/screened';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { methodologyName, ratioName } from '@screener/words/names';
import { percentRange } from '@screener/words/numbers';
import { isKnown, nearestCheck } from '../parts/checks.page.ts';
import { intervalDrawing, intervalPatterns } from '../parts/interval.page.ts';
import { face, words } from '../parts/language.ts';
import { statusMarkOf } from '../parts/words.page.ts';

/** Shows all methodologies, each by its check nearest to the limit; null if no ratio is known. */
export function glance(answer: ScreenAnswer): Safe | null {
  const { symbol, methodologies } = answer;
  if (!methodologies.some(({ checks }) => checks.some(isKnown))) return null;
  const said = words().glance;
  return html`${intervalPatterns()}<div class="glance">
<p class="glance-head" aria-hidden="true"><span>${said.nearest}</span><span class="number"><bdi>${symbol}</bdi></span><span class="sides"><span>${said.within}</span><span>${said.beyond}</span></span><span>${said.result}</span></p>
<ul aria-label="${said.label}">
${methodologies.map((methodology) => row(methodology, answer))}</ul>
</div>`;
}

function row({ id, name, status, checks }: ScreenedMethodology, answer: ScreenAnswer): Safe {
  const check = nearestCheck(checks);
  if (check === undefined) throw new Error(`${name} has no check`);
  const drawn = isKnown(check);
  return html`<li>
<span class="what"><b>${methodologyName({ id, name }, face())}</b> <span class="small-text">${ratioName(check, face())}</span></span>
<span class="number value${!drawn && ' none'}">${percentRange(check.low, check.high, face())}</span>
<span class="drawn">${drawn && intervalDrawing(check, { height: 62 })}</span>
<span class="result">${statusMarkOf(answer, status)}</span>
</li>
`;
}
