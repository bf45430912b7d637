import { capitalised } from '@common/base/english';
import { webCrypto } from '@common/evidence/web';
import { readAddenda } from '@platform/core/verify/addendum';
import { type Judgement, judge } from '@platform/core/verify/judge';
import { counted } from '@platform/words/short';
import { pieceText } from '@platform/words/story';
import { byId, titlePage } from '../browser/dom.ts';
import { textOfFile } from '../browser/given.ts';
import { forgetKeys, trustedKeys, trustKeys } from '../browser/trusted-keys.ts';
import { showJudgement } from '../proof-view/sections.ts';
import { tell } from '../proof-view/verdict.ts';

/** Runs in the browser: makes the nine checks on the page’s receipt, under keys that its reader trusts. */

const data = byId('receipt-data').dataset;
const shown = byId('receipt');
const problem = byId('keys-problem');

function show(): void {
  const keys = trustedKeys();
  const venues: readonly string[] = JSON.parse(data.venues ?? '[]');
  const options = keys === null ? {} : { keys };
  const later = readAddenda(data.addenda ?? '[]');
  const judgement: Judgement = judge(webCrypto, data.receipt ?? '', {
    options,
    venues,
    nowMs: Date.now(),
    as: undefined,
    // Without those that cannot be read, the page says that what became of it is not proven.
    addenda: later.ok ? later.value : [],
  });
  shown.replaceChildren(showJudgement(judgement, keys !== null));
  titlePage(pieceText(tell(judgement, keys !== null).title));
  const words =
    keys === null
      ? 'None are kept in this browser.'
      : `${capitalised(counted(Object.keys(keys).length))} ${Object.keys(keys).length === 1 ? 'is' : 'are'} kept in this browser.`;
  byId('keys-state').textContent = words;
  byId('keys-forget').hidden = keys === null;
}

byId('keys-form').hidden = false;
byId('keys-file').addEventListener('change', () => void choose());
byId('keys-forget').addEventListener('click', () => {
  forgetKeys();
  show();
});
show();

async function choose(): Promise<void> {
  const file = byId('keys-file').files?.[0];
  if (file === undefined) return;
  const text = await textOfFile(file);
  const kept = text.ok ? trustKeys(text.value) : text;
  problem.textContent = kept.ok ? '' : `${kept.error.message}. Nothing was changed.`;
  if (kept.ok) show();
}
