import { capitalised } from '@common/base/english';
import { html, type Safe, url } from '@common/web/html';
import { printable } from '@platform/core/verify/report-html';
import { entryNoun } from '@platform/words/directories';
import { nameWords } from '@platform/words/names';
import { listed } from '@platform/words/short';
import { dayAndTime } from '@platform/words/when';
import { reader } from '../site/reader.http.ts';
import { leaf } from '../site/site.page.ts';
import { peopleOf, valuesLine } from './entry-words.ts';
import { placePath } from './place.ts';
import type { EntryToSign } from './to-sign.ts';

const ASKED = { added: 'A new', changed: 'A changed', ended: 'The end of a' } as const;

/** Entries that wait for another person, each of which leads to the page where it is signed. */
export function toSignLeaf(waiting: readonly EntryToSign[]): Safe {
  const what = capitalised(listed([...new Set(waiting.map(({ place }) => nameWords(place.directory)))]));
  return leaf({
    id: 'to-sign',
    title: reader() === null ? `${what} that need a signature` : `${what} that need your signature`,
    note: 'Another person signed. Compare with your own paper before you do.',
    matter: html`<ul class="plain requests">${waiting.map(item)}</ul>`,
  });
}

function item({ place, signed, people, keys }: EntryToSign): Safe {
  const { entry } = signed;
  const { name, label, sequence, change } = entry;
  const can = people.length === 0 ? 'nobody can confirm it' : `${listed(people, 'or')} can confirm it`;
  return html`<li>
<p class="lead"><a href="${url(`${placePath(place)}/confirm/${sequence}`)}"><bdi class="id">${name}</bdi>${label !== undefined && html` <bdi>${printable(label)}</bdi>`}</a></p>
<p>${ASKED[change]} ${entryNoun(place.directory)} of <bdi class="id">${place.tenant}</bdi>: <bdi>${printable(valuesLine(entry))}</bdi></p>
<p class="note">Signed by <bdi>${printable(peopleOf(signed, keys))}</bdi> on ${dayAndTime(entry.signed_at)}${reader() === null && html`; <bdi>${printable(can)}</bdi>`}</p>
</li>`;
}
