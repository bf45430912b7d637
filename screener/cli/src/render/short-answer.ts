import type { NextStepCode } from '@screener/engine/next-step';
import { DECIDED_VERDICTS } from '@screener/engine/verdict/verdict';
import type { WordedAnswer } from '@screener/service/use-cases/screen-ticker';
import { wasReached } from '@screener/service/use-cases/unreached';
import { TEXT } from '@screener/words/face';
import { findingInWords } from '@screener/words/finding-words';
import { STATUS_WORDS, VERDICT_WORDS } from '@screener/words/names';
import { OPERATOR_STEPS } from '@screener/words/next-step';
import { basisInWords, verdictInTime } from '@screener/words/time';
import { type Page, pageFor, wrap } from './layout.ts';
import { link, printable, type Terminal } from './terminal.ts';
import { paintAnswer } from './words.ts';

/**
 * Writes an answer that has no report: the verdict and the reason, what is still possible, and the command
 * that fetches the missing facts. A matrix of unknowns would add nothing.
 */
export function renderShort(answer: WordedAnswer, terminal: Terminal): string {
  const page = pageFor(terminal);
  const shown = printable(answer);
  const { name, symbol, compliance } = shown;
  const word = VERDICT_WORDS[compliance];
  const title = wrap(`${name} (${symbol}) ${verdictInTime(shown, TEXT)}`, page.width, 0, 2).map((line) =>
    line.replace(word, paintAnswer(terminal, shown, word)),
  );
  const lines = [
    ...title,
    ...(shown.chosen === undefined ? [] : wrap(shown.chosen.summary, page.width, 2)),
    ...wrap(reasonText(shown), page.width, 2),
    ...wrap(basisInWords(shown, TEXT), page.width, 2),
    ...businessSource(page, shown),
    ...openLines(page, shown),
  ];
  return `${[...lines, ...adviceLines(page, shown)].join('\n')}\n`;
}

/**
 * Says why the business has its status, with the source: the annual report, or the SIC code. Of a prohibited one, the
 * reason of the verdict says why.
 */
function businessSource(page: Page, { business_activity: business }: WordedAnswer): readonly string[] {
  if (business.status === 'unknown') return [];
  if (business.status !== 'fail') {
    const found = business.findings.filter(({ status }) => status === business.status);
    const code = `${business.sic}${business.sic_description === null ? '' : ` ${business.sic_description}`}`;
    const reasons = found.map((finding) => findingInWords(finding, STATUS_WORDS[finding.status], TEXT));
    const why =
      reasons.length > 0 ? reasons.join('; ') : `${STATUS_WORDS[business.status]}, by SIC code ${code}`;
    return wrap(`Business: ${why}`, page.width, 2, 4);
  }
  const described = business.findings.find(({ status, source }) => status === 'fail' && source !== null);
  if (described?.source != null) {
    const { source, source_url: url } = described;
    // The link is added after wrapping, which would count its escape codes.
    return wrap(`Source: ${source}`, page.width, 2, 4).map((line) =>
      url === null ? line : line.replace(source, link(page.terminal, url, source)),
    );
  }
  const description = business.sic_description === null ? '' : ` ${business.sic_description}`;
  return wrap(`Source: SIC ${business.sic}${description}; ${business.source}`, page.width, 2, 4);
}

/** Without a verdict, says which verdicts are still possible, unless all are, and what the last one was. */
export function openLines(
  page: Page,
  { compliance, possible, last_verdict: last }: WordedAnswer,
): readonly string[] {
  if (compliance !== 'not_screenable') return [];
  const words = possible.map((verdict) => VERDICT_WORDS[verdict]);
  const still = words.length < DECIDED_VERDICTS.length ? `Still possible: ${words.join(' or ')}.` : '';
  const before =
    last === null
      ? ''
      : `The last verdict was ${VERDICT_WORDS[last.compliance]}, as of ${last.as_of} (score ${last.score.toFixed(1)}).`;
  return wrap(`${still} ${before}`, page.width, 2);
}

/** Writes the reason. The API's message is for clients of a service; here a command fetches the facts. */
function reasonText({ missing, summary }: WordedAnswer): string {
  return missing[0]?.code === 'facts_not_at_hand' ? 'None of its figures are stored here.' : summary;
}

function adviceLines(page: Page, answer: WordedAnswer) {
  const { next_step: step } = answer;
  const ended = step?.code === 'no_longer_listed' || step?.code === 'use_current_ticker';
  const fetched = mayBeFetched(answer) && !ended ? FETCH_ADVICE : undefined;
  const advice = STEPS[step?.code ?? 'no_longer_listed'] ?? fetched;
  return advice === undefined ? [] : wrap(advice, page.width, 2, 4);
}

const STEPS: Readonly<Partial<Record<NextStepCode, string>>> = OPERATOR_STEPS;

export const FETCH_ADVICE = OPERATOR_STEPS.connect_to_sec;

/** Whether the SEC may have more and was not asked. Sources not reached are reported on stderr. */
export function mayBeFetched(answer: WordedAnswer): boolean {
  const { compliance, data_source: source, missing } = answer;
  if (compliance !== 'not_screenable' || source === 'sec_live' || !wasReached(answer)) return false;
  return !missing.some(({ code }) => code === 'holds_no_securities');
}
