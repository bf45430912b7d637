import { html, type Safe } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { Change } from '@platform/core/decide/profile-changes';
import { printable } from '@platform/core/verify/report-html';
import { mark } from '../site/site.page.ts';
import type { ChangeRow } from './profile-rows.ts';

/**
 * Shows the differences between two versions. It marks those that loosen a rule, because a reader must read
 * them twice.
 */
export function changesTable(rows: readonly ChangeRow[], before: string, after: string): Safe {
  if (rows.length === 0) return html`<p>No rule differs.</p>`;
  const body = rows.map(
    (row) => html`<tr>
<th scope="row">${printable(row.label)}</th>
<td class="gone"><bdi>${lines(row.before)}</bdi></td>
<td class="came"><bdi>${lines(row.after)}</bdi></td>
<td class="change">${MARKS[row.change]}</td>
</tr>`,
  );
  return html`<table class="ledger changes">
<thead><tr><th scope="col">Rule</th><th scope="col">${before}</th><th scope="col">${after}</th><th scope="col">The change is</th></tr></thead>
<tbody>${body}</tbody>
</table>`;
}

function lines(text: string) {
  return text.split('\n').map((line, index) => [index > 0 && html`<br>`, printable(line)]);
}

const MARKS: Readonly<Record<Change, Safe>> = {
  same: html`same`,
  tighter: html`${mark('bar')} tighter`,
  looser: marked('warn', 'looser'),
  other: marked('warn', 'other'),
};
