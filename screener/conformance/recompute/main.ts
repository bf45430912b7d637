import { readFile, stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { answerIn, countsOf, messageOf, type SealedParts, UnusableInput } from './answer-file.ts';
import { auditReceipt } from './audit-receipt.ts';
import { auditSeal, type PinnedKey, readPinnedKeys } from './audit-seal.ts';
import { auditSources } from './audit-sources.ts';
import { recompute } from './recompute.ts';
import { openSources } from './sources.ts';

const HELP = `Recomputes screening answers from their own evidence, and says where the two disagree.

  npx sanad recompute [--keys <file>] [--receipt <file>] [--sources <folder>] <answer>...

<answer> is a file with a saved answer, the address of one (http://localhost:8090/v1/screen/AAPL), or - for standard
input. Of a sealed one (/v1/attest/AAPL), hashes, signatures and claims are checked too, by the keys in --keys: a copy of
/.well-known/keys.json from where you trust it. Without --keys the file’s own key is taken, and a seal is only
self-consistent. With --receipt, its statement must be one that this receipt carries, to the letter; what the receipt
itself proves, sanad-verify says. With --sources, it also holds each filed figure, rate and close against the publishers’
own files: a folder with companyfacts (the SEC’s), fx (rates) and market (month-end closes).

Exits with 0 if all agree, 3 if all agree and a seal is only self-consistent, 1 if something disagrees, 2 if an input
cannot be used.`;

const RECEIPT_WORDS = 'the receipt carries this statement; sanad-verify says what the receipt proves';

const AGREES = 0;
const DISAGREES = 1;
const UNUSABLE = 2;
const SELF_CONSISTENT = 3;
/** Of several inputs, the worst one decides. */
const WORSE = [AGREES, SELF_CONSISTENT, DISAGREES, UNUSABLE];

/** An answer has about 20 kB. */
const MOST_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

const { values, positionals: inputs } = parseArgs({
  options: {
    keys: { type: 'string' },
    receipt: { type: 'string' },
    sources: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const sources = values.sources === undefined ? null : openSources(values.sources);
const pinned = values.keys === undefined ? null : await readKeys(values.keys);
const receipt = values.receipt === undefined ? null : await readReceipt(values.receipt);
if (inputs.length === 0 || values.help) {
  console.log(HELP);
  process.exitCode = inputs.length === 0 ? UNUSABLE : AGREES;
} else if (sources === null && values.sources !== undefined) {
  console.error(`${values.sources}: cannot be used: it has no companyfacts, fx and market`);
  process.exitCode = UNUSABLE;
} else if (pinned === null && values.keys !== undefined) {
  console.error(`${values.keys}: cannot be used: it is no copy of /.well-known/keys.json of a screener`);
  process.exitCode = UNUSABLE;
} else if (receipt === null && values.receipt !== undefined) {
  console.error(`${values.receipt}: cannot be used: it is not the JSON of a receipt`);
  process.exitCode = UNUSABLE;
} else {
  let worst = 0;
  for (const input of inputs) worst = Math.max(worst, WORSE.indexOf(await auditInput(input)));
  process.exitCode = WORSE[worst] ?? UNUSABLE;
}

async function readKeys(file: string): Promise<readonly PinnedKey[] | null> {
  try {
    return readPinnedKeys(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

async function readReceipt(file: string): Promise<object | null> {
  try {
    const parsed: unknown = JSON.parse(await read(file));
    return typeof parsed === 'object' && parsed !== null && 'receipt_id' in parsed ? parsed : null;
  } catch {
    return null;
  }
}

async function auditInput(input: string): Promise<number> {
  try {
    const { answer, sealed } = answerIn(await read(input));
    const found = [
      ...(sealed === null ? [] : auditSeal(sealed, pinned)),
      ...(receipt === null ? [] : auditReceipt(sealed, receipt)),
      ...recompute(answer),
      ...(sources === null ? [] : auditSources(answer, sources)),
    ];
    const title = ['symbol', 'as_of', 'rules'].map((name) => String(answer[name])).join(' ');
    if (found.length === 0) {
      console.log(`${title}: verdict agrees (${countsOf(answer)})`);
      if (sealed === null) return AGREES;
      console.log(`  ${sealWords(sealed)}`);
      if (receipt !== null) console.log(`  ${RECEIPT_WORDS}`);
      return pinned === null ? SELF_CONSISTENT : AGREES;
    }
    console.log(`${title}: ${found.length} ${found.length === 1 ? 'disagreement' : 'disagreements'}`);
    for (const { path, said, recomputed } of found) {
      console.log(`  ${path || 'the answer'}\n    said:       ${said}\n    recomputed: ${recomputed}`);
    }
    return DISAGREES;
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    console.error(`${input}: cannot be used: ${error.message}`);
    return UNUSABLE;
  }
}

async function read(input: string): Promise<string> {
  if (input === '-') return await text(process.stdin);
  if (/^https?:\/\//.test(input)) return await fetchText(input);
  try {
    const { size } = await stat(input);
    if (size > MOST_BYTES) throw new UnusableInput(`it has ${size} bytes, more than an answer ever has`);
    return await readFile(input, 'utf8');
  } catch (error) {
    if (error instanceof UnusableInput) throw error;
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new UnusableInput(isMissing ? 'there is no such file' : messageOf(error));
  }
}

async function fetchText(address: string): Promise<string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = await response.text();
    if (response.ok) return body;
    throw new UnusableInput(`the service answered ${response.status}: ${body.slice(0, 200)}`);
  } catch (error) {
    throw error instanceof UnusableInput ? error : new UnusableInput(messageOf(error));
  }
}

/** Says who sealed it, until when that holds, and by whose key. INVARIANT: the seal agrees. */
function sealWords({ sealed, listed }: SealedParts): string {
  const { issuer, issued_at: issued, expires_at: expires } = sealed.statement;
  const said = `sealed as number ${listed.number} by ${issuer} at ${issued}, until ${expires}`;
  return pinned === null
    ? `${said}: self-consistent; the key is the file’s own word (--keys pins one)`
    : `${said}: signed by the pinned key`;
}
