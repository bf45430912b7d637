import { capitalised } from '@common/base/english';
import type { HttpApp } from '@common/kit/http/app';
import { type Content, html, type Safe, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import { ReceiptId } from '@platform/core/objects/primitives';
import type { OpenReceipt } from '@platform/core/objects/receipt';
import { withhold } from '@platform/core/receipt/view';
import { printable } from '@platform/core/verify/report-html';
import type { Check } from '@platform/core/verify/verification';
import { listed } from '@platform/words/short';
import { Type } from 'typebox';
import { refuseAsked } from '../site/asked.page.ts';
import { facts, leaf, type PagesDeps, pointed, renderConsolePage } from '../site/site.page.ts';
import type { Authority } from '../use-cases/authority.ts';
import { shownReceipt } from './shown-receipt.ts';
import { choiceWords, GROUPS, hiddenChecks, presets, type ViewChoice, viewChoices } from './view-choices.ts';

interface ViewPageDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'receipt'>;
}

const Name = Type.String({ maxLength: 200 });
const MOST_NAMES = 200;
const schema = {
  hide: true,
  params: Type.Object({ receipt_id: ReceiptId }),
  querystring: Type.Object({
    withhold: Type.Optional(Type.Union([Name, Type.Array(Name, { maxItems: MOST_NAMES })])),
  }),
} as const;
const ROUTE = { config: { page: true }, schema } as const;
const UNPROCESSABLE = 422;

type Made = Extract<ReturnType<typeof withhold>, { ok: true }>['value'];

/** What the reader of the page has chosen, and what became of it. */
interface Chosen {
  readonly names: readonly string[];
  /** Null if nothing is chosen, or something that the receipt does not have. */
  readonly made: Made | null;
  readonly problem: Content;
}

/** Adds the page where a holder chooses what a view of the receipt hides, and the file of that view. */
export function addViewPage(app: HttpApp, { authority, site }: ViewPageDeps): void {
  const pageOf = (id: string, receipt: OpenReceipt, chosen: Chosen) =>
    renderConsolePage(site, {
      title: `Show a part of receipt ${id}`,
      description: 'Choose what a copy of a receipt hides.',
      main: viewMain(id, receipt, chosen),
      path: '/receipts',
    });
  app.get('/receipts/:receipt_id/view', ROUTE, async (request, reply) => {
    const { receipt_id: id } = request.params;
    const found = await authority.receipt(id);
    if (!found.ok) return refuseAsked(reply, found.error);
    const receipt = shownReceipt(found.value);
    const chosen = choose(receipt, request.query.withhold);
    if (chosen.problem !== null) reply.status(UNPROCESSABLE);
    return sendPage(request, reply, pageOf(id, receipt, chosen));
  });
  app.get('/receipts/:receipt_id/view.json', ROUTE, async (request, reply) => {
    const { receipt_id: id } = request.params;
    const found = await authority.receipt(id);
    if (!found.ok) return refuseAsked(reply, found.error);
    const receipt = shownReceipt(found.value);
    const { names, made, problem } = choose(receipt, request.query.withhold);
    if (made === null) {
      reply.status(UNPROCESSABLE);
      return sendPage(
        request,
        reply,
        pageOf(id, receipt, { names, made, problem: problem ?? emptyWords(id) }),
      );
    }
    return reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="${id}-view.json"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
      })
      .send(`${JSON.stringify(made.view, null, 2)}\n`);
  });
}

function choose(receipt: OpenReceipt, asked: string | readonly string[] = []): Chosen {
  const names = [...new Set([asked].flat())];
  if (names.length === 0) return { names, made: null, problem: null };
  const made = withhold(receipt, names);
  if (made.ok) return { names, made: made.value, problem: null };
  return {
    names,
    made: null,
    problem: html`Nothing was hidden, because one of the names is not among what this receipt shows. ${printable(made.error.message)} Choose below instead.`,
  };
}

function emptyWords(id: string): Safe {
  return html`Nothing is chosen, so the file would be the whole receipt. Choose what to hide, or <a href="${url(`/receipts/${id}/receipt.json`)}" download>download the whole receipt</a>.`;
}

function viewMain(id: string, receipt: OpenReceipt, chosen: Chosen): Safe {
  return html`<header class="opening">
<p class="crumb"><a href="${url('/receipts')}">Receipts</a> / <a href="${url(`/receipts/${id}`)}"><bdi class="id">${id}</bdi></a> / a part of it</p>
<h1>Show a part of this receipt</h1>
<p class="story">Choose what a reader need not see. The signatures and the place in the log still verify, and the copy says what it hides.</p>
</header>
${chosen.problem !== null && html`<p class="field-error" role="alert">${chosen.problem}</p>`}
${chosen.made !== null && previewLeaf(id, receipt, chosen.names, chosen.made)}
${choiceLeaf(id, receipt, chosen)}
${staysLeaf(receipt)}`;
}

