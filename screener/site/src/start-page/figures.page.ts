import { type Content, html, type Safe } from '@common/web/html';
import { SCORE_CAPS } from '@screener/engine/verdict/score';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { componentWords, verdictWords } from '@screener/words/names';
import { percentRange, price } from '@screener/words/numbers';
import { coveredRateInWords } from '@screener/words/purification';
import { mostPerShareInWords } from '@screener/words/shares';
import { ageInWords, ageOfDay, newestReport } from '@screener/words/time';
import { face, words } from '../parts/language.ts';
import { dateInWords, shortDate } from '../parts/words.page.ts';

/** Shows the score, the purification, and the age of what the answer rests on. */
export function figureCells(answer: ScreenAnswer): Safe {
  const cells = [scoreCell(answer), purificationCell(answer)];
  const { etf_look_through: fund } = answer;
  cells.push(...(fund === undefined ? [figuresCell(answer), priceCell(answer)] : fundCells(answer, fund)));
  return html`<dl class="cells">
${cells.map(({ label, figure, note }) => html`<div><dt>${label}</dt><dd><span class="figure">${figure}</span> <span class="small-text">${note}</span></dd></div>\n`)}</dl>`;
}

interface Cell {
  readonly label: string;
  readonly figure: Content;
  readonly note: Content;
}

function scoreCell({ compliance, score, components, business_activity: business }: ScreenAnswer): Cell {
  const { figures } = words();
  const label = figures.score;
  if (compliance === 'not_screenable') return { label, figure: figures.none, note: figures.asNoVerdict };
  const figure = html`${score} <span class="muted">${figures.of100}</span>`;
  if (business.status === 'fail') return { label, figure, note: figures.prohibited };
  const sum = Object.values(components).reduce((total, part) => total + part.score, 0);
  const cap = SCORE_CAPS[compliance];
  const lost = ([, { score: kept, max }]: [string, { score: number; max: number }]) => max - kept;
  const [name = ''] = Object.entries(components).toSorted((a, b) => lost(b) - lost(a))[0] ?? [];
  return {
    label,
    figure,
    note:
      sum > score
        ? figures.atMost(cap, verdictWords(compliance, face()))
        : figures.mostLost(componentWords(name, face())),
  };
}

function purificationCell({ purification }: ScreenAnswer): Cell {
  const { low_pct: low, high_pct: high } = purification;
  const { figures } = words();
  const label = figures.toPurify;
  const fund = coveredRateInWords(purification, face());
  if (fund !== null) return { label, figure: fund.rate, note: figures.ofDividendsOfFund(fund.coverage) };
  if (high === null && low === 0) return { label, figure: figures.notKnown, note: figures.noFigures };
  const share = mostPerShareInWords(purification, face());
  return {
    label,
    figure: percentRange(low / 100, high === null ? null : high / 100, face()),
    note: share === null ? figures.ofDividends : figures.ofDividendsAnd(share),
  };
}

function figuresCell(answer: ScreenAnswer): Cell {
  const { figures } = words();
  const label = figures.figures;
  const newest = newestReport(answer);
  if (newest === null) return { label, figure: figures.none, note: figures.noReport };
  const { form, period_end: end, isScreened } = newest;
  return {
    label,
    figure: ageOfDay(end, answer.today, face()),
    note: (isScreened ? figures.formTo : figures.formToTooOld)<Content>(form, dateInWords(end)),
  };
}

function priceCell({ market_data: { close, currency, date }, today, anchor }: ScreenAnswer): Cell {
  const { figures } = words();
  const label = figures.price;
  if (date === null || close === null) {
    const note = anchor === null ? figures.noPriceNeeded : figures.noMarketCap;
    return { label, figure: figures.none, note };
  }
  return {
    label,
    figure: shortDate(date),
    note: figures.priceAndAge(price(close, currency, face()), ageOfDay(date, today, face())),
  };
}

type LookThrough = NonNullable<ScreenAnswer['etf_look_through']>;

function fundCells(
  { data_age_days: age }: ScreenAnswer,
  { report, coverage_pct: covered }: LookThrough,
): Cell[] {
  const { figures } = words();
  return [
    report === null || age === null
      ? { label: figures.holdings, figure: figures.none, note: figures.noHoldings }
      : {
          label: figures.holdings,
          figure: ageInWords(age, face()),
          note: figures.nportTo<Content>(dateInWords(report.period_end)),
        },
    {
      label: figures.withVerdict,
      figure: percentRange(covered / 100, covered / 100, face()),
      note: figures.ofNetAssets,
    },
  ];
}
