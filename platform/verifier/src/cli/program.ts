import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { disputeExit } from '@platform/core/dispute/exit-code';
import { judgeDispute } from '@platform/core/dispute/judge-dispute';
import { isDisputeFile, readDispute } from '@platform/core/dispute/read-dispute';
import { checkGivenReceipt, judge, reportJson } from '@platform/core/verify/judge';
import { missedOf } from '@platform/core/verify/judgement-words';
import { printable, printableLines } from '@platform/core/verify/report-html';
import type { Verdict } from '@platform/core/verify/verification';
import { disputeWords } from '@platform/words/dispute';
import { statementAnswer } from '@platform/words/statement-proof';
import { reportPage } from '@platform/words/verdict-title';
import { Command, CommanderError } from 'commander';
import { disputeJson } from './dispute-json.ts';
import { verifyFolder } from './folder.ts';
import {
  givenFiles,
  type InputOptions,
  readAddendum,
  readBesideFiles,
  readDocuments,
  readOptions,
  readText,
} from './input.ts';
import { type Paper, render, renderFolder } from './render.ts';
import { renderDispute } from './render-dispute.ts';
import { renderStatement } from './render-statement.ts';
import { isStatement, judgeStatement } from './statement.ts';
import type { Threads } from './threads.ts';

export interface CliStream extends Paper {
  readonly write: (text: string) => unknown;
}

/**
 * Everything that the program knows of the process, so that tests can run it in their own. It has no network.
 */
interface CliContext {
  readonly stdout: CliStream;
  readonly stderr: CliStream;
  /** Returns the texts of the venue.json files that the program ships. */
  readonly venues: () => readonly string[];
  /** Returns the program’s version. */
  readonly version: () => string;
  /** Milliseconds since the epoch. It is used only for other parties’ keys that are valid for a time. */
  readonly clock: () => number;
  /** Is called before a folder is verified: chooses the faster cryptography. */
  readonly prepareForMany?: () => void;
  /** Threads for a folder of many receipts. Default: this thread alone. */
  readonly threads?: Threads | undefined;
}

const EXIT = { verified: 0, failed: 1, unusable: 2, unpinned: 3, partial: 4 } as const;

const ABOUT = `
Nine checks, no network. Exit codes: 0 verified under keys that you trust, 1 failed, or not every key
relied on is in --keys, or not logged as --policy or --anchor asks, or a --document is
not one of the receipt’s, or an --addendum does not hold, 2 unusable input or not a receipt,
3 self-consistent, without --keys: anybody could have made it. --allow-self-consistent makes that 0,
4 what holds and is not the whole: a view of a receipt, some of which is withheld, an account
statement of a part of its month, or in which something may be missing, or a dispute that cannot be
decided. Of a dispute file, 0 is inside, and 1 is outside or not to be relied on.
A receipt brings its own keys, which prove only that it agrees with itself: give keys that you
trust with --keys, in the form of /.well-known/keys.json. Then no other key is relied on.

Examples:
  sanad-verify out/rcpt_1.json
  sanad-verify out/rcpt_2.json --keys keys.json --prev out/rcpt_1.json --report proof.html
  sanad-verify out/rcpt_1.json --keys keys.json --proof rcpt_1.tlog-proof --policy policy.txt
  sanad-verify --dir export --keys keys.json
  sanad-verify october.jsonl --keys keys.json
  sanad-verify dispute.json --keys keys.json
  sanad-verify dispute.json --keys keys.json --json`;

interface Options extends InputOptions {
  readonly allowSelfConsistent?: true | undefined;
  readonly dir?: string;
  readonly as?: string;
  readonly report?: string;
  readonly json?: true;
}

/** Runs one command line (without the program’s own name) and returns the exit code. */
export async function runVerifier(argv: readonly string[], context: CliContext): Promise<number> {
  let code: number = EXIT.unusable;
  const command = newCommand(context).action(async (path: string | undefined, options: Options) => {
    code = await runOne(path, options, context);
  });
  try {
    await command.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.verified : EXIT.unusable;
  }
}

