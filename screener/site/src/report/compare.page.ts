import type { Failure } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import { field } from '@common/web/field';
import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { Site } from '@common/web/page-shell';
import { sendPrivatePage } from '@common/web/send-page';
import { byChoice } from '@screener/engine/chosen';
import { RULE_SET_IDS } from '@screener/engine/methodologies/methodology';
import type { Choice } from '@screener/service/accounts/choice.store';
import type { UsageCounter } from '@screener/service/accounts/count-usage';
import type { FindableTicker } from '@screener/service/store/search.store';
import type { ScreenAnswer, ScreenRefusal } from '@screener/service/use-cases/screen-ticker';
import { tenseOf } from '@screener/words/time';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Readers } from '../accounts/readers.http.ts';
import { refusalOnPage } from '../parts/in-words.ts';
import { words } from '../parts/language.ts';
import { askedByChoice, choiceSelect } from '../parts/methodology-choice.page.ts';
import { MAX_TYPED, renderSitePage } from '../parts/site.page.ts';
import { watchForm } from '../parts/watch.page.ts';
import { verdictWord } from '../parts/words.page.ts';
import {
  type AskedComparison,
  type ComparingDeps,
  type ComparisonField,
  compareTickers,
  errorsOf,
} from './compare.ts';
import { comparedMain } from './compared.page.ts';
import { screeningsCsv } from './export-csv.ts';
import { CSV_TYPE, sendExport } from './send-export.http.ts';

interface CompareDeps extends ComparingDeps {
  /** What the reader follows, where the address names nothing. */
  readonly choiceOf: Readers['choiceOf'];
  readonly usage: Pick<UsageCounter, 'asked'>;
  /** Admits signed-in readers, counted like callers of the API, and sends others to the sign-in page. */
  readonly requireReader: onRequestHookHandler;
}

const typed = () => Type.Optional(Type.String({ maxLength: 400 }));

/** Tolerates parameters that others append to links (`utm_source`). */
const Query = Type.Object(
  { a: typed(), b: typed(), as_of: typed(), rules: typed(), methodologies: typed() },
  { additionalProperties: true },
);

/** `GET /portal/compare`: two tickers side by side, by the same rules. `export.csv` has both in one table. */
export function addComparePage(app: HttpApp, site: Site, deps: CompareDeps): void {
  const render = (title: string, main: Safe) =>
    renderSitePage(site, { title, description: title, main, area: 'portal', path: '/portal/compare' });
  const route = {
    config: { page: true as const },
    onRequest: deps.requireReader,
    schema: { hide: true, querystring: Query },
  };
  /** Answers with `shown` if both can be screened, and otherwise with the form. */
  const answer = async (
    { caller }: FastifyRequest,
    reply: FastifyReply,
    asked: AskedComparison,
    shown: ComparisonPage,
  ) => {
    if (asked.a === '' || asked.b === '')
      return sendPrivatePage(reply, render(words().report.compare.title, askMain(asked)));
    const account = caller?.account ?? null;
    const compared = await compareTickers(deps, asked, (symbol, screened) =>
      deps.usage.asked(account, symbol, screened),
    );
    if (compared.a.ok && compared.b.ok) return shown(compared.a.value, compared.b.value);
    const errors = errorsOf(compared);
    const isAway = [...errors.values()].every(({ code }) => code === 'facts_unavailable');
    return sendPrivatePage(
      reply,
      render(words().report.compare.title, askMain(asked, errors)),
      isAway ? 503 : 422,
    );
  };
  app.get('/portal/compare', route, async (request, reply) => {
    const asked = askedIn(request.query, await deps.choiceOf(request));
    return answer(request, reply, asked, (one, other) => {
      const main = html`${compareTools(asked, new Map(), [one, other])}${comparedMain(one, other)}
<nav class="end-links" aria-label="${words().report.compare.otherForms}">${toolLinks([one, other], asked)}</nav>`;
      return sendPrivatePage(reply, render(titleOf(one, other), main));
    });
  });
  app.get('/portal/compare/export.csv', route, async (request, reply) =>
    answer(request, reply, askedIn(request.query, await deps.choiceOf(request)), (one, other) => {
      const name = `${one.symbol}-${other.symbol}-${one.as_of}.csv`;
      return sendExport(reply, { name, type: CSV_TYPE, body: screeningsCsv([one, other]) });
    }),
  );
}

type ComparisonPage = (one: ScreenAnswer, other: ScreenAnswer) => FastifyReply;

function askedIn(query: Static<typeof Query>, choice: Choice): AskedComparison {
  const given = { ...query, ...askedByChoice(query, choice) };
  const { a = '', b = '', as_of = '', rules = '', methodologies = '' } = given;
  return {
    ...{ a: a.trim(), b: b.trim(), as_of: as_of.trim() },
    ...{ rules: rules.trim(), methodologies: methodologies.trim() },
  };
}

function titleOf(a: ScreenAnswer, b: ScreenAnswer): string {
  const { pageTitle, titleHas, titleIs, titleWas } = words().report.compare;
  const titled = (answer: ScreenAnswer) => {
    const isOpen = answer.compliance === 'not_screenable';
    const tell = isOpen ? titleHas : tenseOf(answer).verb === 'is' ? titleIs : titleWas;
    return tell(answer.symbol, verdictWord(answer.compliance));
  };
  return pageTitle(titled(byChoice(a)), titled(byChoice(b)));
}

