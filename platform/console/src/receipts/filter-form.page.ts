import { type Content, html, type Safe, url } from '@common/web/html';
import { printable } from '@platform/core/verify/report-html';
import { OUTCOME_WORDS } from '@platform/words/outcomes';
import { leaf } from '../site/site.page.ts';
import { filterWords } from './filter-words.ts';
import { isFiltered, LEVELS, OUTCOMES, type ReceiptFilter } from './receipts-query.ts';

interface Choices {
  /** The id of each mandate, with a few words about it. */
  readonly mandates: readonly (readonly [id: string, words: string])[];
  readonly plugins: readonly string[];
}

interface Asked {
  readonly filter: ReceiptFilter;
  readonly choices: Choices;
  /** The field whose text is no amount. */
  readonly unread: keyof ReceiptFilter | null;
  /** Whether the form is open: where nothing is found, and where something was not understood. */
  readonly isOpen: boolean;
}

type Option = readonly [value: string, words: string];

/** The search form. It works without a script: the browser’s answer is the list. */
export function filterLeaf({ filter, choices, unread, isOpen }: Asked): Safe {
  const named = (names: readonly string[]): Option[] => names.map((name) => [name, name]);
  const field = (name: keyof ReceiptFilter, label: string, hint: string | null = null) =>
    typedField({ name, label, hint, value: filter[name] ?? '', isUnread: unread === name });
  const date = (label: string, name: keyof ReceiptFilter) =>
    html`<div><label for="${name}">${label}</label><input id="${name}" name="${name}" type="date" value="${filter[name] ?? ''}"></div>`;
  const outcomes: Option[] = OUTCOMES.map((outcome) => [outcome, OUTCOME_WORDS[outcome]]);
  return leaf({
    id: 'filter',
    title: 'Search',
    note: 'Everything that you fill in has to match. The address of the list keeps it.',
    matter: html`<details${isOpen && html` open`}>
<summary>${isFiltered(filter) ? html`<bdi>${printable(filterWords(filter))}</bdi>` : 'By payee, amount, reference, words, period or person'}</summary>
<form class="filter" method="get" action="${url('/receipts')}">
${field('text', 'Words', 'acme, INV-8, rcpt_3fb2…')}
${field('payee', 'Payee', 'name or account')}
${field('reference', 'Reference', 'INV-8')}
${field('amount', 'Amount', '4,200.00')}
${field('amount_from', 'At least')}
${field('amount_to', 'At most')}
${date('From (UTC)', 'from')}
${date('To (UTC)', 'to')}
${choice('outcome', 'Outcome', filter.outcome, outcomes)}
${field('person', 'Signed by', 'a person’s name')}
${choice('mandate', 'Mandate', filter.mandate, choices.mandates)}
${field('agent', 'Agent')}
${field('key', 'Key', 'approver_cfo')}
${field('currency', 'Currency', 'USD')}
${choice('plugin', 'Plugin', filter.plugin, named(choices.plugins))}
${field('tenant', 'Tenant', 'tn_local')}
${field('account', 'Own account', 'acct_operating')}
${choice('level', 'Level', filter.level, named(LEVELS))}
<p class="actions"><button type="submit" class="outlined">Search</button>${isFiltered(filter) && html`<a href="${url('/receipts')}">All receipts</a>`}</p>
</form>
</details>`,
  });
}

interface TypedField {
  readonly name: string;
  readonly label: string;
  readonly hint: string | null;
  readonly value: string;
  readonly isUnread: boolean;
}

function typedField({ name, label, hint, value, isUnread }: TypedField): Safe {
  const problem: Content = html`<p id="${name}-problem" class="field-error" role="alert">Not read as an amount. Write it as 4200.50 or 4,200.50.</p>`;
  return html`<div><label for="${name}">${label}</label><input id="${name}" name="${name}" type="text" maxlength="200" autocomplete="off" value="${value}"${hint !== null && html` placeholder="${hint}"`}${isUnread && html` aria-invalid="true" aria-describedby="${`${name}-problem`}"`}>${isUnread && problem}</div>`;
}

/** The options include a chosen value that is no longer offered. */
function choice(name: string, label: string, chosen: string | undefined, offered: readonly Option[]): Safe {
  const isOffered = chosen === undefined || offered.some(([value]) => value === chosen);
  const options = isOffered ? offered : [...offered, [chosen, chosen] as const];
  return html`<div><label for="${name}">${label}</label>
<select id="${name}" name="${name}"><option value="">any</option>${options.map(
    ([value, words]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${printable(words)}</option>`,
  )}</select></div>`;
}
