import type { WordedAnswer } from '@screener/service/use-cases/screen-ticker';
import { findingInWords } from '@screener/words/finding-words';
import { STATUS_WORDS } from '@screener/words/names';
import { percentRange } from '@screener/words/numbers';
import { amountPerShareInWords, filedPerShareInWords, shareBasisInWords } from '@screener/words/shares';
import { ageInWords } from '@screener/words/time';
import { evidenceLines, mainUnit } from './evidence.ts';
import { explanationLines, sourceLines } from './explanation.ts';
import { renderFund } from './fund.ts';
import { bullet, labelled, type Page, pageFor, wrap } from './layout.ts';
import { matrixLines } from './matrix.ts';
import { faceOf, money } from './numbers.ts';
import { rateLines } from './rates.ts';
import { renderShort } from './short-answer.ts';
import { link, paint, printable, type Terminal } from './terminal.ts';
import { closingLines, scoreLines, verdictLines } from './verdict.ts';
import { DATA_SOURCE_WORDS, paintStatus } from './words.ts';

interface ScreeningView {
  /** Whether to show how each amount was computed and the source of each limit. */
  readonly explain: boolean;
  /** Whether to print addresses in full, even where the terminal shows links. */
  readonly links: boolean;
}

const LABEL_WIDTH = 10;

/** Writes the whole answer of `sanad screen`. Ends in a newline. */
export function renderScreening(answer: WordedAnswer, terminal: Terminal, view: ScreeningView): string {
  const { etf_look_through: fund } = answer;
  if (fund === undefined ? answer.anchor === null : fund.report === null) {
    return renderShort(answer, terminal);
  }
  if (fund !== undefined) return renderFund(answer, fund, terminal);
  const page = pageFor(terminal);
  const shown = printable(answer);
  const unit = mainUnit(shown);
  const sections: readonly (readonly [string | null, readonly string[]])[] = [
    [null, headerLines(page, shown, view)],
    [null, verdictLines(page, shown)],
    ['Audit matrix', matrixLines(page, shown)],
    ['Business activity', businessLines(page, shown)],
    ['Purification', purificationLines(page, shown)],
    ['Score', scoreLines(page, shown)],
    ['Approximations', shown.approximations.flatMap((entry) => bullet(page, entry.message))],
    [
      unit === null ? 'Evidence' : `Evidence, in ${unit}`,
      [...evidenceLines(page, shown, view.links), ...rateLines(page, shown)],
    ],
    ...(view.explain
      ? ([
          ['How each amount was computed', explanationLines(page, shown)],
          ['Source of each limit', sourceLines(page, shown)],
        ] as const)
      : []),
    [null, closingLines(page, shown)],
  ];
  const blocks = sections.map(([title, lines]) =>
    [...(title === null ? [] : [paint(terminal, 'bold', title)]), ...lines].join('\n'),
  );
  return `${blocks.join('\n\n')}\n`;
}

function headerLines(page: Page, answer: WordedAnswer, view: ScreeningView): readonly string[] {
  const { anchor, data_age_days: age } = answer;
  const line = (label: string, text: string) => labelled(page, label, text, LABEL_WIDTH);
  const through = answer.facts_through === null ? 'no filings' : `filings up to ${answer.facts_through}`;
  const title = `${answer.name} (${answer.symbol})`;
  const report =
    anchor === null
      ? []
      : [
          ...line('Report', `${anchor.form} for the period to ${anchor.period_end}, filed ${anchor.filed}`),
          // The accession number is turned into a link after wrapping, which would count the escape codes.
          ...line('', anchor.accession).map((text) =>
            text.replace(anchor.accession, link(page.terminal, anchor.source_url, anchor.accession)),
          ),
          ...(view.links ? [`  ${''.padEnd(LABEL_WIDTH)}${anchor.source_url}`] : []),
        ];
  return [
    ...wrap(title, page.width, 0, 2).map((text) => paint(page.terminal, 'bold', text)),
    ...line('CIK', answer.cik),
    ...line('As of', `${answer.as_of}, rules: ${answer.rules}`),
    ...report,
    ...(age === null ? [] : line('Figures', ageInWords(age))),
    ...line('Price', priceText(answer)),
    ...line('Data', `${DATA_SOURCE_WORDS[answer.data_source]}, ${through}`),
  ];
}

function priceText({ market_data: market }: WordedAnswer): string {
  if (market.value === null || market.close === null) {
    return `none: ${market.reason ?? 'no reason is given'}`;
  }
  const close = `close ${market.close.toFixed(2)} ${market.currency} on ${market.date}`;
  const cap =
    market.figure === 'market_cap'
      ? `market cap ${money(market.value)} ${market.currency}`
      : 'market cap from the cover page’s share count';
  return `${close}, ${cap} (${market.source})`;
}

function businessLines(page: Page, { business_activity: business }: WordedAnswer): readonly string[] {
  const sic =
    business.sic === null
      ? 'no SIC code'
      : `SIC ${business.sic}${business.sic_description === null ? '' : ` ${business.sic_description}`}`;
  const about = business.status === 'unknown' ? '' : ` (confidence ${business.confidence})`;
  const source = business.source === 'none' ? 'no source says what the company does' : business.source;
  const word = STATUS_WORDS[business.status];
  const [first = '', ...rest] = wrap(`${word}${about}: ${sic}; ${source}`, page.width, 2);
  return [
    first.replace(word, paintStatus(page.terminal, business.status, word)),
    ...rest,
    ...business.findings.flatMap((finding) =>
      bullet(page, findingInWords(finding, STATUS_WORDS[finding.status]), 4),
    ),
  ];
}

function purificationLines(page: Page, answer: WordedAnswer): readonly string[] {
  const { purification } = answer;
  const {
    pct_of_dividends_and_gains: given,
    low_pct: low,
    high_pct: high,
    share_basis: basis,
  } = purification;
  if (given === null) return wrap('not known: nothing bounds interest income over revenue', page.width, 2);
  const range = high === null ? 'no upper end' : percentRange(low / 100, high / 100, faceOf(page.glyphs));
  const isEnd = given === high;
  const pct = isEnd
    ? `${range} of dividends and gains (${purification.basis})`
    : `${given.toFixed(2)} % of dividends and gains, by the filed figure (${range}, ${purification.basis})`;
  const face = faceOf(page.glyphs);
  const perShare = amountPerShareInWords(purification, face);
  const filed = filedPerShareInWords(purification);
  const perShareLine =
    perShare === null
      ? 'no amount per share: no usable share count is filed'
      : filed === null
        ? perShare
        : `${filed}, by the filed figure (${perShare})`;
  return [
    ...wrap(pct, page.width, 2),
    ...wrap(perShareLine, page.width, 2),
    ...(basis === null ? [] : wrap(shareBasisInWords(basis, face), page.width, 2)),
    ...wrap(purification.note, page.width, 2),
  ];
}
