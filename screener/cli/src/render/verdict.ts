import type { Screening } from '@screener/engine/screening';
import { SCORE_CAPS } from '@screener/engine/verdict/score';
import type { WordedAnswer } from '@screener/service/use-cases/screen-ticker';
import { TEXT } from '@screener/words/face';
import { componentWords, VERDICT_WORDS } from '@screener/words/names';
import { basisInWords, tenseOf } from '@screener/words/time';
import { bullet, type Page, wrap } from './layout.ts';
import { openLines } from './short-answer.ts';
import { paint } from './terminal.ts';
import { missingName, paintAnswer } from './words.ts';

/** Writes the verdict between two rules, with the reason below it. */
export function verdictLines(page: Page, screening: WordedAnswer): readonly string[] {
  const { terminal, glyphs, width } = page;
  const [word, score] = [verdictWord(screening), scoreWords(screening)];
  const rule = paintAnswer(terminal, screening, glyphs.rule.repeat(width));
  const gap = ' '.repeat(Math.max(2, width - 4 - word.length - score.length));
  return [
    rule,
    `  ${paintAnswer(terminal, screening, word)}${gap}${paint(terminal, 'bold', score)}`,
    rule,
    ...chosenLines(page, screening),
    ...wrap(screening.summary, width, 2),
    ...wrap(basisInWords(screening, TEXT), width, 2),
    ...openLines(page, screening),
    ...(screening.missing.length > 1
      ? screening.missing.flatMap((entry) => bullet(page, `${missingName(entry.code)}: ${entry.message}`, 4))
      : []),
  ];
}

/** Writes the verdict by the methodologies that the reader follows, if any. */
function chosenLines(page: Page, { chosen }: WordedAnswer): readonly string[] {
  return chosen === undefined ? [] : wrap(chosen.summary, page.width, 2);
}

/**
 * Repeats the verdict at the end of a report, where the reader looks once it is printed: `AAPL: COMPLIANT,
 * score 77.9 of 100, as of ...`.
 */
export function closingLines(page: Page, screening: Screening): readonly string[] {
  const { symbol, as_of: asOf } = screening;
  const word = verdictWord(screening);
  return wrap(`${symbol}: ${word}, ${scoreWords(screening)}, as of ${asOf}`, page.width, 0, 2).map((line) =>
    line.replace(word, paintAnswer(page.terminal, screening, word)),
  );
}

/** `COMPLIANT`; of a day that is past, `WAS COMPLIANT`. */
function verdictWord(screening: Screening): string {
  const word = VERDICT_WORDS[screening.compliance].toUpperCase();
  return tenseOf(screening).verb === 'was' ? `WAS ${word}` : word;
}

function scoreWords({ compliance, score }: Screening): string {
  return compliance === 'not_screenable' ? 'no score' : `score ${score.toFixed(1)} of 100`;
}

/** Draws each component as a bar as long as its weight. */
export function scoreLines(page: Page, screening: Screening): readonly string[] {
  const { terminal, glyphs } = page;
  const components = Object.entries(screening.components);
  const nameWidth = Math.max(...components.map(([name]) => componentWords(name).length));
  const longest = Math.max(...components.map(([, component]) => component.max));
  const hasBars = page.width >= 2 + nameWidth + 2 + 11 + 2 + longest;
  const lines = components.map(([name, { score, max }]) => {
    const full = Math.min(max, Math.max(0, Math.round(score)));
    const bar = paint(terminal, 'blue', glyphs.full.repeat(full)) + glyphs.empty.repeat(max - full);
    const figures = `${score.toFixed(1).padStart(4)} of ${String(max).padStart(2)}`;
    return `  ${componentWords(name).padEnd(nameWidth)}  ${figures}${hasBars ? `  ${bar}` : ''}`;
  });
  const sum = Math.round(components.reduce((total, [, component]) => total + component.score, 0) * 10) / 10;
  if (sum <= screening.score) return lines;
  const cap = SCORE_CAPS[screening.compliance];
  const verdict = VERDICT_WORDS[screening.compliance];
  const note =
    cap === 0
      ? `The components come to ${sum.toFixed(1)}; what is ${verdict} has no score.`
      : `The components come to ${sum.toFixed(1)}; the score of what is ${verdict} is at most ${cap}.`;
  return [...lines, ...wrap(note, page.width, 2)];
}
