import { type Content, html, type Safe } from '@common/web/html';
import { SCORE_CAPS } from '@screener/engine/verdict/score';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { componentWords, VERDICT_WORDS } from '@screener/words/names';
import { percentRange, price } from '@screener/words/numbers';
import { coveredRateInWords } from '@screener/words/purification';
import { mostPerShareInWords } from '@screener/words/shares';
import { ageInWords, ageOfDay, newestReport } from '@screener/words/time';
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
  const label = 'Score';
  if (compliance === 'not_screenable') return { label, figure: 'none', note: 'as there is no verdict' };
  const figure = html`${score} <span class="muted">of 100</span>`;
  if (business.status === 'fail') return { label, figure, note: 'the core business is prohibited' };
  const sum = Object.values(components).reduce((total, part) => total + part.score, 0);
  const cap = SCORE_CAPS[compliance];
  const lost = ([, { score: kept, max }]: [string, { score: number; max: number }]) => max - kept;
  const [name = ''] = Object.entries(components).toSorted((a, b) => lost(b) - lost(a))[0] ?? [];
  return {
    label,
    figure,
    note:
      sum > score
        ? `at most ${cap} where ${VERDICT_WORDS[compliance]}`
        : `most lost on ${componentWords(name)}`,
  };
}

function purificationCell({ purification }: ScreenAnswer): Cell {
  const { low_pct: low, high_pct: high } = purification;
  const label = 'To purify';
  const fund = coveredRateInWords(purification);
  if (fund !== null) return { label, figure: fund.rate, note: `of dividends, ${fund.coverage}` };
  if (high === null && low === 0)
    return { label, figure: 'not known', note: 'no figures to work it out from' };
  const share = mostPerShareInWords(purification);
  return {
    label,
    figure: percentRange(low / 100, high === null ? null : high / 100),
    note: share === null ? 'of dividends' : `of dividends; ${share}`,
  };
}

function figuresCell(answer: ScreenAnswer): Cell {
  const label = 'Figures';
  const newest = newestReport(answer);
  if (newest === null) return { label, figure: 'none', note: 'we have no report' };
  const { form, period_end: end, isScreened } = newest;
  const tooOld = isScreened ? '' : ': too old for a verdict';
  return {
    label,
    figure: ageOfDay(end, answer.today),
    note: html`${form} to ${dateInWords(end)}${tooOld}`,
  };
}

function priceCell({ market_data: { close, currency, date }, today, anchor }: ScreenAnswer): Cell {
  const label = 'Price';
  if (date === null || close === null) {
    const note = anchor === null ? 'none is needed without figures' : 'so no ratio to the market cap';
    return { label, figure: 'none', note };
  }
  return {
    label,
    figure: shortDate(date),
    note: `${price(close, currency)}, ${ageOfDay(date, today)}`,
  };
}

type LookThrough = NonNullable<ScreenAnswer['etf_look_through']>;

function fundCells(
  { data_age_days: age }: ScreenAnswer,
  { report, coverage_pct: covered }: LookThrough,
): Cell[] {
  return [
    report === null || age === null
      ? { label: 'Holdings', figure: 'none', note: 'we have no report of them' }
      : {
          label: 'Holdings',
          figure: ageInWords(age),
          note: html`Form N-PORT to ${dateInWords(report.period_end)}`,
        },
    {
      label: 'With a verdict',
      figure: percentRange(covered / 100, covered / 100),
      note: 'of net assets; the rest is open',
    },
  ];
}
