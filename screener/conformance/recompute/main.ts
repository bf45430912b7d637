import { parseArgs } from 'node:util';
import { answerIn, countsOf, type SealedParts, verdictWords } from './answer-file.ts';
import { auditReceipt } from './audit-receipt.ts';
import { auditSeal, type PinnedKey, readPinnedKeys } from './audit-seal.ts';
import { auditSources } from './audit-sources.ts';
import { memberOf } from './canonical.ts';
import { readInput } from './read-input.ts';
import { recompute } from './recompute.ts';
import { openSources, type Sources } from './sources.ts';
import { strictJson } from './strict-json.ts';
import { messageOf, UnusableInput } from './unusable.ts';

const HELP = `Recomputes screening answers from their own evidence, and says where the two disagree.

  npx sanad recompute [--keys <file>] [--receipt <file>] [--sources <folder>] <answer>...

<answer> is a file with a saved answer, the address of one (http://localhost:8090/v1/screen/AAPL), or - for standard
input. Of a sealed one (/v1/attest/AAPL), hashes, signatures and claims are checked too, by the keys in --keys: a copy of
/.well-known/keys.json from where you trust it. Without --keys the file’s own key is taken, and a seal is only
self-consistent. With --receipt, its statement must be one that this receipt carries, to the letter; what the receipt
itself proves, sanad-verify says. With --sources, it also holds each filed figure, rate and close against the publishers’
own files: a folder with companyfacts (the SEC’s), fx (rates) and market (month-end closes). An answer that agrees is
printed with the verdict, its day and whether it is stale, as they were recomputed.

Exits with 0 if all agree, 3 if all agree and a seal is only self-consistent, 1 if something disagrees, 2 if an input
cannot be used.`;

const RECEIPT_WORDS = 'the receipt carries this statement; sanad-verify says what the receipt proves';

const AGREES = 0;
const DISAGREES = 1;
const UNUSABLE = 2;
const SELF_CONSISTENT = 3;
/** Of several inputs, the worst one decides. */
const WORSE = [AGREES, SELF_CONSISTENT, DISAGREES, UNUSABLE];

/** An answer has about 30 kB, one of a large fund some megabytes; a receipt has 30 kB. */
const MOST_BYTES = { answer: 16 * 1024 * 1024, other: 1024 * 1024 };
const REMEDIES = {
  answer: 'save one with: curl -s http://localhost:8090/v1/screen/AAPL > aapl.json',
  keys: 'get them from where you trust them: curl -s http://localhost:8090/.well-known/keys.json > keys.json',
  receipt: 'get it with: npx sanad receipt get <id> --out receipt.json',
  sources: 'name a folder with companyfacts, fx and market',
} as const;

/** What the answers are held against. */
interface Given {
  readonly pinned: readonly PinnedKey[] | null;
  readonly receipt: object | null;
  readonly sources: Sources | null;
}

process.exitCode = await runProgram();

async function runProgram(): Promise<number> {
  const parsed = argumentsOf();
  if (typeof parsed === 'string') {
    console.error(`${parsed}\nnpx sanad recompute --help says what there is.`);
    return UNUSABLE;
  }
  const { values, positionals: inputs } = parsed;
  if (inputs.length === 0 || values.help) {
    console.log(HELP);
    return values.help ? AGREES : UNUSABLE;
  }
  const pinned = await optional(values.keys, readKeys);
  const receipt = await optional(values.receipt, readReceipt);
  const sources = await optional(values.sources, readSources);
  if (pinned === UNUSABLE || receipt === UNUSABLE || sources === UNUSABLE) return UNUSABLE;
  let worst = 0;
  for (const input of inputs) {
    const outcome = await usable(input, () => auditInput(input, { pinned, receipt, sources }));
    worst = Math.max(worst, WORSE.indexOf(outcome));
  }
  return WORSE[worst] ?? UNUSABLE;
}

/** The arguments, or why there are none of this kind. */
function argumentsOf() {
  try {
    return parseArgs({
      options: {
        keys: { type: 'string' },
        receipt: { type: 'string' },
        sources: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
      allowPositionals: true,
    });
  } catch (error) {
    return messageOf(error);
  }
}

/** Says why an input cannot be used, and goes on. */
async function usable<Read>(input: string, read: () => Promise<Read>): Promise<Read | typeof UNUSABLE> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    console.error(`${input}: cannot be used: ${error.message}`);
    return UNUSABLE;
  }
}

async function optional<Read>(
  input: string | undefined,
  read: (input: string) => Promise<Read>,
): Promise<Read | null | typeof UNUSABLE> {
  return input === undefined ? null : await usable(input, () => read(input));
}

async function readKeys(file: string): Promise<readonly PinnedKey[]> {
  const keys = readPinnedKeys(await readJson(file, REMEDIES.keys));
  if (keys !== null) return keys;
  throw new UnusableInput(`it is no copy of a screener’s /.well-known/keys.json; ${REMEDIES.keys}`);
}

async function readReceipt(file: string): Promise<object> {
  const receipt = await readJson(file, REMEDIES.receipt);
  if (typeof receipt === 'object' && receipt !== null && 'receipt_id' in receipt) return receipt;
  throw new UnusableInput(`it is not the JSON of a receipt; ${REMEDIES.receipt}`);
}

async function readJson(file: string, remedy: string): Promise<unknown> {
  return strictJson(await readInput(file, MOST_BYTES.other, remedy), remedy);
}

async function readSources(folder: string): Promise<Sources> {
  const sources = openSources(folder);
  if (sources !== null) return sources;
  throw new UnusableInput(`it has no companyfacts, fx and market; ${REMEDIES.sources}`);
}

async function auditInput(input: string, { pinned, receipt, sources }: Given): Promise<number> {
  const { answer, sealed } = answerIn(await readInput(input, MOST_BYTES.answer, REMEDIES.answer));
  const found = [
    ...(sealed === null ? [] : auditSeal(sealed, pinned)),
    ...(receipt === null ? [] : auditReceipt(sealed, receipt)),
    ...recompute(answer),
    ...(sources === null ? [] : auditSources(answer, sources)),
  ];
  if (found.length === 0) {
    console.log(`${verdictWords(answer)}: verdict agrees by the ${answer.rules} rules (${countsOf(answer)})`);
    if (sealed === null) return AGREES;
    console.log(`  ${sealWords(sealed, pinned)}`);
    if (receipt !== null) console.log(`  ${RECEIPT_WORDS}`);
    return pinned === null ? SELF_CONSISTENT : AGREES;
  }
  const title = ['symbol', 'as_of', 'rules'].map((name) => String(memberOf(answer, name))).join(' ');
  console.log(`${title}: ${found.length} ${found.length === 1 ? 'disagreement' : 'disagreements'}`);
  for (const { path, said, recomputed } of found) {
    console.log(`  ${path || 'the answer'}\n    said:       ${said}\n    recomputed: ${recomputed}`);
  }
  return DISAGREES;
}

/** Says who sealed it, until when that holds, and by whose key. INVARIANT: the seal agrees. */
function sealWords({ sealed, listed }: SealedParts, pinned: Given['pinned']): string {
  const { issuer, issued_at: issued, expires_at: expires } = sealed.statement;
  const said = `sealed as number ${listed.number} by ${issuer} at ${issued}, until ${expires}`;
  return pinned === null
    ? `${said}: self-consistent; the key is the file’s own word (--keys pins one)`
    : `${said}: signed by the pinned key`;
}
