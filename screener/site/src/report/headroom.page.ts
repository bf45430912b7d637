import { multiply } from '@common/base/exact';
import { type Content, html, type Safe } from '@common/web/html';
import { type Headroom, headroomOf, type MethodologyHeadroom } from '@screener/engine/headroom';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { tenseOf } from '@screener/words/time';
import { methodologyName, money, percent, price } from '../parts/in-words.ts';
import { words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { dateInWords } from '../parts/words.page.ts';

const CENT = 0.01;

/**
 * Says how far the price may fall, or debt rise, before each methodology that the reader follows fails; false for a
 * company without room. That of a past or stale verdict is told in the past tense.
 */
export function headroomSection(answer: ScreenAnswer): Safe | false {
  const room = headroomOf(answer, answer.chosen?.methodologies);
  if (room === null) return false;
  const { headroom } = words().report;
  const tense = answer.stale === null && tenseOf(answer).verb === 'is' ? 'now' : 'earlier';
  const said = headroom[tense];
  const [byPrice, byDebt] = [firstByPrice(room, tense), firstByDebt(room, tense)];
  const hasAverage = room.methodologies.some(({ average_months: months }) => months !== null);
  return pageSection({
    id: 'headroom',
    title: headroom.title,
    note: said.note(dateInWords(room.close_date), dateInWords(room.period_end)),
    fold: { hint: said.hint },
    content: html`<p>${ofDay(answer)}${byPrice} ${byDebt}${nextReport(room, answer)}</p>
<table class="headroom">
<thead><tr><th scope="col">${headroom.methodology}</th><th scope="col" class="number">${said.priceTo}</th><th scope="col" class="number">${said.debtTo}</th></tr></thead>
<tbody>
${room.methodologies.map((one) => row(one, room))}</tbody>
</table>
<p class="small muted">${said.small(money(room.debt, room.debt_currency))}${hasAverage && ` ${headroom.averages}`}${room.debt_currency !== room.currency && html` ${headroom.translated(room.debt_currency, dateInWords(room.period_end))}`}</p>`,
  });
}

type Tense = 'now' | 'earlier';

/** Says that the room is not of today; false if it is. */
function ofDay(answer: ScreenAnswer): Content {
  const { past, stale } = words().report.headroom;
  const { verb, day } = tenseOf(answer);
  if (verb === 'was' && day !== null) return html`${past(dateInWords(day))} `;
  return answer.stale !== null && `${stale} `;
}

function firstByPrice({ methodologies, close, currency }: Headroom, tense: Tense): string | false {
  const first = methodologies
    .filter(({ price: reach }) => reach !== null)
    .reduce<MethodologyHeadroom | null>(
      (top, one) => ((one.price?.cents ?? 0) > (top?.price?.cents ?? 0) ? one : top),
      null,
    );
  if (first === null || first.price === null) return false;
  return words().report.headroom[tense].byPrice(
    methodologyName(first),
    priceOf(first.price, currency),
    fallOf(first.price, close),
    price(close, currency),
  );
}

function firstByDebt(
  { methodologies, debt, debt_currency: currency, debt_unit: unit }: Headroom,
  tense: Tense,
): string | false {
  const first = methodologies
    .filter(({ debt: reach }) => reach !== null)
    .reduce<MethodologyHeadroom | null>(
      (low, one) => ((one.debt?.units ?? 0) < (low?.debt?.units ?? Infinity) ? one : low),
      null,
    );
  if (first === null || first.debt === null) return false;
  const most = multiply(first.debt.units, unit);
  return words().report.headroom[tense].byDebt(
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
  { price: lowest, debt: most, average_months: months, ...methodology }: MethodologyHeadroom,
  { close, debt, currency, debt_currency: debtCurrency, debt_unit: unit }: Headroom,
): Safe {
  const { noLimit, lower, more, averageOf } = words().report.headroom;
  const low =
    lowest === null
      ? noLimit
      : html`${priceOf(lowest, currency)} <span class="small-text">${lower(fallOf(lowest, close))}</span>`;
  const high = most === null ? null : multiply(most.units, unit);
  const rise =
    high === null
      ? noLimit
      : html`${money(high, debtCurrency)} <span class="small-text">${more(money(high - debt, debtCurrency))}</span>`;
  return html`<tr><th scope="row">${methodologyName(methodology)}${months !== null && html` <span class="small-text">${averageOf(months)}</span>`}</th><td class="number">${low}</td><td class="number">${rise}</td></tr>
`;
}

type PriceReach = NonNullable<MethodologyHeadroom['price']>;

function priceOf({ cents }: PriceReach, currency: string): string {
  return price(multiply(cents, CENT), currency);
}

/** How much lower, as a share of the close. A close with parts of a cent may be under the whole cent above its limit. */
function fallOf({ cents }: PriceReach, close: number): string {
  return percent(Math.max(0, 1 - multiply(cents, CENT) / close), 1);
}
