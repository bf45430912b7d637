import { capitalised } from '@common/base/english';
import { html, type Safe, url } from '@common/web/html';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { printable } from '@platform/core/verify/report-html';
import { sideBySide } from '@platform/words/possible-duplicate';
import { leaf } from '../site/site.page.ts';

/** The request beside the earlier one that it may repeat, as a part of a page; null if there is none. */
export function duplicateLeaf(
  record: GrantRecord,
  earlier: GrantRecord | null,
  manifest: PluginManifest | null,
): Safe | null {
  if (record.grant.possible_duplicate_of === undefined) return null;
  return leaf({
    id: 'duplicate',
    title: 'Beside the earlier one',
    note: 'By the authority’s books. Compare both with the papers before you.',
    matter: duplicateTable(record, earlier, manifest, []),
  });
}

/** Both in a table of two columns, which stays one on a phone. `left`: params that are left out. */
export function duplicateTable(
  record: GrantRecord,
  earlier: GrantRecord | null,
  manifest: PluginManifest | null,
  left: readonly string[],
): Safe {
  if (earlier === null) return html`<p>The earlier request cannot be read now.</p>`;
  const rows = sideBySide(record, earlier, manifest).filter(
    ({ param }) => param === null || !left.includes(param),
  );
  return html`<table class="compared">
<thead><tr><td></td><th scope="col">Asked now</th><th scope="col">Earlier</th></tr></thead>
<tbody>${rows.map(
    ({ label, isCompared, now, earlier: before }) => html`<tr>
<th scope="row">${printable(capitalised(label))}</th>
<td><bdi class="said">${isCompared ? differing(now, before) : printable(now)}</bdi></td>
<td><bdi>${isCompared ? differing(before, now) : printable(before)}</bdi>${isCompared && now === before && ', same'}</td>
</tr>`,
  )}</tbody>
</table>
<p class="note"><a href="${url(`/approvals/${earlier.grant.grant_id}`)}">The earlier request</a>, and <a href="${url(`/receipts?grant_id=${earlier.grant.grant_id}`)}">its receipt</a>.</p>`;
}

/** The text, with what stands between the same beginning and the same end of both marked. */
function differing(text: string, other: string): Safe {
  const [own, theirs] = [[...text], [...other]];
  const most = Math.min(own.length, theirs.length);
  let start = 0;
  while (start < most && own[start] === theirs[start]) start += 1;
  let end = 0;
  while (end < most - start && own.at(-1 - end) === theirs.at(-1 - end)) end += 1;
  const part = (from: number, to: number) => printable(own.slice(from, to).join(''));
  const middle = part(start, own.length - end);
  return html`${part(0, start)}${middle === '' ? '' : html`<span class="differs">${middle}</span>`}${part(own.length - end, own.length)}`;
}
