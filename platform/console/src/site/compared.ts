import { printable } from '@platform/core/verify/report-html';
import { byId, el, type PageElement, titlePage } from '../browser/dom.ts';
import { mark } from '../browser/marks.ts';

/** What this browser checked of a text before anybody signs it. */
export function showCompared(hash: string, points: readonly PageElement[]): void {
  byId('compared').replaceChildren(
    el('p', {}, mark('holds'), el('strong', {}, 'What you read is what you would sign.')),
    el('p', { class: 'note' }, 'Hashed here, by this browser'),
    el('p', { class: 'hash', id: 'hash-here' }, (hash.match(/.{8}/g) ?? []).join(' ')),
    el('ul', { class: 'marks' }, points),
  );
}

/** INVARIANT: nothing on the page can sign any more. */
export function refuseToSign(message: string): void {
  titlePage('Do not sign this');
  byId('opening').setAttribute('role', 'alert');
  byId('opening').replaceChildren(
    el(
      'header',
      { class: 'opening refused' },
      el('h1', { tabindex: '-1' }, 'Do not sign this'),
      el(
        'p',
        {},
        el('strong', {}, 'What this page shows is not what would be signed, or not what the rules allow.'),
        ' You have signed nothing.',
      ),
    ),
  );
  byId('compared').replaceChildren(el('p', { class: 'fails' }, mark('fails'), printable(message)));
  byId('signing').replaceChildren(
    el(
      'p',
      {},
      'Begin again. If it happens again, look at it on another machine, with the command, and tell whoever runs this console.',
    ),
  );
}
