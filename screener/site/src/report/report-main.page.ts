import type { CalendarDate } from '@common/base/calendar';
import { field } from '@common/web/field';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import type { Overlays } from '@screener/engine/overlays/overlays';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { intervalPatterns } from '../parts/interval.page.ts';
import { choiceSelect } from '../parts/methodology-choice.page.ts';
import { watchForm } from '../parts/watch.page.ts';
import { dateInWords } from '../parts/words.page.ts';
import { arithmeticSection } from './arithmetic.page.ts';
import { assumptionsSection } from './assumptions.page.ts';
import { checksSection } from './checks.page.ts';
import { ledgerSection } from './ledger.page.ts';
import { numberEvidence } from './ledger.ts';
import type { BesideVerdict } from './no-verdict.page.ts';
import { overlaysSection } from './overlays.page.ts';
import { type Calculator, canPurify, purificationSection } from './purification.page.ts';
import { type AskedReport, reportAddress, scaleOf } from './report-words.page.ts';
import { scoreSection } from './score.page.ts';
import { verdictSection } from './verdict.page.ts';

interface CompanyReport {
  readonly answer: ScreenAnswer;
  /** Whose verdict it is, where the reader chose. */
  readonly whose?: Safe | false | undefined;
  /** Null if the reader asked for none. */
  readonly overlays: Overlays | null;
  readonly calculator: Calculator;
  readonly asked: AskedReport;
  /** What is shown if there is no verdict. */
  readonly beside: BesideVerdict;
  /** The section on how the verdict changed. */
  readonly history: Safe;
}

/** Renders a company's report. A section without content is left out. */
export function companyMain({
  answer,
  whose,
  overlays,
  calculator,
  asked,
  beside,
  history,
}: CompanyReport): Safe {
  const { symbol } = answer;
  const ledger = numberEvidence(answer);
  const scale = scaleOf(answer);
  const assumed = assumptionsSection(answer);
  const hasAmounts = Object.keys(answer.amounts).length > 0;
  // Without a report every check would only say that it is open.
  const isBlank = answer.compliance === 'not_screenable' && answer.anchor === null;
  const sections = [
    !isBlank && { id: 'checks', name: 'The checks', content: checksSection(answer, ledger) },
    hasAmounts && {
      id: 'arithmetic',
      name: 'The arithmetic',
      content: arithmeticSection(answer, ledger, scale),
    },
    assumed !== false && { id: 'assumed', name: 'What is assumed', content: assumed },
    { id: 'history', name: 'History', content: history },
    canPurify(answer) && {
      id: 'purification',
      name: 'Purification',
      content: purificationSection(answer, calculator, asked),
    },
    answer.compliance !== 'not_screenable' &&
      hasAmounts && {
        id: 'score',
        name: 'The score',
        content: scoreSection(answer),
      },
    { id: 'overlays', name: 'Values', content: overlaysSection(symbol, overlays, asked) },
    answer.evidence.length > 0 && {
      id: 'evidence',
      name: 'Evidence',
      content: ledgerSection(ledger, scale, answer.translation),
    },
  ].filter((section) => section !== false);
  return html`${intervalPatterns()}
${reportTools(symbol, asked, { asOf: answer.as_of })}
${verdictSection(answer, asked, { ...beside, whose })}
<nav class="contents" aria-label="On this page">
<ul>${sections.map(({ id, name }) => html`<li><a href="${url(`#${id}`)}">${name}</a></li>`)}</ul>
</nav>
${sections.map(({ content }) => html`${content}\n`)}
<p class="colophon muted small">${answer.facts_through !== null && html`SEC filings to ${dateInWords(answer.facts_through)}. `}Screened as of ${dateInWords(answer.as_of)}. Rules: ${answer.rules}. Engine ${answer.engine_version}.</p>`;
}

interface ToolState {
  /** The date of the report below; absent if there is no report, and so nothing to export. */
  readonly asOf?: CalendarDate;
  /** Faults in the form, by field. */
  readonly errors?: { readonly as_of?: string; readonly rules?: string };
}

/** Renders date and rule set as a form, and links to other forms of the report. */
export function reportTools(symbol: string, asked: AskedReport, { asOf, errors = {} }: ToolState): Safe {
  // A date field would drop wrong input.
  const shown = asked.as_of ?? asOf ?? '';
  const overlays =
    asked.overlays !== undefined && html`<input type="hidden" name="overlays" value="${asked.overlays}">`;
  return html`<div class="report-tools">
<form method="get" action="${reportAddress(symbol)}">
${field({ name: 'as_of', label: 'As of', value: shown, error: errors.as_of, ...(errors.as_of === undefined ? { type: 'date' } : { maxlength: 40 }) })}
${rulesField(asked.rules, errors.rules)}
${choiceSelect(asked.methodologies)}
${overlays}
<button type="submit" class="outlined">Show</button>
</form>
${asOf !== undefined && toolLinks(symbol, asked)}
</div>`;
}

function rulesField(chosen: string | undefined, error: string | undefined): Safe {
  const invalid = error !== undefined && html` aria-invalid="true" aria-describedby="rules-error"`;
  return html`<div>
<label for="rules">Rules</label>
<select id="rules" name="rules"${invalid}>${Object.keys(RULE_SETS).map((id) => html`<option value="${id}"${id === (chosen ?? 'current') && html` selected`}>${id}</option>`)}</select>
${error !== undefined && html`<p class="field-error" id="rules-error">${marked('fail', error)}</p>`}
</div>`;
}

function toolLinks(symbol: string, asked: AskedReport): Safe {
  const query = new URLSearchParams(Object.entries(asked)).toString();
  const search = query === '' ? '' : `?${query}`;
  const path = `/portal/report/${encodeURIComponent(symbol)}`;
  return html`<ul class="tool-links">
<li><a href="${url(`/portal/compare?a=${encodeURIComponent(symbol)}&b=`)}">Compare</a></li>
<li><a href="${url(`${path}/export.csv${search}`)}">CSV</a></li>
<li><a href="${url(`${path}/export.json${search}`)}">JSON</a></li>
<li><a href="${url(`${path}/recompute.html${search}`)}">Self-checking file</a></li>
<li>${watchForm(symbol, path)}</li>
<li><button type="button" id="print" class="in-row" hidden>Print</button></li>
</ul>`;
}
