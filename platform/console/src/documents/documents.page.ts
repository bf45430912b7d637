import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { printable } from '@platform/core/verify/report-html';
import { documentKind, fileCount } from '@platform/words/document';
import { shortHash } from '@platform/words/short';
import { leaf, pointed } from '../site/site.page.ts';
import type { CheckedDocument } from '../use-cases/documents.ts';

/** What fits beside a reference on a phone. */
const SHORT_NAME = 24;

/** Beside the reference of a request, in a line at most: one file by its name, several by their number. */
export function documentsInRow(documents: readonly CheckedDocument[], { isShort = false } = {}): Content {
  const [first] = documents;
  if (first === undefined) return null;
  const { name, sha256 } = first.document;
  const isNamed = !isShort && documents.length === 1 && name.length <= SHORT_NAME;
  const link = html`<a href="#documents">${isNamed ? html`<bdi>${printable(name)}</bdi>` : fileCount(documents)}</a>`;
  const count = (state: CheckedDocument['state']) =>
    documents.filter((document) => document.state === state).length;
  if (count('differs') > 0) return html`${link} ${marked('fail', 'not what was signed')}`;
  const missing = count('gone') + count('unknown');
  if (missing > 0) return html`${link} <span class="muted">(${missing} not at hand)</span>`;
  return isNamed ? html`${link} <span class="id muted">${shortHash(sha256)}</span>` : link;
}

/** Every document: what it is, whether it is the one that was signed, and the way to see it. */
export function documentsLeaf(grantId: string, documents: readonly CheckedDocument[]): Safe | null {
  if (documents.length === 0) return null;
  return leaf({
    id: 'documents',
    title: documents.length === 1 ? 'The file attached' : 'The files attached',
    note: 'What the agent attached: its claim, and no evidence. A file is hashed here each time before it is shown.',
    matter: html`<ul class="plain files">${documents.map((document) => item(grantId, document))}</ul>`,
  });
}

function item(grantId: string, { document, state }: CheckedDocument): Safe {
  const { name, sha256, media_type: type } = document;
  const address = url(`/grants/${grantId}/documents/${sha256}`);
  const isImage = type !== 'application/pdf';
  const shown = isImage
    ? html`<details class="fold"><summary>Show <bdi>${printable(name)}</bdi></summary><img class="file" src="${address}" alt="${printable(name)}, as the agent attached it" loading="lazy"></details>`
    : html`<p><a href="${address}" download>Save the PDF</a></p>`;
  return html`<li>
<p><bdi class="id">${printable(name)}</bdi> <span class="muted">${documentKind(document)}</span></p>
<ul class="marks">${stateLine(state)}</ul>
<p class="id muted">${sha256}</p>
${state === 'same' && shown}
</li>`;
}

function stateLine(state: CheckedDocument['state']): Safe {
  switch (state) {
    case 'same':
      return pointed('holds', 'The file that the request names, by its hash.');
    case 'differs':
      return pointed('fails', 'What the authority keeps is not the file that was signed. It is not shown.');
    case 'gone':
      return pointed('open', 'No longer kept here. Its hash stays signed: a copy can still be proven.');
    case 'unknown':
      return pointed('open', 'It cannot be read now: the authority does not answer.');
  }
}
