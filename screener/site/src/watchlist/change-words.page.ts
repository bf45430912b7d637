import { html, type Safe, url } from '@common/web/html';
import type { ToldChange } from '@screener/service/watchlist/told-change';
import { ratioInSentence } from '@screener/words/names';
import { staleInWords } from '@screener/words/time';
import { leftToRight, methodologyName, money, verdictName } from '../parts/in-words.ts';
import { face, words } from '../parts/language.ts';
import { dateInWords } from '../parts/words.page.ts';

/** Says in a sentence or two what decided a change, and links to the filing. */
export function whyChanged(change: ToldChange, currency: string | null): Safe {
  return html`${sentencesOf(change, currency)}${filingLink(change)}`;
}

function sentencesOf(change: ToldChange, currency: string | null): string {
  const { cause, figure, missing, stale } = change;
  const { report, watchlist } = words();
  const said = watchlist.changes;
  if (stale !== null)
    return `${staleInWords(stale, face())} ${report.flips.untilThen(verdictName(stale.verdict))}`;
  if (missing !== null) return said.missing(missing.code, missing.message);
  const check = change.check && turnedOf(change.check);
  if (cause === 'rules') return said.ofRules(check);
  // US listings are quoted in dollars, whatever currency the company reports in.
  if (figure !== null) return said.ofFigure(check, movedOf(figure, cause === 'price' ? 'USD' : currency));
  return check === null ? said.ofBusiness : said.ofCheck(check);
}

function turnedOf({ ratio, of, to, methodologies }: NonNullable<ToldChange['check']>) {
  return {
    ratio: of === null ? leftToRight(ratio.replaceAll('_', ' ')) : ratioInSentence(of, face()),
    to,
    methodologies: methodologies.map(methodologyName),
  };
}

function movedOf({ concept, name, from, to }: NonNullable<ToldChange['figure']>, currency: string | null) {
  const amount = (value: number | null) => (value === null ? null : money(value, currency));
  return { concept, name, from: amount(from), to: amount(to), isMore: (to ?? 0) > (from ?? 0) };
}

function filingLink({ filing }: ToldChange): Safe | false {
  if (filing === null) return false;
  const { form, period_end: end, accession, source_url: address } = filing;
  const { figures, report } = words();
  const named =
    form === null || end === null ? report.flips.filing(accession) : figures.formTo(form, dateInWords(end));
  return html` <a href="${url(address)}">${named}</a>`;
}
