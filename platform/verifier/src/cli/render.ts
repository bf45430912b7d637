import type { AnchorVerdict } from '@platform/core/log/anchor/judge-anchor';
import type { LogVerdict } from '@platform/core/log/note/judge-log-proof';
import type { AddendumVerdict } from '@platform/core/verify/addendum';
import type { Claim } from '@platform/core/verify/claim';
import type { DocumentsVerdict } from '@platform/core/verify/documents';
import type { Judgement } from '@platform/core/verify/judge';
import { judgementWords, missedOf } from '@platform/core/verify/judgement-words';
import type { Label } from '@platform/core/verify/labels';
import type { VisibilityProof } from '@platform/core/verify/report';
import { printable } from '@platform/core/verify/report-html';
import { ANCHORED_WORDS, LOGGED_WORDS, verdictWords } from '@platform/core/verify/verdict-words';
import type { Check, Verification } from '@platform/core/verify/verification';
import { reasonWithCode } from '@platform/words/reasons';
import { pieceText } from '@platform/words/story';
import { verdictTitle } from '@platform/words/verdict-title';
import type { FolderVerdict } from './folder.ts';

export interface Paper {
  readonly columns: number | undefined;
  readonly colour: boolean;
}

/**
 * INVARIANT: green is for a log that witnesses or a public log saw, under keys that the reader gave, and
 * never for a receipt, because no level of this build is verified.
 */
const COLOURS = { bold: '1', dim: '2', red: '31', green: '32', yellow: '33' } as const;
const MAX_COLUMNS = 100;
const DEFAULT_COLUMNS = 80;
const LEAST_WIDTH = 10;

/** The word of a verdict, the same as on the page, in capitals. */
function headline(paper: Paper, word: string, isRefused: boolean): string {
  return paint(paper, isRefused ? 'red' : 'yellow', word.toUpperCase());
}

/** The answer for a person: the checks, the verdict, what is proven and what is not, and the labels. */
export function render(paper: Paper, judgement: Judgement, hasKeys: boolean): string {
  const { proof, labels, logged, anchored, documents } = judgement;
  const { verification } = proof;
  return [
    ...heading(paper, proof, pieceText(verdictTitle(judgement, hasKeys).title)),
    ...verification.checks.flatMap((check) => checkLines(paper, check)),
    '',
    ...verdictLines(paper, judgement, hasKeys),
    ...(logged === null
      ? []
      : besideLines(paper, [LOGGED_WORDS[logged.logged], LOGGED[logged.logged]], logged)),
    ...(anchored === null
      ? []
      : besideLines(paper, [ANCHORED_WORDS[anchored.anchored], ANCHORED[anchored.anchored]], anchored)),
    ...documentLines(paper, documents),
    ...addendumLines(paper, proof.addenda),
    ...section(
      paper,
      'Proven, and how strongly',
      proof.claims.flatMap((claim) => claimLines(paper, claim)),
    ),
    ...section(
      paper,
      'Not proven',
      proof.not_proven.flatMap((text) => hanging(paper, '  - ', text)),
    ),
    ...section(
      paper,
      'Labels (they change nothing above)',
      labels.flatMap((label) => labelLines(paper, label)),
    ),
    '',
  ].join('\n');
}

/** The answer about a folder: each chain, each problem, and the verdict. */
export function renderFolder(paper: Paper, found: FolderVerdict, hasKeys: boolean): string {
  const { verdict, level, isWhole, receipts, chains, anchored, problems, remarks, unpinned } = found;
  const { word } = verdictWords(verdict, { level, hasKeys, isView: !isWhole });
  const isRefused = verdict === 'failed' || (verdict === 'self-consistent' && hasKeys);
  const count = receipts === 1 ? 'one receipt' : `${receipts} receipts`;
  const whole = receipts === 1 ? 'the one receipt' : `all ${receipts} receipts`;
  const meaning = {
    verified: `${whole}, under keys that you trust.`,
    partial: `${whole}, under keys that you trust, as far as they show it: some are views.`,
    'self-consistent': `${whole}, but some keys are vouched for only by what is in the folder.${isWhole ? '' : ' Some are views.'}`,
    failed: `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in ${count}.`,
  }[verdict];
  const advice = hasKeys
    ? 'Your key file does not have them.'
    : 'Give the keys that you trust with --keys <file>.';
  return [
    paint(paper, 'bold', 'Chains'),
    ...chains.flatMap((chain) => hanging(paper, '  ', chain)),
    ...section(
      paper,
      'Public log',
      anchored.flatMap((line) => hanging(paper, '  ', line)),
    ),
    ...section(
      paper,
      'Problems',
      problems.flatMap((problem) => hanging(paper, '  - ', problem)),
    ),
    ...section(
      paper,
      'Remarks (they change nothing below)',
      remarks.flatMap((remark) => hanging(paper, '  - ', remark)),
    ),
    '',
    `${headline(paper, word, isRefused)}: ${meaning}`,
    ...(verdict === 'self-consistent'
      ? hanging(paper, '  ', `Not pinned: ${unpinned.join(', ')}. ${advice}`)
      : []),
    '',
  ].join('\n');
}

function heading(paper: Paper, { action, receipt_id }: VisibilityProof, title: string): string[] {
  if (action === null) return [paint(paper, 'bold', title), ''];
  const { facade, outcome, reason, when, summary } = action;
  const how = `${facade}: ${outcome}, ${reasonWithCode(reason)}, decided ${when.decided_at}`;
  const [, who] = summary;
  return [
    ...hanging(paper, '', title).map((line) => paint(paper, 'bold', line)),
    ...[`Receipt ${receipt_id}`, how, who].flatMap((line) => hanging(paper, '', line)),
    ...Object.entries(action.params).flatMap(([name, value]) =>
      hanging(paper, `  ${printable(name)}: `, String(value)),
    ),
    ...(action.withheld.length === 0 ? [] : hanging(paper, '  withheld: ', action.withheld.join(', '))),
    '',
  ];
}