type Errors = ReadonlyMap<ComparisonField, Failure<ScreenRefusal>>;

function askMain(asked: AskedComparison, errors: Errors = new Map()): Safe {
  const { title, enterTwo, lead } = words().report.compare;
  return html`<h1>${title}</h1>
<p class="lead">${errors.size > 0 ? enterTwo : lead}</p>
${compareTools(asked, errors, null)}
${(['a', 'b'] as const).map((side) => suggestionsFor(side, asked, errors.get(side)))}`;
}

/** Renders tickers, date and rules as a form, and links to other forms of the comparison. */
function compareTools(
  asked: AskedComparison,
  errors: Errors,
  shown: readonly [ScreenAnswer, ScreenAnswer] | null,
): Safe {
  const errorOf = (name: ComparisonField) => {
    const error = errors.get(name);
    return error === undefined ? undefined : refusalOnPage(error, asked[name]);
  };
  const dateError = errorOf('as_of');
  const said = words().report.compare;
  const form = html`<form method="get" action="${url('/portal/compare')}" class="compare-form" data-suggest="a b">
${field({ name: 'a', label: said.ticker, value: shown?.[0].symbol ?? asked.a, error: errorOf('a'), maxlength: MAX_TYPED })}
${field({ name: 'b', label: said.compareWith, value: shown?.[1].symbol ?? asked.b, error: errorOf('b'), maxlength: MAX_TYPED })}
${field({ name: 'as_of', label: said.asOf, value: asked.as_of, error: dateError, ...(dateError === undefined ? { type: 'date' } : { maxlength: MAX_TYPED }) })}
${rulesField(asked.rules, errorOf('rules'))}
${choiceSelect(asked.methodologies)}
<button type="submit" class="outlined">${said.show}</button>
</form>`;
  if (shown === null) return html`<div class="report-tools">${form}</div>`;
  const [one, other] = shown;
  return html`<div class="report-tools">
<details>
<summary>${said.and(html`<bdi class="ticker">${one.symbol}</bdi>`, html`<bdi class="ticker">${other.symbol}</bdi>`)} <span class="change">${said.change}</span></summary>
${form}
</details>
${toolLinks(shown, asked)}
</div>`;
}

function rulesField(chosen: string, error: string | undefined): Safe {
  const invalid = error !== undefined && html` aria-invalid="true" aria-describedby="rules-error"`;
  const shown = chosen === '' ? 'current' : chosen;
  return html`<div class="field">
<label for="rules">${words().report.compare.rules}</label>
<select id="rules" name="rules"${invalid}>${RULE_SET_IDS.map((id) => html`<option value="${id}"${id === shown && html` selected`}>${words().choice.ruleSets[id]}</option>`)}</select>
${error !== undefined && html`<p class="field-error" id="rules-error">${marked('fail', error)}</p>`}
</div>`;
}

function toolLinks([a, b]: readonly [ScreenAnswer, ScreenAnswer], asked: AskedComparison): Safe {
  const { as_of, rules, methodologies } = asked;
  const chosen = Object.entries({ as_of, rules, methodologies }).filter(([, value]) => value !== '');
  const swapped = new URLSearchParams([['a', b.symbol], ['b', a.symbol], ...chosen]);
  const exported = new URLSearchParams([['a', a.symbol], ['b', b.symbol], ...chosen]);
  const search = chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`;
  const said = words().report.compare;
  const report = ({ symbol }: ScreenAnswer) =>
    html`<li><a href="${url(`/portal/report/${encodeURIComponent(symbol)}${search}`)}">${said.reportOf(html`<bdi>${symbol}</bdi>`)}</a></li>`;
  return html`<ul class="tool-links">
<li><a href="${url(`/portal/compare?${swapped}`)}">${said.swap}</a></li>
<li><a href="${url(`/portal/compare/export.csv?${exported}`)}">CSV</a></li>
${report(a)}
${report(b)}
${[a, b].map(({ symbol }) => html`<li>${watchForm(symbol, { next: `/portal/report/${encodeURIComponent(symbol)}`, text: words().parts.watchThis(html`<bdi>${symbol}</bdi>`) })}</li>\n`)}</ul>`;
}

type Suggestion = Pick<FindableTicker, 'symbol' | 'name'>;

/** Renders links that replace an unknown ticker by a known one. */
function suggestionsFor(
  side: 'a' | 'b',
  asked: AskedComparison,
  error: Failure<ScreenRefusal> | undefined,
): Content {
  const found = error?.detail?.suggestions;
  const suggestions: readonly Suggestion[] = Array.isArray(found) ? found : [];
  if (suggestions.length === 0) return false;
  const { inPlaceOf, suggestions: label } = words().report.compare;
  const { methodologies, ...others } = asked;
  const kept = methodologies === '' ? others : asked;
  const address = (symbol: string) =>
    url(`/portal/compare?${new URLSearchParams({ ...kept, [side]: symbol })}`);
  return html`<h2>${inPlaceOf(html`<q><bdi>${asked[side]}</bdi></q>`)}</h2>
<ul class="rows" aria-label="${label}">
${suggestions.map(({ symbol, name }) => html`<li><a href="${address(symbol)}"><bdi>${name ?? symbol}</bdi></a> <bdi class="ticker">${symbol}</bdi></li>\n`)}</ul>`;
}
