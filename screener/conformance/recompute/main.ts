import { readFile, stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { auditSeal, oddNumber, type PinnedKey, readPinnedKeys } from './audit-seal.ts';
import { auditSources } from './audit-sources.ts';
import { recompute } from './recompute.ts';
import { openSources } from './sources.ts';

const HELP = `Recomputes screening answers from their own evidence, and says where the two disagree.

  npx sanad recompute [--keys <file>] [--sources <folder>] <answer>...

<answer> is a file with a saved answer, the address of one (http://localhost:8090/v1/screen/AAPL), or - for standard
input. Of a sealed one (/v1/attest/AAPL), hashes, signatures and claims are checked too, by the keys in --keys: a copy of
/.well-known/keys.json from where you trust it. Without --keys the file’s own key is taken, and a seal is only
self-consistent. With --sources, it also holds each filed figure, rate and close against the publishers’ own files: a
folder with companyfacts (the SEC’s), fx (rates) and market (month-end closes).

Exits with 0 if all agree, 3 if all agree and a seal is only self-consistent, 1 if something disagrees, 2 if an input
cannot be used.`;

const AGREES = 0;
const DISAGREES = 1;
const UNUSABLE = 2;
const SELF_CONSISTENT = 3;
/** Of several inputs, the worst one decides. */
const WORSE = [AGREES, SELF_CONSISTENT, DISAGREES, UNUSABLE];

/** An answer has about 20 kB. */
const MOST_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

/** The reason why an input is not an answer to recompute. */
class UnusableInput extends Error {}

const { values, positionals: inputs } = parseArgs({
  options: {
    keys: { type: 'string' },
    sources: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const sources = values.sources === undefined ? null : openSources(values.sources);
const pinned = values.keys === undefined ? null : await readKeys(values.keys);
if (inputs.length === 0 || values.help) {
  console.log(HELP);
  process.exitCode = inputs.length === 0 ? UNUSABLE : AGREES;
} else if (sources === null && values.sources !== undefined) {
  console.error(`${values.sources}: cannot be used: it has no companyfacts, fx and market`);
  process.exitCode = UNUSABLE;
} else if (pinned === null && values.keys !== undefined) {
  console.error(`${values.keys}: cannot be used: it is no copy of /.well-known/keys.json of a screener`);
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

async function auditInput(input: string): Promise<number> {
  try {
    const { answer, sealed } = answerIn(await read(input));
    refusePart(answer);
    const found = [
      ...(sealed === null ? [] : auditSeal(sealed, pinned)),
      ...recompute(answer),
      ...(sources === null ? [] : auditSources(answer, sources)),
    ];
    const title = ['symbol', 'as_of', 'rules'].map((name) => String(answer[name])).join(' ');
    if (found.length === 0) {
      console.log(`${title}: verdict agrees (${countsOf(answer)})`);
      if (sealed === null) return AGREES;
      console.log(`  ${sealWords(sealed)}`);
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

/** Refuses a part of a fund's holdings: weights can be recomputed only from all of them. */
function refusePart({ etf_look_through: fund }: Readonly<Record<string, unknown>>): void {
  if (typeof fund !== 'object' || fund === null || !('holdings_page' in fund)) return;
  const { holdings_page: page } = fund;
  const listed = 'holdings' in fund && Array.isArray(fund.holdings) ? fund.holdings.length : 0;
  const all = typeof page === 'object' && page !== null && 'holdings' in page ? Number(page.holdings) : 0;
  if (listed === all) return;
  throw new UnusableInput(
    `it lists ${listed} of the fund’s ${all} holdings; \`sanad screen <ticker> --json\` gives the answer with all of them`,
  );
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

interface SealedParts {
  readonly sealed: { readonly statement: Readonly<Record<string, string>> };
  readonly listed: { readonly number: number };
}

/** Returns the answer itself, taken out of its envelope if it is in one, and with its seal if it has one. */
function answerIn(json: string): {
  readonly answer: Readonly<Record<string, unknown>>;
  readonly sealed: SealedParts | null;
} {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (error) {
    throw new UnusableInput(`it is not JSON (${messageOf(error)})`);
  }
  if (!isObject(parsed)) throw new UnusableInput('it is not the JSON of an answer');
  const { success, data, error } = parsed;
  if (success === false) throw new UnusableInput(`it is a refusal: ${JSON.stringify(error)}`);
  const given = success === true ? data : parsed;
  const isSealed = isObject(given) && 'screening' in given;
  const odd = isSealed ? oddNumber(json) : null;
  if (odd !== null)
    throw new UnusableInput(`${odd} is not spelled as it was sent; save the answer as the service sends it`);
  const answer = isSealed ? given.screening : given;
  if (!isObject(answer) || !('methodologies' in answer) || !('evidence' in answer)) {
    throw new UnusableInput('it has no methodologies and evidence, so it is not a screening answer');
  }
  return { answer, sealed: isSealed ? (given as unknown as SealedParts) : null };
}

function countsOf({ amounts, methodologies, evidence }: Readonly<Record<string, unknown>>): string {
  const checks = (Array.isArray(methodologies) ? methodologies : []).flatMap((one) => one.checks);
  const counts = [
    Object.keys(amounts ?? {}).length,
    checks.length,
    Array.isArray(evidence) ? evidence.length : 0,
  ];
  return `${counts[0]} amounts, ${counts[1]} checks, ${counts[2]} evidence`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
