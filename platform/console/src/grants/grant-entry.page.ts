import { type Content, html, type Safe, url } from '@common/web/html';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { decidedWords } from '@platform/words/decided';
import { grantState, stateWords } from '@platform/words/grant-state';
import { referenceWords } from '@platform/words/reference';
import { actionPieces, opened } from '@platform/words/story';
import { clockTime } from '@platform/words/when';
import { mark, told } from '../site/site.page.ts';

/** A grant in a list, with its state; `before` begins its note. It leads to its receipt once there is one. */
export function grantEntry(record: GrantRecord, manifest: PluginManifest | null, before: Content): Safe {
  const { action, receipt_id: receipt } = record;
  const about = referenceWords(action, manifest);
  const state = grantState(record);
  const isOpen = state === 'unanswered' || state === 'in_doubt' || state === 'counted_as_done';
  const words = told(opened(actionPieces(action, manifest)));
  return html`<li>
<time datetime="${action.proposed_at}">${clockTime(action.proposed_at).slice(0, 5)}</time>
<div><a href="${url(receipt === null ? `/grants/${action.grant_id}` : `/receipts/${receipt}`)}">${words}</a>
<p class="note">${before}, ${about !== null && html`${about}, `}${decidedWords(record)}</p></div>
<p class="outcome">${isOpen && html`${mark('open')} `}${stateWords(record, manifest)}</p>
</li>`;
}
