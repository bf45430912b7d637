import type { CheckAnswer, LastVerdict, Screening } from '@screener/engine/screening';
import { SCORE_CAPS } from '@screener/engine/verdict/score';
import { DECIDED_VERDICTS, FAILS_FOR_NON_COMPLIANT } from '@screener/engine/verdict/verdict';
import { bullet, listed, type Page, plural, wrap } from './layout.ts';
import { limitText, percentRange } from './numbers.ts';
import { paint } from './terminal.ts';
import { missingName, paintVerdict, ratioName, spaced, VERDICT_WORDS } from './words.ts';

type Answered = Screening & { readonly last_verdict: LastVerdict | null };

/** The verdict between two rules, with the reason below it. */
export function verdictLines(page: Page, screening: Answered): readonly string[] {
  const { terminal, glyphs, width } = page;
  const { compliance } = screening;
  const word = VERDICT_WORDS[compliance].toUpperCase();
  const score = compliance === 'not_screenable' ? 'no score' : `score ${screening.score.toFixed(1)} of 100`;
  const rule = paintVerdict(terminal, compliance, glyphs.rule.repeat(width));
  const gap = ' '.repeat(Math.max(2, width - 4 - word.length - score.length));
  return [
    rule,
    `  ${paintVerdict(terminal, compliance, word)}${gap}${paint(terminal, 'bold', score)}`,
    rule,
    ...wrap(whyVerdict(page, screening), width, 2),
    ...screening.missing.flatMap((entry) => bullet(page, `${missingName(entry.code)}: ${entry.message}`, 4)),
    ...openLines(page, screening),
  ];
}

/** Without a verdict: which are still possible, where that is not all of them, and the last one that there was. */
function openLines(page: Page, { compliance, possible, last_verdict: last }: Answered): readonly string[] {
  if (compliance !== 'not_screenable') return [];
  const still =
    possible.length < DECIDED_VERDICTS.length
      ? `Still possible: ${possible.map((verdict) => VERDICT_WORDS[verdict]).join(' or ')}.`
      : null;
  const before =
    last === null
      ? null
      : `The last verdict was ${VERDICT_WORDS[last.compliance]}, as of ${last.as_of} (score ${last.score.toFixed(1)}).`;
  const text = [still, before].filter((part) => part !== null).join(' ');
  return text === '' ? [] : wrap(text, page.width, 2);
}

/** What decides, in one to three sentences. */
function whyVerdict(page: Page, screening: Screening): string {
  switch (screening.compliance) {
    case 'compliant':
      return `The business passes, and so do all ${screening.methodologies.length} methodologies. ${closestCall(page, screening)}`;
    case 'questionable':
    case 'non_compliant':
      return [businessReason(screening), ratioReason(page, screening)]
        .filter((part) => part !== null)
        .join(' ');
    case 'not_screenable':
      return screening.anchor === null
        ? 'There are no figures to screen.'
        : `It cannot be decided: what is missing could still change the answer.`;
  }
}

function businessReason(screening: Screening): string | null {
  const { status, findings } = screening.business_activity;
  if (status !== 'fail' && status !== 'review') return null;
  const deciding = findings.filter((finding) => finding.status === status);
  const labels = listed([
    ...new Set(deciding.map(({ label, note }) => (note === null ? label : `${label} (${note})`))),
  ]);
  return status === 'fail'
    ? `The core business is prohibited whatever the ratios: ${labels}.`
    : `The business needs a person’s review: ${labels}.`;
}

function ratioReason(page: Page, screening: Screening): string | null {
  const failed = screening.methodologies.filter((methodology) => methodology.status === 'fail');
  if (failed.length === 0) {
    return screening.compliance === 'questionable' ? 'No methodology fails on its ratios.' : null;
  }
  const names = listed(failed.map((methodology) => methodology.name));
  const deciding = new Map<string, CheckAnswer>();
  for (const check of failed.flatMap((methodology) => methodology.checks)) {
    if (check.status === 'fail' && !deciding.has(check.ratio)) deciding.set(check.ratio, check);
  }
  const figures = listed(
    [...deciding.values()].map(
      (check) => `${ratioName(check)} of ${percentRange(check.low, check.high, page.glyphs, check)}`,
    ),
  );
  const rule =
    screening.compliance === 'non_compliant' && failed.length >= FAILS_FOR_NON_COMPLIANT
      ? `${FAILS_FOR_NON_COMPLIANT} are enough`
      : `${FAILS_FOR_NON_COMPLIANT} would make it non-compliant`;
  const aside = screening.business_activity.status === 'fail' ? '' : ` (${rule})`;
  const count = `${failed.length} of ${plural(screening.methodologies.length, 'methodology', 'methodologies')}`;
  return `${count} ${failed.length === 1 ? 'fails' : 'fail'}${aside}: ${names}, on ${figures}.`;
}

/** The check whose figure comes nearest to its limit. */
function closestCall(page: Page, screening: Screening): string {
  const checks = screening.methodologies.flatMap((methodology) => methodology.checks);
  const share = (check: CheckAnswer) => (check.high ?? 0) / check.threshold;
  const [first, ...rest] = checks;
  if (first === undefined) return '';
  const closest = rest.reduce((best, check) => (share(check) > share(best) ? check : best), first);
  const value = percentRange(closest.low, closest.high, page.glyphs, closest);
  return `The closest call is ${ratioName(closest)}: ${value}, limit ${limitText(closest, page.glyphs)}.`;
}

/** Each component as a bar as long as its weight. */
export function scoreLines(page: Page, screening: Screening): readonly string[] {
  const { terminal, glyphs } = page;
  const components = Object.entries(screening.components);
  const nameWidth = Math.max(...components.map(([name]) => name.length));
  const longest = Math.max(...components.map(([, component]) => component.max));
  const hasBars = page.width >= 2 + nameWidth + 2 + 11 + 2 + longest;
  const lines = components.map(([name, { score, max }]) => {
    const full = Math.min(max, Math.max(0, Math.round(score)));
    const bar = paint(terminal, 'blue', glyphs.full.repeat(full)) + glyphs.empty.repeat(max - full);
    const figures = `${score.toFixed(1).padStart(4)} of ${String(max).padStart(2)}`;
    return `  ${spaced(name).padEnd(nameWidth)}  ${figures}${hasBars ? `  ${bar}` : ''}`;
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
