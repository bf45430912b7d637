import { html, type Safe } from '@common/web/html';
import type { Mandate } from '@platform/core/objects/mandate';
import { grouped } from '@platform/words/amounts';
import type { LimitUse, MandateUse } from './mandate-use.ts';
import { amountText, bareAmount } from './mandate-words.ts';

const WIDTH = 420;

/** Draws what is left of a mandate’s limits, and says it in words. */
export function useBars(mandate: Mandate, { uses, today }: MandateUse): Safe {
  return html`<div class="bars">
${today !== null && bar(today, `${amountText(today.left, mandate)} left today`, `${bareAmount(today.spent, mandate)} spent${waits(today, (sum) => bareAmount(sum, mandate))}`)}
${bar(uses, `${grouped(uses.left)} uses left`, `${grouped(uses.spent)} of ${grouped(uses.limit)} used${waits(uses)}`)}
</div>`;
}

function waits({ waiting }: LimitUse, words = grouped): string {
  return waiting === '0' ? '' : `, ${words(waiting)} waiting`;
}

function bar(use: LimitUse, left: string, used: string): Safe {
  const part = (amount: string) =>
    Math.min(WIDTH, (WIDTH * Number(amount)) / Math.max(Number(use.limit), 1e-9));
  const spent = part(use.spent);
  const waiting = Math.min(WIDTH - spent, part(use.waiting));
  return html`<div>
<svg class="bar" viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect x="0" y="0" width="${spent.toFixed(1)}" height="10" class="spent"/><rect x="${spent.toFixed(1)}" y="0" width="${waiting.toFixed(1)}" height="10" class="waiting"/></svg>
<p class="bar-words"><strong>${left}</strong> <span class="note">${used}</span></p>
</div>`;
}
