import { field } from '@common/web/field';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { RULE_SET_IDS } from '@screener/engine/methodologies/methodology';
import type { Overlays } from '@screener/engine/overlays/overlays';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { intervalPatterns } from '../parts/interval.page.ts';
import { words } from '../parts/language.ts';
import { choiceSelect } from '../parts/methodology-choice.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { dateInWords, shortDate } from '../parts/words.page.ts';
import { arithmeticSection } from './arithmetic.page.ts';
import { assumptionsSection } from './assumptions.page.ts';
import { checksSection } from './checks.page.ts';
import { headroomSection } from './headroom.page.ts';
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
  /** Compliant companies of the same industry; false where the company is one. */
  readonly alternatives: Safe | false;
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
  alternatives,
  history,
}: CompanyReport): Safe {
  const { symbol } = answer;
  const { colophon } = words().report;
  const ledger = numberEvidence(answer);
  const scale = scaleOf(answer);
  const hasAmounts = Object.keys(answer.amounts).length > 0;
  // Without a report every check would only say that it is open.
  const isBlank = answer.compliance === 'not_screenable' && answer.anchor === null;
  const hasScore = answer.compliance !== 'not_screenable' && hasAmounts;
  return html`${intervalPatterns()}
${reportTools(symbol, asked, answer)}
${verdictSection(answer, asked, { ...beside, whose })}
${alternatives}
${!isBlank && checksSection(answer, ledger)}
${hasAmounts && arithmeticSection(answer, ledger, scale)}
${headroomSection(answer)}
${assumptionsSection(answer)}
${history}
${canPurify(answer) && purificationSection(answer, calculator, asked)}
${hasScore && scoreSection(answer)}
${overlaysSection(symbol, overlays, asked)}
${answer.evidence.length > 0 && ledgerSection(ledger, scale, answer.translation)}
${reportLinks(symbol, asked)}
<p class="colophon muted small">${answer.facts_through !== null && html`${colophon.filingsTo(dateInWords(answer.facts_through))} `}${colophon.screened(dateInWords(answer.as_of), answer.rules, answer.engine_version)}</p>`;
}

/** Faults in the form above a report, by field. */
interface ToolErrors {
  readonly as_of?: string;
  readonly rules?: string;
}

/**
 * Renders date, rules and methodologies as a form, and links to other forms of the report. On a narrow screen both are
 * behind one line. `answer` is null if there is no report, and so nothing to export.
 */
export function reportTools(
  symbol: string,
  asked: AskedReport,
  answer: Pick<ScreenAnswer, 'symbol' | 'name' | 'as_of'> | null,
  errors: ToolErrors = {},
): Safe {
  const { tools } = words().report;
  // A date field would drop wrong input.
  const shown = asked.as_of ?? answer?.as_of ?? '';
  const overlays =
    asked.overlays !== undefined && html`<input type="hidden" name="overlays" value="${asked.overlays}">`;
  const form = html`<form method="get" action="${reportAddress(symbol)}">
${field({ name: 'as_of', label: tools.asOf, value: shown, error: errors.as_of, ...(errors.as_of === undefined ? { type: 'date' } : { maxlength: 40 }) })}
${rulesField(asked.rules, errors.rules)}
${choiceSelect(asked.methodologies)}
${overlays}
<button type="submit" class="outlined">${tools.show}</button>
</form>`;
  if (answer === null) return html`<div class="report-tools">${form}</div>`;
  return html`<div class="report-tools">
<details>
<summary><bdi class="ticker">${answer.symbol}</bdi> <bdi class="whose">${shownName(answer.name)}</bdi> <span class="day">${shortDate(answer.as_of)}</span> <span class="change">${tools.change}</span></summary>
${form}
</details>
${toolLinks(symbol, asked)}
</div>`;
}

function rulesField(chosen: string | undefined, error: string | undefined): Safe {
  const invalid = error !== undefined && html` aria-invalid="true" aria-describedby="rules-error"`;
  return html`<div>
<label for="rules">${words().report.tools.rules}</label>
<select id="rules" name="rules"${invalid}>${RULE_SET_IDS.map((id) => html`<option value="${id}"${id === (chosen ?? 'current') && html` selected`}>${words().choice.ruleSets[id]}</option>`)}</select>
${error !== undefined && html`<p class="field-error" id="rules-error">${marked('fail', error)}</p>`}
</div>`;
}

function toolLinks(symbol: string, asked: AskedReport): Safe {
  const query = new URLSearchParams(Object.entries(asked)).toString();
  const search = query === '' ? '' : `?${query}`;
  const path = `/portal/report/${encodeURIComponent(symbol)}`;
  const { tools } = words().report;
  return html`<ul class="tool-links">
<li><a href="${url(`/portal/compare?a=${encodeURIComponent(symbol)}&b=`)}">${tools.compare}</a></li>
<li><a href="${url(`${path}/export.csv${search}`)}">CSV</a></li>
<li><a href="${url(`${path}/export.json${search}`)}">JSON</a></li>
<li><a href="${url(`${path}/recompute.html${search}`)}">${tools.selfChecking}</a></li>
<li><button type="button" class="in-row print" hidden>${tools.print}</button></li>
</ul>`;
}

/** The links once more, for narrow screens, where they are at the end. */
export function reportLinks(symbol: string, asked: AskedReport): Safe {
  return html`<nav class="end-links" aria-label="${words().report.tools.otherForms}">${toolLinks(symbol, asked)}</nav>`;
}
