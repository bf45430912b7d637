import { instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { webCrypto } from '@common/evidence/web';
import { judgeDispute } from '@platform/core/dispute/judge-dispute';
import { isDisputeFile, readDispute } from '@platform/core/dispute/read-dispute';
import type { Addendum } from '@platform/core/objects/log';
import { readKeySet } from '@platform/core/signed/key-set';
import { readAddenda } from '@platform/core/verify/addendum';
import { readReceipt } from '@platform/core/verify/checks/schema';
import { checkGivenReceipt, type Judgement, judge, reportJson } from '@platform/core/verify/judge';
import { printable } from '@platform/core/verify/report-html';
import type { VerifyOptions } from '@platform/core/verify/verification';
import { quoted, sentence } from '@platform/words/short';
import { reportPage } from '@platform/words/verdict-title';
import {
  afterDrawing,
  byId,
  el,
  fieldIfThere,
  fromTemplate,
  type PageElement,
  type PageFile,
  type Slots,
  within,
} from '../browser/dom.ts';
import { textOfFile } from '../browser/given.ts';
import { showJudgement } from '../proof-view/sections.ts';
import { hasBesideFiles, onBesideChange, readBesideInputs } from './beside-files.ts';
import { recomputed } from './evidence.ts';
import { isStatement, judgeStatement } from './judge-statement.ts';
import { showDispute } from './show-dispute.ts';
import { showStatement } from './show-statement.ts';

/**
 * Runs in the browser, from a server or from a disk: does what `sanad-verify` does, on files that never leave
 * the page.
 */

declare const Blob: new (parts: readonly string[], options: { readonly type: string }) => object;
declare const URL: { createObjectURL(blob: object): string; revokeObjectURL(url: string): void };
declare const performance: { getEntriesByType(type: 'resource'): readonly unknown[] };
declare const addEventListener: (type: 'load', listener: () => void) => void;

/** A sealed screening of a fund has some MiB. */
const MOST_EVIDENCE_BYTES = 16 * 1_048_576;

const inputs = {
  receipt: byId('receipt-file'),
  keys: byId('keys-file'),
  previous: byId('previous-file'),
  addendum: byId('addendum-file'),
  asOf: byId('as-of'),
  as: byId('as'),
};
/** Only on a page that has a program for it. */
const evidenceInput = fieldIfThere('evidence-file');
const shown = byId('answer');
const state = byId('state');
const progress = byId('progress');
const drop = byId('drop');

/** A dropped receipt counts until the reader chooses one. */
let dropped: PageFile | null = null;
/** The number of the newest question. The page does not show an answer to an earlier one. */
let asked = 0;
let requestsAtLoad = 0;

byId('files').hidden = false;
for (const input of Object.values(inputs)) input.addEventListener('change', () => void answer());
evidenceInput?.addEventListener('change', () => void answer());
onBesideChange(() => void answer());
inputs.receipt.addEventListener('change', () => {
  dropped = null;
});
for (const type of ['dragenter', 'dragover', 'dragleave', 'drop']) {
  drop.addEventListener(type, (event) => {
    event.preventDefault();
    drop.setAttribute('class', type === 'dragenter' || type === 'dragover' ? 'drop over' : 'drop');
    if (type !== 'drop') return;
    dropped = event.dataTransfer?.files[0] ?? null;
    void answer();
  });
}
within(progress, 'button').addEventListener('click', () => {
  asked += 1;
  progress.hidden = true;
  state.textContent = 'Stopped. Nothing was checked.';
});
// A browser may restore the files that were chosen before the page was reloaded.
void answer();
addEventListener('load', () => {
  requestsAtLoad = performance.getEntriesByType('resource').length;
});

async function answer(): Promise<void> {
  asked += 1;
  const mine = asked;
  const file = dropped ?? inputs.receipt.files?.[0];
  if (file === undefined) return;
  state.textContent = 'Checking.';
  progress.hidden = true;
  await afterDrawing();
  const isMine = () => mine === asked;
  const answered = (await isStatement(file)) ? await statementOf(file, isMine) : await receiptOf(file);
  if (!isMine()) return;
  state.textContent = '';
  progress.hidden = true;
  if (answered.ok) shown.replaceChildren(...answered.value);
  else refuse(answered.error.message);
}

async function receiptOf(file: PageFile): Promise<Result<readonly PageElement[]>> {
  const text = await textOfFile(file);
  if (!text.ok) return text;
  if (isDisputeFile(text.value)) return disputeOf(file, text.value);
  const judged = await judgeText(quoted(file.name), text.value);
  if (!judged.ok) return judged;
  const { value } = judged;
  const found = await recomputedOf(value);
  if (!found.ok) return found;
  return ok([showJudgement(value, hasKeys(), crumbOf(file), found.value), reportLeaf(value, hasKeys())]);
}

async function disputeOf(file: PageFile, text: string): Promise<Result<readonly PageElement[]>> {
  const keys = await keysAlone('A dispute file');
  if (!keys.ok) return keys;
  const dispute = readDispute(text);
  if (!dispute.ok) return fail(dispute.error.code, `${quoted(file.name)}: ${dispute.error.message}`);
  const judgement = judgeDispute(webCrypto, dispute.value, keys.value);
  return ok([showDispute(judgement, hasKeys(), crumbOf(file))]);
}

/** The keys that the reader gave, for a file that goes with nothing else. INVARIANT: no other field is passed over. */
async function keysAlone(what: string): Promise<Result<Pick<VerifyOptions, 'keys'>>> {
  const { receipt, keys, ...others } = inputs;
  const fields = [...Object.values(others), ...(evidenceInput === null ? [] : [evidenceInput])];
  // A field for files has a value too, while a file is chosen.
  if (hasBesideFiles() || fields.some(({ value }) => value.trim() !== ''))
    return fail('keys_alone', `${what} goes only with the keys that you trust: empty the other fields`);
  return givenOptions();
}

/** What the issuers’ programs compute from the evidence that the reader gave, if there are any. */
async function recomputedOf({ receipt }: Judgement): Promise<Result<ReturnType<typeof recomputed>>> {
  const file = evidenceInput?.files?.[0];
  if (file === undefined || receipt === null) return ok(new Map());
  const text = await textOfFile(file, MOST_EVIDENCE_BYTES);
  return text.ok ? ok(recomputed(receipt, text.value)) : text;
}

async function statementOf(file: PageFile, isMine: () => boolean): Promise<Result<readonly PageElement[]>> {
  const options = await keysAlone('A statement');
  if (!options.ok) return options;
  shown.replaceChildren();
  const judged = await judgeStatement(file, {
    keys: options.value.keys,
    goesOn: (share) => tellProgress(share, isMine),
  });
  if (!judged.ok) return judged;
  return ok(judged.value === null ? [] : [showStatement(judged.value, hasKeys(), crumbOf(file))]);
}

function tellProgress(share: number, isMine: () => boolean): boolean {
  if (!isMine()) return false;
  progress.hidden = share === 0;
  within(progress, 'progress').setAttribute('value', String(share));
  return true;
}

function hasKeys(): boolean {
  return (inputs.keys.files?.length ?? 0) > 0;
}

function crumbOf({ name, size }: PageFile): Slots {
  return { file: quoted(name), bytes: String(size) };
}

async function judgeText(name: string, text: string): Promise<Result<Judgement>> {
  const given = checkGivenReceipt(name, text);
  if (!given.ok) return given;
  const options = await givenOptions();
  if (!options.ok) return options;
  const beside = await readBesideInputs();
  if (!beside.ok) return beside;
  const later = await givenAddenda();
  if (!later.ok) return later;
  const as = inputs.as.value.trim();
  const venues: readonly string[] = JSON.parse(byId('venues').dataset.venues ?? '[]');
  return ok(
    judge(webCrypto, given.value, {
      options: options.value,
      venues,
      nowMs: Date.now(),
      as: as === '' ? undefined : as,
      addenda: later.value,
      ...beside.value,
    }),
  );
}

async function givenOptions(): Promise<Result<VerifyOptions>> {
  let options: VerifyOptions = {};
  const keys = inputs.keys.files?.[0];
  if (keys !== undefined) {
    const text = await textOfFile(keys);
    const set = text.ok ? readKeySet(webCrypto, text.value) : text;
    if (!set.ok) return fail(set.error.code, `Keys, ${quoted(keys.name)}: ${set.error.message}`);
    options = { ...options, keys: set.value };
  }
  const previous = inputs.previous.files?.[0];
  if (previous !== undefined) {
    const text = await textOfFile(previous);
    const read = text.ok ? readReceipt(webCrypto, text.value) : text;
    if (!read.ok)
      return fail(read.error.code, `The receipt before, ${quoted(previous.name)}: ${read.error.message}`);
    options = { ...options, previous: read.value.document };
  }
  const asOf = inputs.asOf.value.trim();
  if (asOf === '') return ok(options);
  if (instantMs(asOf) !== null) return ok({ ...options, asOf });
  return fail('instant_invalid', 'As of: write an instant in UTC, such as 2026-06-01T09:00:00Z');
}

async function givenAddenda(): Promise<Result<readonly Addendum[]>> {
  const file = inputs.addendum.files?.[0];
  if (file === undefined) return ok([]);
  const text = await textOfFile(file);
  const read = text.ok ? readAddenda(text.value) : text;
  return read.ok
    ? read
    : fail(read.error.code, `What became of it later, ${quoted(file.name)}: ${read.error.message}`);
}

function refuse(message: string): void {
  shown.replaceChildren(fromTemplate('nothing-checked', { why: printable(sentence(message)) }));
}

function reportLeaf(judgement: Judgement, isPinned: boolean): PageElement {
  const name = judgement.proof.receipt_id ?? 'receipt';
  const requests = performance.getEntriesByType('resource').length - requestsAtLoad;
  const report = fromTemplate('report-leaf', { requests: String(requests) });
  within(report, '#report-html').addEventListener('click', () => {
    download(`${name}-report.html`, 'text/html', reportPage(judgement, isPinned));
  });
  within(report, '#report-json').addEventListener('click', () => {
    download(`${name}-report.json`, 'application/json', reportJson(judgement));
  });
  return report;
}

function download(name: string, type: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }));
  el('a', { href, download: name }).click();
  void afterDrawing().then(() => URL.revokeObjectURL(href));
}