function checkLines(paper: Paper, { number, name, outcome, detail }: Check): string[] {
  const word = outcome.padEnd(6);
  const colours = { pass: 'bold', fail: 'red', hidden: 'yellow', 'n/a': 'dim' } as const;
  return [
    `${number}. ${paint(paper, colours[outcome], word)}  ${name}`,
    ...hanging(paper, '           ', detail).map((line) => paint(paper, 'dim', line)),
  ];
}

function verdictLines(paper: Paper, judgement: Judgement, hasKeys: boolean): string[] {
  const { verdict, verification } = judgement.proof;
  const { unpinned, as_of } = verification;
  const { word, meaning, but } = judgementWords(judgement, hasKeys);
  const isUntrusted = verdict === 'self-consistent' && hasKeys;
  const isRefused = verdict === 'failed' || isUntrusted || missedOf(judgement) !== null;
  return [
    `${headline(paper, word, isRefused)}: ${meaning}`,
    ...(but === null ? [] : hanging(paper, '  ', but)),
    ...(verdict === 'self-consistent'
      ? hanging(paper, '  ', `Not pinned: ${unpinned.join(', ')}. ${pinningAdvice(verification, hasKeys)}`)
      : []),
    ...(as_of === null
      ? []
      : hanging(paper, '  ', `Status as of ${as_of}: ${verification.checks[8]?.detail ?? ''}`)),
  ];
}

const LOGGED = {
  everyone: 'green',
  log_alone: 'yellow',
  no: 'red',
} as const satisfies Record<LogVerdict['logged'], keyof typeof COLOURS>;

const ANCHORED = {
  public: 'green',
  claimed: 'yellow',
  no: 'red',
} as const satisfies Record<AnchorVerdict['anchored'], keyof typeof COLOURS>;

function besideLines(
  paper: Paper,
  [word, colour]: readonly [string, keyof typeof COLOURS],
  { reasons }: { readonly reasons: readonly string[] },
): string[] {
  return [
    `${paint(paper, colour, word.toUpperCase())}:`,
    ...reasons.flatMap((reason) => hanging(paper, '  ', reason)),
  ];
}

function documentLines(paper: Paper, { named, strangers }: DocumentsVerdict): string[] {
  const lines = [
    ...named.map(({ name, sha256, isAtHand }) =>
      isAtHand
        ? `${name}: the file that was signed`
        : `${name}: document not at hand, hash is signed (${sha256})`,
    ),
    ...strangers.map((label) => `${label}: NOT a file that this receipt names`),
  ];
  return section(
    paper,
    'Documents',
    lines.flatMap((line) => hanging(paper, '  - ', line)),
  );
}

function addendumLines(paper: Paper, addenda: readonly AddendumVerdict[]): string[] {
  const lines = addenda.map(({ holds, words, reasons }) =>
    holds ? words : `NOT shown: ${words} (${reasons.join('; ')})`,
  );
  return section(
    paper,
    'What became of it later',
    lines.flatMap((line) => hanging(paper, '  - ', line)),
  );
}

function pinningAdvice({ keys }: Verification, hasKeys: boolean): string {
  if (!hasKeys) return 'Give the keys that you trust with --keys <file>.';
  return keys.some(({ pinned }) => pinned)
    ? 'Your key file does not have them.'
    : 'Your file pins none of this receipt’s keys.';
}

function claimLines(
  paper: Paper,
  { strength, strength_name, statement, basis, kid, pinned }: Claim,
): string[] {
  const unpinned = kid === null || strength === 0 || pinned ? '' : ' The key is not pinned.';
  return [
    ...hanging(paper, `  ${strength} ${'#'.repeat(strength).padEnd(4, '.')}  `, statement),
    ...hanging(paper, '          ', `${strength_name}: ${basis}${unpinned}`).map((line) =>
      paint(paper, 'dim', line),
    ),
  ];
}

function labelLines(paper: Paper, [name, value]: Label): string[] {
  return hanging(paper, `  ${name.padEnd(6)} `, value).map((line) =>
    name === 'level' ? paint(paper, 'yellow', line) : line,
  );
}

export function section(paper: Paper, title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', paint(paper, 'bold', title), ...lines];
}

/**
 * Wraps a text at words, and breaks words that are too long for a line, so that no text of a receipt starts
 * where our own lines start. Lines after the first are indented by the length of `lead`. The text is made
 * printable.
 */
export function hanging({ columns }: Paper, lead: string, text: string): string[] {
  const room = Math.max(30, Math.min(columns ?? DEFAULT_COLUMNS, MAX_COLUMNS)) - lead.length;
  const width = Math.max(LEAST_WIDTH, room);
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text)
    .split(' ')
    .flatMap((long) => pieces(long, width))) {
    if (line !== '' && columnsOf(line) + 1 + columnsOf(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines.map((content, index) => (index === 0 ? lead : ' '.repeat(lead.length)) + content);
}

function pieces(word: string, width: number): string[] {
  const found: string[] = [];
  let piece = '';
  for (const character of word) {
    if (columnsOf(piece + character) > width) {
      found.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...found, piece];
}

/** An upper bound of terminal columns: every character outside ASCII counts as wide. */
function columnsOf(text: string): number {
  let count = 0;
  for (const character of text) count += character > '\u007f' ? 2 : 1;
  return count;
}

export function paint({ colour }: Paper, style: keyof typeof COLOURS, text: string): string {
  return colour ? `\u001b[${COLOURS[style]}m${text}\u001b[0m` : text;
}
