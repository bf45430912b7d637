import { html, type Safe } from '@common/web/html';
import { marked } from '@common/web/mark';
import { printable } from '@platform/core/verify/report-html';
import { hasOddCharacter, seenParts } from '@platform/words/odd-characters';
import type { ActionRow } from '../site/action-rows.ts';
import { leaf, pointed } from '../site/site.page.ts';

/** What is or was asked, as a part of a page. */
export function askedLeaf(title: Safe | string, rows: readonly ActionRow[]): Safe {
  return leaf({
    id: 'asked',
    title,
    note: 'Each piece in words, then exactly as it is signed.',
    matter: askedTable(rows),
  });
}

/** What would be signed: each row in words, followed by the members that it describes. */
export function askedTable(rows: readonly ActionRow[]): Safe {
  const texts = rows.flatMap(({ members }) => members.map(([, value]) => textOf(value)));
  return html`<div class="asked">
<table class="ledger">
<thead><tr><th scope="col">Member</th><th scope="col">In words</th><th scope="col">In canonical form</th></tr></thead>
<tbody>${rows.map(askedRow)}</tbody>
</table>
</div>
<ul class="marks">${
    texts.some(hasOddCharacter)
      ? html`<li class="wide">${marked('fail', 'Some characters are not what they seem: each stands in a box with its code.')}</li>`
      : pointed('holds', 'No text here has an invisible or look-alike character.')
  }</ul>`;
}

/** The text of a list or an object is its JSON, which contains every character of its members. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function askedRow({ label, words, note, members }: ActionRow): Safe {
  return html`<tr>
<th scope="row">${printable(label)}</th>
<td><bdi class="said">${words.split('\n').map((line, index) => [index > 0 && html`<br>`, ...seen(line)])}</bdi>${note !== '' && html`<p class="note">${printable(note)}</p>`}</td>
<td class="id">${members.map(([name, value]) => html`<div>"${printable(name)}":<strong>${seen(JSON.stringify(value))}</strong></div>`)}</td>
</tr>`;
}

function seen(text: string): readonly Safe[] {
  return seenParts(text).map(({ isOdd, text: part }) =>
    isOdd ? html`<span class="odd">${part}</span>` : html`${part}`,
  );
}
