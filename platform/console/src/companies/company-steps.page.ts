import { capitalised } from '@common/base/english';
import { type Content, html, type Safe, url } from '@common/web/html';
import { printable } from '@platform/core/verify/report-html';
import { addingWords, oneOf } from '@platform/words/directories';
import { nameWords } from '@platform/words/names';
import { listed } from '@platform/words/short';
import { currentReader } from '../access/reader.ts';
import { placePath } from '../payees/place.ts';
import { leaf, mark } from '../site/site.page.ts';
import type { RegisteredPasskey } from '../use-cases/passkey-enrolment.ts';
import type { Company, CompanyPolicy, ListState } from './read-companies.ts';

/** A step on the way to the first payment. `doing` is shown while it is the next one, `done` after it. */
interface Step {
  readonly title: string;
  readonly isDone: boolean;
  readonly done: Content;
  readonly doing: Content;
}

/** What a company has, and what comes next. The first step that is not done is open; later ones wait for it. */
export function companyMain(
  company: Company,
  waiting: RegisteredPasskey | null,
): { readonly title: string; readonly main: Safe } {
  const { tenant, policies } = company;
  const principal = principalStep(company, waiting);
  const ready = policies.filter((policy) => stepsOf(company, policy).every(({ isDone }) => isDone));
  const title =
    principal.isDone && ready.length > 0 ? `${tenant} is ready to pay` : `What ${tenant} needs to pay`;
  const main = html`<header class="opening">
<p class="crumb"><a href="${url('/companies')}">Companies</a> / <bdi class="id">${tenant}</bdi></p>
<h1>${title}</h1>
<p class="story">Every step is a page. Each that gives power is signed by itself, with a key that only a person holds.</p>
</header>
${leaf({ id: 'people', title: 'Who speaks for it', matter: list([principal], true) })}
${policies.map((policy, index) =>
  leaf({
    id: `policy-${index}`,
    title: policy.profile,
    note: html`Under the <a href="${url(`/policy/${policy.profile}`)}">policy</a> that binds every company here.`,
    matter: list(stepsOf(company, policy), principal.isDone),
  }),
)}
${leaf({
  id: 'own',
  title: 'Its own',
  matter: html`<ul class="plain companies">
<li><a href="${url(`/receipts?tenant=${tenant}`)}">Its receipts</a>, chained by themselves</li>
<li><a href="${url('/statements')}">Statements</a>, one for each account and month</li>
</ul>`,
})}`;
  return { title, main };
}

function list(steps: readonly Step[], isBegun: boolean): Safe {
  const next = isBegun ? steps.findIndex(({ isDone }) => !isDone) : -1;
  return html`<ol class="steps">${steps.map(({ title, isDone, done, doing }, index) => {
    const state = isDone ? 'done' : index === next ? 'now' : 'next';
    const shape = isDone ? 'holds' : state === 'now' ? 'half' : 'open';
    const body = isDone ? html`<p>${done}</p>` : state === 'now' ? doing : null;
    return html`<li class="step is-${state}">
<div class="step-head"><h3>${title}</h3><p class="step-state"><span class="when-${state}">${mark(shape)} ${state}</span></p></div>
<div class="step-body"><div>${body}</div></div>
</li>`;
  })}</ol>`;
}

const way = (address: string, words: Content) =>
  html`<p class="step-way"><a class="button" href="${url(address)}">${words}</a></p>`;

function principalStep({ tenant, principals }: Company, waiting: RegisteredPasskey | null): Step {
  const kids = principals.map(({ kid }) => printable(kid));
  const doing =
    waiting === null
      ? html`<p>The person who will sign for <bdi class="id">${tenant}</bdi> makes a passkey on their own device. You then vouch for it, after you have heard its end by voice.</p>
${way(`/keys/enrol?role=principal&tenant=${tenant}`, 'Make the principal’s passkey')}
<p class="note">On their device, the same page is <code>/keys/enrol?role=principal&amp;tenant=${tenant}</code>. It needs no sign-in.</p>`
      : html`<p><bdi class="id">${waiting.kid}</bdi> waits for a principal of every tenant to vouch for it.</p>
${way(`/keys/enrol/${waiting.id}`, html`Vouch for ${waiting.kid}`)}`;
  return {
    title: 'A principal of its own',
    isDone: kids.length > 0,
    done: html`<bdi class="id">${listed(kids)}</bdi> signs for it. The steps below are theirs: they sign in with that key.`,
    doing,
  };
}

