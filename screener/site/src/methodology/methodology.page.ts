import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPage } from '@common/web/send-page';
import { standingApproximations } from '@screener/engine/approximations';
import { ACTIVITY_LINES } from '@screener/engine/business/activity-table';
import { BOUND_RULES } from '@screener/engine/concepts/bound-rules';
import { QUOTE_AGE_LIMIT_DAYS } from '@screener/engine/concepts/market-cap';
import { ENGINE_VERSION } from '@screener/engine/engine-version';
import { FUND_REPORT_AGE_LIMIT_MONTHS, FUND_RULES } from '@screener/engine/funds/fund-rules';
import { METHODOLOGIES, RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { ANCHOR_AGE_LIMIT_MONTHS } from '@screener/engine/selection/anchor';
import {
  BUSINESS_SCORE,
  PASSING_SHARE,
  RATIO_COMPONENTS,
  SCORE_CAPS,
  SCORE_COMPONENTS,
} from '@screener/engine/verdict/score';
import { approximationInWords } from '@screener/words/approximations';
import { lineName } from '@screener/words/engine-words';
import { typeset } from '@screener/words/face';
import { amountName, componentWords, listedNames, methodologyInSentence } from '@screener/words/names';
import { numberInWords } from '@screener/words/numbers';
import type { Words } from '@screener/words/words';
import { boundRuleInWords, zakatInWords } from '../parts/in-words.ts';
import { face, words } from '../parts/language.ts';
import { contentsOf, pageSection } from '../parts/section.page.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { verdictMark } from '../parts/words.page.ts';
import { ruleBooks } from './rule-books.page.ts';
import { choiceInWords, rangeDrawing, verdictGrid } from './verdict.page.ts';

const PATH = '/methodology';

/** `GET /methodology` explains how a verdict comes about, from the tables that the engine decides by. */
export function addMethodologyPage(app: HttpApp, site: Site): void {
  app.get(PATH, { config: { page: true }, schema: { hide: true } }, (request, reply) => {
    const { title, description } = words().methodology;
    const main = methodologyMain();
    return sendPage(request, reply, renderSitePage(site, { title, description, main, path: PATH }));
  });
}

function methodologyMain(): Safe {
  const said = words().methodology;
  const sections = sectionsOf(said);
  return html`<h1>${said.heading}</h1>
<p class="lead">${said.lead(METHODOLOGIES.length, numberInWords(METHODOLOGIES.length, face()))}</p>
<p class="small muted">${said.generated(code(ENGINE_VERSION), code(RULE_SETS.current.id), code(RULE_SETS.classic.id))}</p>
${contentsOf(sections)}
${sections.map(pageSection)}`;
}

function code(text: string): Safe {
  return html`<code>${text}</code>`;
}

const sectionsOf = (said: Words['methodology']) => [
  {
    id: 'rule-books',
    title: said.ruleBooks.title,
    note: said.ruleBooks.note(code('rules=')),
    content: ruleBooks(),
  },
  { id: 'range', ...said.range, content: rangeDrawing() },
  { id: 'verdict', ...said.verdict, content: verdictGrid() },
  {
    id: 'choice',
    title: said.choice.title,
    note: said.choice.note,
    content: choiceInWords(),
  },
  {
    id: 'business',
    title: said.business.title,
    note: said.business.note,
    content: business(said.business),
  },
  { id: 'bounds', title: said.bounds.title, note: said.bounds.note, content: bounds(said.bounds) },
  { id: 'score', title: said.score.title, note: said.score.note, content: score(said.score) },
  {
    id: 'purification',
    title: said.purification.title,
    note: said.purification.note,
    content: html`<p>${said.purification.rate} ${said.purification.perShare} <a href="${url('/portal/purification')}">${said.purification.link}</a></p>`,
  },
  {
    id: 'zakat',
    title: said.zakat.title,
    note: said.zakat.note,
    content: html`<p>${zakatInWords()} <a href="${url('/methodology/zakat')}">${said.zakat.link}</a></p>`,
  },
  {
    id: 'funds',
    title: said.funds.title,
    note: said.funds.note(FUND_REPORT_AGE_LIMIT_MONTHS),
    content: funds(said.funds),
  },
  {
    id: 'sources',
    ...said.sources,
    content: sentences(words().principles.dataSources(QUOTE_AGE_LIMIT_DAYS)),
  },
  {
    id: 'fail-safe',
    ...said.failSafe,
    content: sentences(words().principles.failSafe(ANCHOR_AGE_LIMIT_MONTHS)),
  },
  {
    id: 'not-done',
    title: said.notDone.title,
    note: said.notDone.note,
    content: sentences([
      ...standingApproximations(RULE_SETS.current).map((one) => approximationInWords(one, face())),
      ...said.notDone.list,
    ]),
  },
];

function business(said: Words['methodology']['business']): Safe {
  const codes = (some: readonly string[]) =>
    some.length === 0 ? html`<span class="muted">–</span>` : some.join(' ');
  return html`<table class="words">
<caption class="only-read">${said.caption}</caption>
<thead><tr><th scope="col">${said.line}</th><th scope="col">${said.prohibited}</th><th scope="col">${said.review}</th></tr></thead>
<tbody>
${ACTIVITY_LINES.map(
  ({ label, prohibitedSic, reviewSic }) =>
    html`<tr><th scope="row">${lineName(label, face())}</th><td class="codes" data-label="${said.prohibited}">${codes(prohibitedSic)}</td><td class="codes" data-label="${said.review}">${codes(reviewSic)}</td></tr>\n`,
)}</tbody>
</table>
<p class="small muted">${said.coarse} ${said.excluded(exceptions())}</p>`;
}

/** The lines that some methodologies do not exclude. */
function exceptions() {
  const nameOf = (id: string) => {
    const known = METHODOLOGIES.find(({ current }) => current.id === id);
    return known === undefined ? id : methodologyInSentence(known.current, face());
  };
  return ACTIVITY_LINES.filter(({ notExcludedBy }) => notExcludedBy.length > 0).map(
    ({ label, notExcludedBy }) => ({
      names: listedNames(notExcludedBy.map(nameOf), face()),
      methodologies: notExcludedBy.length,
      line: lineName(label, face()),
    }),
  );
}

function bounds(said: Words['methodology']['bounds']): Safe {
  return html`<table class="words">
<caption class="only-read">${said.caption}</caption>
<thead><tr><th scope="col">${said.rule}</th><th scope="col">${said.most}</th><th scope="col">${said.kind}</th></tr></thead>
<tbody>
${Object.values(BOUND_RULES).map(
  (rule) =>
    html`<tr><th scope="row"><code>${rule.id}</code></th><td data-label="${said.most}">${boundRuleInWords(rule.id).formula}</td><td data-label="${said.kind}">${said.kinds[rule.kind]}</td></tr>\n`,
)}</tbody>
</table>
<p class="small muted">${said.dropped}</p>`;
}

function score(said: Words['methodology']['score']): Safe {
  const most = Math.max(...SCORE_COMPONENTS.map(({ max }) => max));
  const total = SCORE_COMPONENTS.reduce((sum, { max }) => sum + max, 0);
  const caps = (['questionable', 'non_compliant'] as const).map((verdict) => ({
    verdict,
    most: SCORE_CAPS[verdict],
  }));
  return html`<table class="words score-parts">
<caption class="only-read">${said.caption}</caption>
<thead><tr><th scope="col">${said.component}</th><td></td><th scope="col" class="number">${said.most}</th></tr></thead>
<tbody>
${SCORE_COMPONENTS.map(
  ({ name, max }) =>
    html`<tr><th scope="row">${componentWords(name, face())} <span class="small-text">${pointsOf(name, said)}</span></th><td class="bar"><svg width="100%" height="8" aria-hidden="true" focusable="false"><rect class="most" x="0.5" y="0.5" width="${(100 * max) / most - 1}%" height="7"/></svg></td><td class="number">${max}</td></tr>\n`,
)}<tr class="sum"><th scope="row">${said.sum}</th><td></td><td class="number"><b>${total}</b></td></tr>
</tbody>
</table>
<p class="small muted">${said.points(PASSING_SHARE * 100, PASSING_SHARE, 1 - PASSING_SHARE)} ${said.caps(caps)}</p>`;
}

/** Says in few words what the points of a component depend on. */
function pointsOf(name: string, said: Words['methodology']['score']): string {
  if (name === 'data_quality') return said.quality;
  const amounts = RATIO_COMPONENTS.find((component) => component.name === name)?.of;
  return amounts === undefined
    ? said.business(BUSINESS_SCORE)
    : said.worst(
        listedNames(
          amounts.map((amount) => amountName(amount, face())),
          face(),
        ),
      );
}

function funds(said: Words['methodology']['funds']): Safe {
  const share = (fraction: number) => `${Number((fraction * 100).toFixed(4))}%`;
  const { nonCompliantFails, nonCompliantPasses, doubtfulPasses, methodologyFails, purificationCovers } =
    FUND_RULES;
  const rows = [
    ['non_compliant', said.non_compliant(share(nonCompliantFails))],
    ['questionable', said.questionable],
    ['compliant', said.compliant(share(nonCompliantPasses), share(doubtfulPasses))],
    ['not_screenable', said.not_screenable],
  ] as const;
  return html`<table class="words">
<caption class="only-read">${said.caption}</caption>
<thead><tr><th scope="col">${said.verdict}</th><th scope="col">${said.weight}</th></tr></thead>
<tbody>
${rows.map(([verdict, text]) => html`<tr><th scope="row">${verdictMark(verdict)}</th><td>${text}</td></tr>\n`)}</tbody>
</table>
<p class="small muted">${said.counting(share(purificationCovers), share(methodologyFails))} <a href="${url('/?q=SPUS')}">${said.link}</a></p>`;
}

function sentences(texts: readonly string[]): Safe {
  return html`<ul class="sentences">
${texts.map((text) => html`<li>${typeset(text, face())}</li>\n`)}</ul>`;
}