function newCommand({ stdout, stderr, version }: CliContext): Command {
  return new Command('sanad-verify')
    .description('Verifies a Proof Receipt, offline')
    .version(`sanad-verify ${version()}`, '--version', 'print the version')
    .argument(
      '[receipt]',
      'a file with one receipt, an account statement (sanad statement) or a dispute (sanad dispute)',
    )
    .option(
      '--dir <folder>',
      'instead of one receipt, all in this folder, with their chains and, of an export, anchors/',
    )
    .option('--as <who>', 'your name or role, for the report; a label')
    .option(
      '--report <file>',
      'write the full visibility proof: HTML if the name ends in .html, otherwise JSON',
    )
    .option('--json', 'print the report as JSON, in place of words')
    .option('--keys <file>', 'keys that you trust: exit with 1 unless every key relied on is among them')
    .option(
      '--allow-self-consistent',
      'without --keys: exit with 0, not 3, if the receipt is consistent with itself',
    )
    .option(
      '--cloud-keys <file>',
      'keys of the cloud, as it published them (a JWK set): says whether a declared venue’s token holds; a label',
    )
    .option(
      '--document <file...>',
      'a file that the agent attached, such as invoice.pdf; exit with 1 unless the receipt names it',
    )
    .option(
      '--addendum <file>',
      'what became of it later (sanad receipt addenda): exit with 1 unless it holds',
    )
    .option('--prev <file>', 'the receipt before this one in the chain')
    .option('--proof <file>', 'with --policy: a proof of the log for this receipt (sanad log proof)')
    .option(
      '--policy <file>',
      'with --proof: the log, and how many of which witnesses you trust (tlog-policy), exit with 1 unless they signed; with --anchor or --dir: the log',
    )
    .option(
      '--anchor <file>',
      'the entry of the log in a public log that covers this receipt (sanad log anchor); exit with 1 unless it does',
    )
    .option(
      '--trusted-root <file>',
      'with --anchor or --dir: the public logs that you trust (trusted_root.json of sigstore)',
    )
    .option(
      '--anchor-key <file|base64>',
      'with --anchor or --dir: the key that posts the log’s heads (PEM or its base64); exit with 1 if it is another',
    )
    .option('--as-of <timestamp>', 'check the status as of this instant (2026-06-01T09:00:00Z)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(printableLines(text)),
      getOutHasColors: () => stdout.colour,
      getErrHasColors: () => stderr.colour,
    })
    .showHelpAfterError('(see --help for usage)')
    .addHelpText('after', ABOUT);
}

async function runOne(path: string | undefined, options: Options, context: CliContext): Promise<number> {
  const { dir, ...others } = options;
  if (dir !== undefined) return runFolder(dir, path, others, context);
  if (path === undefined) return refusal(context, 'name a receipt, or a folder with --dir (see --help)');
  return isStatement(path) ? runStatement(path, options, context) : run(path, options, context);
}

/**
 * Whether none of these options was given. INVARIANT: each mode takes out those that it reads and asks this of all others,
 * so that no option is passed over.
 */
function isNone(others: Options): boolean {
  return Object.values(others).every((value) => value === undefined);
}

function refusal(context: CliContext, message: string): number {
  context.stderr.write(`sanad-verify: ${printable(message)}\n`);
  return EXIT.unusable;
}

async function runFolder(
  folder: string,
  path: string | undefined,
  { keys, asOf, allowSelfConsistent, policy, trustedRoot, anchorKey, ...others }: Options,
  context: CliContext,
): Promise<number> {
  if (path !== undefined || !isNone(others))
    return refusal(
      context,
      '--dir goes only with --keys, --as-of and --allow-self-consistent, and, for its anchors/, with --policy, --trusted-root and --anchor-key',
    );
  const verifyOptions = readOptions({ keys, asOf });
  if (!verifyOptions.ok) return refusal(context, verifyOptions.error.message);
  context.prepareForMany?.();
  const anchoring = { given: { policy, trustedRoot, anchorKey }, now: context.clock() };
  const found = await verifyFolder(
    folder,
    { ...verifyOptions.value, nowMs: context.clock() },
    anchoring,
    context.threads ?? null,
  );
  if (!found.ok) return refusal(context, found.error.message);
  context.stdout.write(renderFolder(context.stdout, found.value, keys !== undefined));
  return codeOf(found.value.verdict, { keys, allowSelfConsistent }, found.value.isWhole);
}

function runStatement(
  path: string,
  { keys, allowSelfConsistent, ...others }: Options,
  context: CliContext,
): number {
  if (!isNone(others))
    return refusal(context, 'an account statement goes only with --keys and --allow-self-consistent');
  const verifyOptions = readOptions({ keys });
  if (!verifyOptions.ok) return refusal(context, verifyOptions.error.message);
  context.prepareForMany?.();
  const judgement = judgeStatement(path, verifyOptions.value);
  if (!judgement.ok) return refusal(context, judgement.error.message);
  const hasKeys = keys !== undefined;
  const answer = statementAnswer(judgement.value, hasKeys);
  const { verdict } = judgement.value;
  const advice =
    verdict === 'self-consistent' && !hasKeys ? ' Give the keys that you trust with --keys <file>.' : '';
  context.stdout.write(renderStatement(context.stdout, answer, advice));
  const code = codeOf(verdict, { keys, allowSelfConsistent });
  return code === EXIT.verified && !answer.isWhole ? EXIT.partial : code;
}