function stepsOf(company: Company, policy: CompanyPolicy): readonly Step[] {
  const account = accountStep(company.tenant, policy);
  const lists = policy.lists.map((state): Step => {
    const { place, count } = state;
    const one = oneOf(place.directory);
    return {
      title: capitalised(nameWords(place.directory)),
      isDone: count > 0,
      done: html`<a href="${url(placePath(place))}">${count} in force</a>. Adding ${one} ends no mandate.`,
      doing: html`<p>Agents may use no others.</p>
${addingWay(state, html`Add ${one}`)}
<p class="note"><a href="${url(placePath(place))}">What waits for a second person</a></p>`,
    };
  });
  return [
    ...(account === null ? [] : [account]),
    ...lists,
    mandateStep(company, policy),
    firstStep(company, policy),
  ];
}

/** The way to the form for those whom the policy names; for others, who that is and how they get there. */
function addingWay({ place, terms, people }: ListState, words: Content): Safe {
  const { tenant, profile, directory } = place;
  const { isOpen, words: who } = addingWords({
    directory,
    tenant,
    terms,
    people,
    me: currentReader()?.person ?? null,
  });
  const told = html`<p>${printable(who)}</p>`;
  if (isOpen) return html`${told}${way(`${placePath(place)}/add`, words)}`;
  if (people.length >= terms.needed) return told;
  return html`${told}
<p>A principal of every tenant enrols a key for <bdi class="id">${tenant}</bdi> of somebody whom the policy names, or publishes the <a href="${url(`/policy/${profile}`)}">policy</a> with more people in <code>signers</code> of <code>${directory}</code>: <code>npx sanad profile publish &lt;file&gt;</code>.</p>`;
}

function accountStep(tenant: string, { profile, account }: CompanyPolicy): Step | null {
  if (account.kind === 'none') return null;
  const title = 'An account to pay from';
  if (account.kind === 'directory') {
    const path = placePath(account.place);
    return {
      title,
      isDone: account.count > 0,
      done: html`<a href="${url(path)}">${account.count} in force</a>.`,
      doing: html`<p>The account at the counterparty, one for each currency. Agents of <bdi class="id">${tenant}</bdi> pay from no other.</p>
${addingWay(account, 'Add the account')}
<p class="note">The counterparty must know the account, and let the enforcement point’s credential pay from it. You arrange that with them; no page here can.</p>`,
    };
  }
  return {
    title,
    isDone: account.isThere,
    done: html`Named in the connector of <bdi class="id">${account.plugin}</bdi>.`,
    doing: html`<p>This is the one step that no page can do. The connector of <bdi class="id">${account.plugin}</bdi> names each company’s account in a file, and has none for <bdi class="id">${tenant}</bdi>. The person who runs this deployment adds a line to <code>tenant_accounts</code> in <code>connector.json</code> of that plugin:</p>
<pre>{ "tenant": "${tenant}", "when": { "currency": "USD" }, "account": "acct_…" }</pre>
<p>A principal of every tenant then signs the policy with that file. Every mandate under it ends and is signed anew:</p>
<pre>npx sanad profile renew ${profile} --reason 'an account of ${tenant}'</pre>
<p class="note">With <code>accounts_directory</code> in the connector, accounts are added on a page, and no mandate ends.</p>`,
  };
}

function mandateStep({ tenant }: Company, { profile, mandate }: CompanyPolicy): Step {
  return {
    title: 'A mandate',
    isDone: mandate !== null,
    done:
      mandate !== null &&
      html`<a href="${url(`/mandates/${mandate.contract.contract_id}`)}"><bdi>${printable(mandate.contract.name ?? mandate.contract.contract_id)}</bdi></a> is in force for <bdi class="id">${printable(mandate.contract.agent)}</bdi>.`,
    doing: html`<p>What an agent may do for <bdi class="id">${tenant}</bdi>, how much, and who is asked.</p>
${way(`/mandates/new?profile=${profile}&tenant=${tenant}`, 'Let an agent act')}`,
  };
}

function firstStep({ tenant }: Company, { mandate, account, isUsed }: CompanyPolicy): Step {
  const id = mandate?.contract.contract_id ?? '';
  return {
    title: account.kind === 'none' ? 'The first action' : 'The first payment',
    isDone: isUsed,
    done: html`Done: <a href="${url(`/receipts?tenant=${tenant}`)}">its receipt</a> is the first of this company’s chain.`,
    doing: html`<p>Ask the agent for it here, in words, or give your own agent a token.</p>
${way(`/chat?mandate=${id}`, 'Talk to the agent')}
<p class="note">For your own agent: <code>npx sanad keys agent-token --contract ${id}</code></p>`,
  };
}
