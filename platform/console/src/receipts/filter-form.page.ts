import { html, type Safe, url } from '@common/web/html';
import { printable } from '@platform/core/verify/report-html';
import { OUTCOME_WORDS } from '@platform/words/outcomes';
import { leaf } from '../site/site.page.ts';
import { isFiltered, type ReceiptFilter } from './receipt-filter.ts';
import { LEVELS, OUTCOMES } from './receipts-query.ts';

interface Choices {
  /** The id of each mandate, with a few words about it. */
  readonly mandates: readonly (readonly [id: string, words: string])[];
  readonly plugins: readonly string[];
}

type Option = readonly [value: string, words: string];

/** The search form. It works without a script: the browser’s answer is the list. */
export function filterLeaf(filter: ReceiptFilter, { mandates, plugins }: Choices): Safe {
  const named = (names: readonly string[]): Option[] => names.map((name) => [name, name]);
  return leaf({
    id: 'filter',
    title: 'Search',
    note: 'What you leave open matches anything.',
    matter: html`<details${isFiltered(filter) && html` open`}>
<summary>By mandate, plugin, outcome, level or day</summary>
<form class="filter" method="get" action="${url('/receipts')}">
${choice('mandate', 'Mandate', filter.mandate, mandates)}
${choice('plugin', 'Plugin', filter.plugin, named(plugins))}
${choice(
  'outcome',
  'Outcome',
  filter.outcome,
  OUTCOMES.map((outcome) => [outcome, OUTCOME_WORDS[outcome]]),
)}
${choice('level', 'Level', filter.level, named(LEVELS))}
<div><label for="day">Day (UTC)</label><input id="day" name="day" type="date" value="${filter.day ?? ''}"></div>
<p class="actions"><button type="submit" class="outlined">Search</button>${isFiltered(filter) && html`<a href="${url('/receipts')}">All receipts</a>`}</p>
</form>
</details>`,
  });
}

/** The options include a chosen value that is no longer offered. */
function choice(name: string, label: string, chosen: string | null, offered: readonly Option[]): Safe {
  const isOffered = chosen === null || offered.some(([value]) => value === chosen);
  const options = isOffered ? offered : [...offered, [chosen, chosen] as const];
  return html`<div><label for="${name}">${label}</label>
<select id="${name}" name="${name}"><option value="">any</option>${options.map(
    ([value, words]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${printable(words)}</option>`,
  )}</select></div>`;
}
