import { webCrypto } from '@common/evidence/web';
import { judge } from '@platform/core/verify/judge';
import { afterDrawing, byId, el, type PageElement } from '../browser/dom.ts';
import { mark } from '../browser/marks.ts';
import { trustedKeys } from '../browser/trusted-keys.ts';
import { holding } from '../proof-view/verdict.ts';

/** Runs in the browser: makes the nine checks on each receipt of the list, when its reader asks for it. */

declare const fetch: (path: string) => Promise<{ readonly ok: boolean; text(): Promise<string> }>;

const button = byId('check-all');
const state = byId('check-state');
button.hidden = false;
button.addEventListener('click', () => void checkAll());

async function checkAll(): Promise<void> {
  button.disabled = true;
  const keys = trustedKeys();
  const cells = [...byId('receipts').querySelectorAll('[data-receipt]')];
  let failed = 0;
  for (const [index, cell] of cells.entries()) {
    state.textContent = `Checking ${index + 1} of ${cells.length}.`;
    if (!(await check(cell, keys === null ? {} : { keys }))) failed += 1;
    await afterDrawing();
  }
  state.textContent =
    failed === 0
      ? `Every check that applies holds, in all ${cells.length}, under ${keys === null ? 'the keys that they bring, which are not yet confirmed' : 'keys that you trust'}.`
      : `${failed} of ${cells.length} fail: do not rely on them.`;
  button.disabled = false;
}

async function check(cell: PageElement, options: Parameters<typeof judge>[2]['options']): Promise<boolean> {
  const answer = await fetch(`/receipts/${cell.dataset.receipt ?? ''}/receipt.json`).catch(() => null);
  if (answer === null || !answer.ok) {
    cell.replaceChildren(mark('open'), ' not reached');
    return false;
  }
  const { proof } = judge(webCrypto, await answer.text(), {
    options,
    venues: [],
    nowMs: Date.now(),
    as: undefined,
  });
  const words = el('span', {}, ` ${holding(proof.verification.checks)}`);
  const isUnpinned = proof.verdict === 'self-consistent';
  cell.replaceChildren(mark(proof.verdict === 'failed' ? 'fails' : isUnpinned ? 'open' : 'half'), words);
  return proof.verdict !== 'failed';
}
