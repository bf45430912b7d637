import { capitalised, listed } from '@common/base/english';
import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPage } from '@common/web/send-page';
import { standingApproximations } from '@screener/engine/approximations';
import { ACTIVITY_LINES } from '@screener/engine/business/activity-table';
import { BOUND_RULES } from '@screener/engine/concepts/bound-rules';
import { ENGINE_VERSION } from '@screener/engine/engine-version';
import { FUND_REPORT_AGE_LIMIT_MONTHS, FUND_RULES } from '@screener/engine/funds/fund-rules';
import { METHODOLOGIES, RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import {
  PASSING_SHARE,
  RATIO_COMPONENTS,
  SCORE_CAPS,
  SCORE_COMPONENTS,
} from '@screener/engine/verdict/score';
import { METHODOLOGY_TABLES } from '@screener/service/methodology/methodology-answer.http';
import { approximationInWords } from '@screener/words/approximations';
import { PAGE, typeset } from '@screener/words/face';
import { amountName, componentWords, VERDICT_WORDS } from '@screener/words/names';
import { numberInWords } from '@screener/words/numbers';
import { ZAKAT_IN_WORDS } from '@screener/words/zakat';
import { contentsOf, pageSection } from '../parts/section.page.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { verdictMark } from '../parts/words.page.ts';
import { ruleBooks } from './rule-books.page.ts';
import { choiceInWords, rangeDrawing, verdictGrid } from './verdict.page.ts';

const PATH = '/methodology';

/** `GET /methodology` explains how a verdict comes about, from the tables that the engine decides by. */
export function addMethodologyPage(app: HttpApp, site: Site): void {
  const main = methodologyMain();
  const description =
    'The rule books, limits and sources behind each verdict, how missing figures are treated, and what is not done.';
  app.get(PATH, { config: { page: true }, schema: { hide: true } }, (request, reply) =>
    sendPage(request, reply, renderSitePage(site, { title: 'Methodology', description, main, path: PATH })),
  );
}

function methodologyMain(): Safe {
  const sections = SECTIONS();
  const ids = Object.keys(RULE_SETS);
  return html`<h1>How we reach a verdict</h1>
<p class="lead">Filed figures, ${numberInWords(METHODOLOGIES.length)} rule books, one rule for the verdict. What is not filed stays open instead of counting as zero.</p>
<p class="small muted">Written from the tables that the engine decides by. Engine <code>${ENGINE_VERSION}</code>, rule sets ${ids.map((id, at) => html`${at > 0 && ' and '}<code>${id}</code>`)}.</p>
${contentsOf(sections)}
${sections.map(pageSection)}`;
}

const SECTIONS = () => [
  {
    id: 'rule-books',
    title: 'Rule books',
    note: html`${RULE_SETS.current.description} in bold; below a dotted line the classic ones. Screen by either with <code>rules=</code>.`,
    content: ruleBooks(),
  },
  {
    id: 'range',
    title: 'The range',
    note: 'Every amount has a low and a high end.',
    content: rangeDrawing(),
  },
  {
    id: 'verdict',
    title: 'The verdict',
    note: 'Four questions, then one cell.',
    content: verdictGrid(),
  },
  {
    id: 'choice',
    title: 'If you follow some of them',
    note: 'The same four questions, for those alone.',
    content: choiceInWords(),
  },
  {
    id: 'business',
    title: 'The business',
    note: 'By the SIC code that a filer declares. One code covers all of a company’s business, so a finding never has more than medium confidence.',
    content: business(),
  },
  {
    id: 'bounds',
    title: 'Bounds',
    note: 'How high can a figure be that is not filed? Mostly what remains of a filed total.',
    content: bounds(),
  },
  {
    id: 'score',
    title: 'The score',
    note: 'How far from every limit. It never changes a verdict.',
    content: score(),
  },
  {
    id: 'purification',
    title: 'Purification',
    note: 'What to give away.',
    content: html`<p>${METHODOLOGY_TABLES.purification} Per share: interest income over the shares outstanding on the day of the close. If shares were split after the filed count, the count is multiplied by the split; where that is not clear, the amount is a range that holds both. <a href="${url('/portal/purification')}">Work out your own</a></p>`,
  },
  {
    id: 'zakat',
    title: 'Zakat',
    note: 'Of shares held to trade, and for income.',
    content: html`<p>${ZAKAT_IN_WORDS} <a href="${url('/methodology/zakat')}">Rules and sources</a></p>`,
  },
  {
    id: 'funds',
    title: 'Funds',
    note: `Screened by their holdings, as filed, at most ${FUND_REPORT_AGE_LIMIT_MONTHS} months ago.`,
    content: funds(),
  },
  {
    id: 'sources',
    title: 'Sources',
    note: 'Where every figure comes from.',
    content: sentences(METHODOLOGY_TABLES.data_sources),
  },
  {
    id: 'fail-safe',
    title: 'Fail-safe rules',
    note: 'What holds for every answer.',
    content: sentences(METHODOLOGY_TABLES.fail_safe_rules),
  },
  {
    id: 'not-done',
    title: 'What is not done',
    note: 'What this service does not claim.',
    content: notDone(),
  },
];

function business(): Safe {
  const codes = (some: readonly string[]) =>
    some.length === 0 ? html`<span class="muted">–</span>` : some.join(' ');
  return html`<table class="words">
<caption class="only-read">Lines of business by SIC code</caption>
<thead><tr><th scope="col">Line</th><th scope="col">Prohibited</th><th scope="col">Under review</th></tr></thead>
<tbody>
${ACTIVITY_LINES.map(
  ({ label, prohibitedSic, reviewSic }) =>
    html`<tr><th scope="row">${label}</th><td class="codes" data-label="Prohibited">${codes(prohibitedSic)}</td><td class="codes" data-label="Under review">${codes(reviewSic)}</td></tr>\n`,
)}</tbody>
</table>
<p class="small muted">Where the code is too coarse, a list of companies says what each does, by its own annual report. A methodology that excludes a prohibited line fails the company, whatever the ratios; all do, except that ${listed(exemptions())}.</p>`;
}

/** Says which methodologies do not exclude a line: `S&P does not exclude weapons and defence`. */
function exemptions(): readonly string[] {
  const nameOf = (id: string) =>
    METHODOLOGIES.find(({ current }) => current.id === id)?.current.shortName ?? id;
  return ACTIVITY_LINES.filter(({ notExcludedBy }) => notExcludedBy.length > 0).map(
    ({ label, notExcludedBy }) =>
      `${listed(notExcludedBy.map(nameOf))} ${notExcludedBy.length === 1 ? 'does' : 'do'} not exclude ${label}`,
  );
}

const KINDS = { identity: 'identity', assumption: 'assumption, ours' } as const;

function bounds(): Safe {
  return html`<table class="words">
<caption class="only-read">Rules that bound what is not filed</caption>
<thead><tr><th scope="col">Rule</th><th scope="col">The most it can be</th><th scope="col">Kind</th></tr></thead>
<tbody>
${Object.values(BOUND_RULES).map(
  ({ id, formula, kind }) =>
    html`<tr><th scope="row"><code>${id}</code></th><td data-label="The most it can be">${typeset(formula, PAGE)}</td><td data-label="Kind">${KINDS[kind]}</td></tr>\n`,
)}</tbody>
</table>
<p class="small muted">A bound below the known part means wrong data and is dropped.</p>`;
}

function score(): Safe {
  const most = Math.max(...SCORE_COMPONENTS.map(({ max }) => max));
  const total = SCORE_COMPONENTS.reduce((sum, { max }) => sum + max, 0);
  const capped = (['questionable', 'non_compliant'] as const).map(
    (verdict) => `a ${VERDICT_WORDS[verdict]} company has at most ${SCORE_CAPS[verdict]}`,
  );
  return html`<table class="words score-parts">
<caption class="only-read">Components of the score</caption>
<thead><tr><th scope="col">Component</th><td></td><th scope="col" class="number">At most</th></tr></thead>
<tbody>
${SCORE_COMPONENTS.map(
  ({ name, max, how }) =>
    html`<tr><th scope="row">${componentWords(name)} <span class="small-text">${pointsOf(name, how)}</span></th><td class="bar"><svg width="100%" height="8" aria-hidden="true" focusable="false"><rect class="most" x="0.5" y="0.5" width="${(100 * max) / most - 1}%" height="7"/></svg></td><td class="number">${max}</td></tr>\n`,
)}<tr class="sum"><th scope="row">Score</th><td></td><td class="number"><b>${total}</b></td></tr>
</tbody>
</table>
<p class="small muted">A check that passes keeps ${PASSING_SHARE * 100}% of its points at the limit and all of them at zero: points × (${PASSING_SHARE} + ${1 - PASSING_SHARE} × (1 − high end ÷ limit)). One that does not pass has none. ${capitalised(capped.join(', '))}; without a verdict there is no score.</p>`;
}

/** Says in few words what the points of a component depend on. */
function pointsOf(name: string, how: string): string {
  if (name === 'data_quality') return 'the average over all checks of 1 − (high − low) ÷ limit';
  const amounts = RATIO_COMPONENTS.find((component) => component.name === name)?.of;
  return amounts === undefined ? typeset(how, PAGE) : `the worst check on ${listed(amounts.map(amountName))}`;
}

function funds(): Safe {
  const share = (fraction: number) => `${Number((fraction * 100).toFixed(4))}%`;
  const { nonCompliantFails, nonCompliantPasses, doubtfulPasses, methodologyFails, purificationCovers } =
    FUND_RULES;
  const rows = [
    ['non_compliant', `more than ${share(nonCompliantFails)} in non-compliant holdings`],
    ['questionable', 'between the two'],
    [
      'compliant',
      `at most ${share(nonCompliantPasses)} non-compliant, and at most ${share(doubtfulPasses)} non-compliant and questionable together`,
    ],
    ['not_screenable', 'what has no verdict could still change the answer'],
  ] as const;
  return html`<table class="words">
<caption class="only-read">The verdict of a fund</caption>
<thead><tr><th scope="col">Verdict</th><th scope="col">By weight in net assets</th></tr></thead>
<tbody>
${rows.map(([verdict, text]) => html`<tr><th scope="row">${verdictMark(verdict)}</th><td>${text}</td></tr>\n`)}</tbody>
</table>
<p class="small muted">A contract counts by its exposure, and a purification rate stands for the fund from ${share(purificationCovers)} of known rates on. A methodology fails for more than ${share(methodologyFails)} in holdings that fail it. No standard says how much of a fund may fail: these limits are this service’s own. <a href="${url('/?q=SPUS')}">A fund, screened</a></p>`;
}

function notDone(): Safe {
  return sentences([
    ...standingApproximations(RULE_SETS.current).map((one) => approximationInWords(one, PAGE)),
    'Screening has no memory: a stock near a limit does not keep an earlier status, as DJIM lets it for a while.',
    'The industry is the company’s own declaration to the SEC, one code for all that it does.',
    'Overlays (official lists and industry flags) stand beside the verdict and never change it.',
    'No ruling is given. This is a tool for people who decide.',
  ]);
}

function sentences(texts: readonly string[]): Safe {
  return html`<ul class="sentences">
${texts.map((text) => html`<li>${typeset(text, PAGE)}</li>\n`)}</ul>`;
}
