import { multiply } from '@common/base/exact';
import { html, type Safe } from '@common/web/html';
import { type Headroom, headroomOf, type MethodologyHeadroom, type Reach } from '@screener/engine/headroom';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { PAGE } from '@screener/words/face';
import { money, percent, price } from '@screener/words/numbers';
import { pageSection } from '../parts/section.page.ts';
import { dateInWords } from '../parts/words.page.ts';

const CENT = 0.01;
const NO_LIMIT = 'no limit';

/** Says how far the price may fall, or debt rise, before each methodology fails; false for a company without room. */
export function headroomSection(answer: ScreenAnswer): Safe | false {
  const room = headroomOf(answer);
  if (room === null) return false;
  return pageSection({
    id: 'headroom',
    title: 'Room to the limits',
    note: html`If nothing else changes. From the close of ${dateInWords(room.close_date)} and the balance sheet of ${dateInWords(room.period_end)}.`,
    fold: { hint: 'How far price and debt may move' },
    content: html`<p>${firstByPrice(room)} ${firstByDebt(room)}${nextReport(room, answer)}</p>
<table class="headroom">
<thead><tr><th scope="col">Methodology</th><th scope="col" class="number">Price may fall to</th><th scope="col" class="number">Debt may rise to</th></tr></thead>
<tbody>
${room.methodologies.map((one) => row(one, room))}</tbody>
</table>
<p class="small muted">A cent beyond these amounts, the methodology no longer passes. Debt is counted at its upper end, ${money(room.debt, room.currency)}.</p>`,
  });
}

function firstByPrice({ methodologies, close, currency }: Headroom): Safe | false {
  const first = methodologies
    .filter(({ price: reach }) => reach !== null)
    .reduce<MethodologyHeadroom | null>(
      (top, one) => (centsOf(one.price) > centsOf(top?.price ?? null) ? one : top),
      null,
    );
  if (first === null || first.price === null) return false;
  return html`If the price falls, ${first.name} is the first to fail: below ${priceOf(first.price, currency)}, ${fallOf(first.price, close)} under the close of ${price(close, currency)}.`;
}

function firstByDebt({ methodologies, debt, currency }: Headroom): Safe | false {
  const first = methodologies
    .filter(({ debt: reach }) => reach !== null)
    .reduce<MethodologyHeadroom | null>(
      (low, one) => (low === null || centsOf(one.debt) < centsOf(low.debt) ? one : low),
      null,
    );
  if (first === null || first.debt === null) return false;
  const most = multiply(first.debt.cents, CENT);
  return html`If debt rises, ${first.name} is the first to fail: above ${money(most, currency)}, ${money(most - debt, currency)} more than on that balance sheet.`;
}

function nextReport({ next_report_expected: next }: Headroom, { today }: ScreenAnswer): Safe | false {
  if (next === null) return false;
  const words = next < today ? 'was expected on' : 'is expected on';
  return html` The next report ${words} ${dateInWords(next)}: our estimate, a year after last year’s was filed.`;
}

function row(
  { name, price: lowest, debt: most }: MethodologyHeadroom,
  { close, debt, currency }: Headroom,
): Safe {
  const low =
    lowest === null
      ? NO_LIMIT
      : html`${priceOf(lowest, currency)} <span class="small-text">${fallOf(lowest, close)} lower</span>`;
  const high = most === null ? null : multiply(most.cents, CENT);
  const rise =
    high === null
      ? NO_LIMIT
      : html`${money(high, currency)} <span class="small-text">${money(high - debt, currency)} more</span>`;
  return html`<tr><th scope="row">${name}</th><td class="number">${low}</td><td class="number">${rise}</td></tr>
`;
}

function centsOf(reach: Reach | null): number {
  return reach?.cents ?? 0;
}

function priceOf({ cents }: Reach, currency: string): string {
  return price(multiply(cents, CENT), currency);
}

/** How much lower, as a share of the close. A close with parts of a cent may be under the whole cent above its limit. */
function fallOf({ cents }: Reach, close: number): string {
  return percent(Math.max(0, 1 - multiply(cents, CENT) / close), PAGE, 1);
}