function runDispute(
  path: string,
  text: string,
  { keys, allowSelfConsistent, json, report, ...others }: Options,
  context: CliContext,
): number {
  if (!isNone(others))
    return refusal(
      context,
      'a dispute file goes only with --keys, --allow-self-consistent, --json and --report <file>.json',
    );
  if (report !== undefined && isHtml(report))
    return refusal(
      context,
      'the answer about a dispute is written as JSON; /verify of the console shows it as a page',
    );
  const dispute = readDispute(text);
  if (!dispute.ok) return refusal(context, dispute.error.message);
  const verifyOptions = readOptions({ keys });
  if (!verifyOptions.ok) return refusal(context, verifyOptions.error.message);
  const judgement = judgeDispute(nodeCrypto, dispute.value, verifyOptions.value);
  const hasKeys = keys !== undefined;
  const advice =
    judgement.unpinned.length > 0 && !hasKeys ? ' Give the keys that you trust with --keys <file>.' : '';
  const words = disputeWords(judgement, hasKeys);
  const code = disputeExit(judgement, { hasKeys, allowSelfConsistent: allowSelfConsistent === true });
  const answer = disputeJson(judgement, words, code);
  context.stdout.write(json ? answer : renderDispute(context.stdout, words, advice));
  const written =
    report === undefined ? ok(undefined) : writeReport(report, [path, ...givenFiles({ keys })], answer);
  return written.ok ? code : refusal(context, written.error.message);
}

function run(path: string, options: Options, context: CliContext): number {
  const refuse = (message: string): number => refusal(context, message);
  const file = readText(path);
  if (!file.ok) return refuse(file.error.message);
  if (isDisputeFile(file.value)) return runDispute(path, file.value, options, context);
  const text = checkGivenReceipt(path, file.value);
  if (!text.ok) return refuse(text.error.message);
  const verifyOptions = readOptions(options);
  if (!verifyOptions.ok) return refuse(verifyOptions.error.message);
  const beside = readBesideFiles(options, context.clock());
  if (!beside.ok) return refuse(beside.error.message);
  const given = readDocuments(options);
  if (!given.ok) return refuse(given.error.message);
  const later = readAddendum(options);
  if (!later.ok) return refuse(later.error.message);

  const judgement = judge(nodeCrypto, text.value, {
    options: verifyOptions.value,
    venues: context.venues(),
    nowMs: context.clock(),
    as: options.as,
    documents: given.value,
    addenda: later.value,
    ...beside.value,
  });
  const { verification } = judgement.proof;
  const hasKeys = options.keys !== undefined;
  context.stdout.write(options.json ? reportJson(judgement) : render(context.stdout, judgement, hasKeys));
  if (options.report !== undefined) {
    const content = isHtml(options.report) ? reportPage(judgement, hasKeys) : reportJson(judgement);
    const written = writeReport(options.report, [path, ...givenFiles(options)], content);
    if (!written.ok) return refuse(written.error.message);
  }
  if (options.keys !== undefined && verification.verdict === 'self-consistent') {
    const missing = verification.unpinned.join(', ');
    context.stderr.write(
      `sanad-verify: not verified: ${printable(`--keys ${options.keys} lacks ${missing}`)}. Add them, if you trust them.\n`,
    );
    return EXIT.failed;
  }
  if (missedOf(judgement) !== null) return EXIT.failed;
  return codeOf(verification.verdict, options, verification.withheld.length === 0);
}

/** INVARIANT: 0 means that nothing is withheld. 0 without `--allow-self-consistent` means that every key relied on is one that the reader gave. */
function codeOf(
  verdict: Verdict,
  { keys, allowSelfConsistent }: Pick<Options, 'keys' | 'allowSelfConsistent'>,
  isWhole = true,
): number {
  if (verdict !== 'self-consistent') return EXIT[verdict];
  if (keys !== undefined) return EXIT.failed;
  if (allowSelfConsistent !== true) return EXIT.unpinned;
  return isWhole ? EXIT.verified : EXIT.partial;
}

function isHtml(path: string): boolean {
  return /\.html?$/i.test(path);
}

function writeReport(path: string, inputs: readonly string[], content: string): Result<void> {
  if (inputs.some((input) => resolve(input) === resolve(path))) {
    return fail('report_is_input', `--report ${path} would overwrite an input file`);
  }
  try {
    writeFileSync(path, content);
    return ok(undefined);
  } catch (error) {
    return fail(
      'report_unwritable',
      `--report ${path}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
