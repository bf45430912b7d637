import { capitalised, listed } from '@common/base/english';
import { type Content, html, type Safe, url } from '@common/web/html';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { ToldChange } from '@screener/service/watchlist/told-change';
import { PAGE } from '@screener/words/face';
import { VERDICT_WORDS } from '@screener/words/names';
import { money } from '@screener/words/numbers';
import { staleInWords } from '@screener/words/time';
import { dateInWords } from '../parts/words.page.ts';

const NOW: Readonly<Record<CheckStatus, string>> = {
  pass: 'now passes',
  fail: 'now fails',
  unknown: 'can no longer be decided',
};

/** Says in a sentence or two what decided a change, and links to the filing. */
export function whyChanged(change: ToldChange, currency: string | null): Safe {
  return html`${sentencesOf(change, currency)}${filingLink(change)}`;
}

function sentencesOf(change: ToldChange, currency: string | null): Content {
  const { cause, check, figure, missing, stale } = change;
  if (stale !== null)
    return `${staleInWords(stale, PAGE)} Until then it was ${VERDICT_WORDS[stale.verdict]}.`;
  if (missing !== null) return `${capitalised(missing)}.`;
  const what =
    check === null ? '' : `${capitalised(check.label)} ${NOW[check.to]} at ${listed(check.methodologies)}`;
  if (cause === 'rules') {
    const why = 'The rules or formulas here changed, not the company’s figures.';
    return what === '' ? why : `${what}. ${why}`;
  }
  if (figure === null) return what === '' ? 'Its line of business is judged differently.' : `${what}.`;
  // US listings are quoted in dollars, whatever currency the company reports in.
  return `${what === '' ? '' : `${what}: `}${moved(figure, cause === 'price' ? 'USD' : currency)}.`;
}

function moved({ name, from, to }: NonNullable<ToldChange['figure']>, currency: string | null): string {
  if (from === null && to === null) return `${name} changed`;
  if (from === null) return `${name} of ${money(to ?? 0, currency)} came in`;
  if (to === null) return `${name} is no longer known`;
  return `${name} ${to > from ? 'rose' : 'fell'} from ${money(from, currency)} to ${money(to, currency)}`;
}

function filingLink({ filing }: ToldChange): Safe | false {
  if (filing === null) return false;
  const { form, period_end: end, accession, source_url: address } = filing;
  const words = form === null || end === null ? `Filing ${accession}` : html`${form} to ${dateInWords(end)}`;
  return html` <a href="${url(address)}">${words}</a>`;
}
