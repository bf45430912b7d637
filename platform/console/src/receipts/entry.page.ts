import { html, type Safe, url } from '@common/web/html';
import { printable } from '@platform/core/verify/report-html';
import { decisionWords } from '@platform/words/decided';
import { reasonWords } from '@platform/words/reasons';
import { referenceWords } from '@platform/words/reference';
import { whatHappened } from '@platform/words/story';
import { clockTime } from '@platform/words/when';
import { outcomeMark, told } from '../site/site.page.ts';
import type { ReceiptInList } from './find-receipts.ts';
import { shownReceipt } from './shown-receipt.ts';

/** A receipt in a list. */
export function entry({ document, became }: ReceiptInList): Safe {
  const receipt = shownReceipt(document);
  const { receipt_id: id, who, what, when, why } = receipt;
  const reference = referenceWords(what.action, why.plugin.manifest);
  const about =
    what.outcome === 'executed'
      ? who.approver === null
        ? null
        : `${who.approver} approved it`
      : what.outcome === 'denied' && what.reason === why.decision.reason
        ? decisionWords(why.decision)
        : reasonWords(what.reason);
  return html`<li>
<time datetime="${when.decided_at}">${clockTime(when.decided_at).slice(0, 5)}</time>
<div><a href="${url(`/receipts/${id}`)}">${told(whatHappened(receipt, true, became?.state ?? null))}</a>
<p class="note"><bdi>${printable(who.agent)}</bdi>${reference !== null && html`, ${reference}`}${about !== null && html`, ${printable(about)}`}</p></div>
<p class="outcome">${outcomeMark(receipt, became)}</p>
<p class="outcome note" data-receipt="${id}"></p>
</li>`;
}
