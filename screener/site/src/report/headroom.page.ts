import { multiply } from '@common/base/exact';
import { html, type Safe } from '@common/web/html';
import { type Headroom, headroomOf, type MethodologyHeadroom, type Reach } from '@screener/engine/headroom';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { methodologyName, money, percent, price } from '../parts/in-words.ts';
import { words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { dateInWords } from '../parts/words.page.ts';

const CENT = 0.01;

/** Says how far the price may fall, or debt rise, before each methodology fails; false for a company without room. */
export function headroomSection(answer: ScreenAnswer): Safe | false {
  const room = headroomOf(answer);
  if (room === null) return false;
  const said = words().report.headroom;
  const [byPrice, byDebt] = [firstByPrice(room), firstByDebt(room)];
  return pageSection({
    id: 'headroom',
    title: said.title,
    note: said.note(dateInWords(room.close_date), dateInWords(room.period_end)),
    fold: { hint: said.hint },
    content: html`<p>${byPrice} ${byDebt}${nextReport(room, answer)}</p>
<table class="headroom">
<thead><tr><th scope="col">${said.methodology}</th><th scope="col" class="number">${said.priceTo}</th><th scope="col" class="number">${said.debtTo}</th></tr></thead>
<tbody>
${room.methodologies.map((one) => row(one, room))}</tbody>
</table>
<p class="small muted">${said.small(money(room.debt, room.currency))}</p>`,
  });
}

function firstByPrice({ methodologies, close, currency }: Headroom): string | false {
  const first = methodologies
    .filter(({ price: reach }) => reach !== null)
    .reduce<MethodologyHeadroom | null>(
      (top, one) => (centsOf(one.price) > centsOf(top?.price ?? null) ? one : top),
      null,
    );
  if (first === null || first.price === null) return false;
  return words().report.headroom.byPrice(
    methodologyName(first),
    priceOf(first.price, currency),
    fallOf(first.price, close),
    price(close, currency),
  );
}

function firstByDebt({ methodologies, debt, currency }: Headroom): string | false {
  const first = methodologies
    .filter(({ debt: reach }) => reach !== null)
    .reduce<MethodologyHeadroom | null>(
      (low, one) => (low === null || centsOf(one.debt) < centsOf(low.debt) ? one : low),
      null,
    );
  if (first === null || first.debt === null) return false;
  const most = multiply(first.debt.cents, CENT);
  return words().report.headroom.byDebt(
    methodologyName(first),
    money(most, currency),
    money(most - debt, currency),
  );
}

function nextReport({ next_report_expected: next }: Headroom, { today }: ScreenAnswer): Safe | false {
  if (next === null) return false;
  const { nextIs, nextWas } = words().report.headroom;
  return html` ${(next < today ? nextWas : nextIs)(dateInWords(next))}`;
}

function row(
  { price: lowest, debt: most, ...methodology }: MethodologyHeadroom,
  { close, debt, currency }: Headroom,
): Safe {
  const { noLimit, lower, more } = words().report.headroom;
  const low =
    lowest === null
      ? noLimit
      : html`${priceOf(lowest, currency)} <span class="small-text">${lower(fallOf(lowest, close))}</span>`;
  const high = most === null ? null : multiply(most.cents, CENT);
  const rise =
    high === null
      ? noLimit
      : html`${money(high, currency)} <span class="small-text">${more(money(high - debt, currency))}</span>`;
  return html`<tr><th scope="row">${methodologyName(methodology)}</th><td class="number">${low}</td><td class="number">${rise}</td></tr>
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
  return percent(Math.max(0, 1 - multiply(cents, CENT) / close), 1);
}