function choiceLeaf(id: string, receipt: OpenReceipt, { names, made }: Chosen): Safe {
  const choices = viewChoices(receipt);
  const place = `/receipts/${id}/view`;
  const whole = html`<a href="${url(`/receipts/${id}/receipt.json`)}" download>the whole receipt</a>`;
  const quick = presets(receipt).map(
    (preset) => html`<li><a href="${url(`${place}?${queryOf(preset.names)}`)}">${preset.words}</a></li>`,
  );
  return leaf({
    id: 'choose',
    title: 'What to hide',
    note: 'What would reveal a value goes with it.',
    matter:
      choices.length === 0
        ? html`<p>This receipt shows nothing that can be hidden. There is only ${whole}.</p>`
        : html`<ul class="presets">${quick}</ul>
<form class="view-form" method="get" action="${url(place)}">
${GROUPS.map((group) => groupField(group, choices, names))}
<p class="actions"><button type="submit">${made === null ? 'See what the reader sees' : 'See it again'}</button><button type="submit" class="outlined" formaction="${url(`${place}.json`)}">Download this choice</button></p>
</form>
<p class="note">With nothing chosen, it is ${whole}.</p>`,
  });
}

/** What all of a group have in common is said once, above them. */
function groupField(
  group: ViewChoice['group'],
  choices: readonly ViewChoice[],
  names: readonly string[],
): Content {
  const items = choices.filter((one) => one.group === group);
  if (items.length === 0) return null;
  const common = (items[0]?.takes ?? []).filter((each) => items.every(({ takes }) => takes.includes(each)));
  const isSaidOnce = items.length > 1 && common.length > 0;
  const checks = new Map(items.flatMap(({ hides }) => hides.map((check) => [check.number, check] as const)));
  const fields = items.map((item) => {
    const id = `hide-${choices.indexOf(item)}`;
    const takes = isSaidOnce ? item.takes.filter((each) => !common.includes(each)) : item.takes;
    return html`<li><input type="checkbox" id="${id}" name="withhold" value="${item.name}" aria-describedby="${`${id}-note`}"${names.includes(item.name) && html` checked`}>
<div><label for="${id}">${capitalised(printable(item.words))} <bdi class="value">${printable(item.value)}</bdi></label>
<p class="note" id="${`${id}-note`}">${unseenWords(item.hides)}${takes.length > 0 && html` Goes with it: ${printable(listed(takes))}.`}</p></div></li>`;
  });
  return html`<fieldset><legend>${group}</legend>
${isSaidOnce && html`<p class="note">With each of these goes what would reveal it: ${printable(listed(common))}.</p>`}
${checks.size > 0 && html`<p class="note">“In part”: the reader cannot see everything that ${checkWords([...checks.values()])} ${checks.size > 1 ? 'need' : 'needs'}.</p>`}
<ul class="hideable">${fields}</ul></fieldset>`;
}

function unseenWords(checks: readonly Check[]): string {
  if (checks.length === 0) return 'All nine checks stay whole.';
  return `${checks.length > 1 ? 'Checks' : 'Check'} ${listed(checks.map((check) => String(check.number)))} in part.`;
}

function checkWords(checks: readonly Check[]): string {
  const many = checks.length > 1 ? 'checks' : 'check';
  return `${many} ${listed(checks.map(({ number, name }) => `${number} (${name})`))}`;
}

function previewLeaf(id: string, receipt: OpenReceipt, names: readonly string[], made: Made): Safe {
  const { view, withheld, mentioned } = made;
  const gone = new Set(withheld);
  const shown = viewChoices(receipt).filter(({ name }) => !gone.has(name));
  const checks = hiddenChecks(view);
  return leaf({
    id: 'preview',
    title: 'What the reader sees',
    note: 'A look at the copy before you send it.',
    matter: html`${facts([
      ['hides', listed(withheld.map(choiceWords))],
      [
        'shows',
        shown.length === 0
          ? 'none of the values that can be hidden'
          : shown.map(({ words, value }) => `${words}: ${value}`).join('\n'),
      ],
      ['checks in part', checks.length === 0 ? 'none: all nine stay whole' : checkWords(checks)],
    ])}
${mentioned.length > 0 && html`<ul class="marks">${mentioned.map(({ name, where }) => pointed('open', html`${capitalised(printable(choiceWords(name)))}: its value also stands in the ${where === 'who.contract' ? 'mandate' : 'profile'}, which is signed as a whole and stays. The reader does not learn that it is this one.`))}</ul>`}
<p class="actions"><a class="button" href="${url(`/receipts/${id}/view.json?${queryOf(names)}`)}" download>Download this view</a></p>
<p>Send the file. The reader needs your keys.json too, from you and not from this file, and gives both to <a href="${url('/verify')}">the page that verifies</a>, or runs:</p>
<pre><code>npx sanad-verify ${id}-view.json --keys keys.json</code></pre>
<p class="note">The best result of a view is “holds in part”: exit code 4.</p>`,
  });
}

function queryOf(names: readonly string[]): URLSearchParams {
  return new URLSearchParams(names.map((name) => ['withhold', name]));
}

/** What no view can hide: parts that people signed as a whole. */
function staysLeaf({ who }: OpenReceipt): Safe {
  return leaf({
    id: 'stays',
    title: 'What always stays',
    note: 'It is signed as a whole.',
    matter: html`<ul class="marks">
${pointed('bar', html`The names of who signed and acted: <bdi>${printable(listed([...new Set([who.principal, who.agent, ...(who.approver === null ? [] : [who.approver])])]))}</bdi>.`)}
${pointed('bar', 'The mandate and the profile, with the limits and payees that they list.')}
${pointed('bar', 'The outcome, the instants, the reasons’ codes, and which kinds of value the action has.')}
</ul>`,
  });
}
