import { type DisputeJudgement, worst } from '@platform/core/dispute/judge-dispute';
import { type Found, pointId, type Row, type RowAnswer } from '@platform/core/dispute/row';
import { GROUNDS, type Ground, type Said } from '@platform/core/objects/dispute';
import { CURRENCY } from '@platform/core/objects/plugin-schemas';
import type { OpenReceipt } from '@platform/core/objects/receipt';
import type { RuleSet } from '@platform/core/objects/rules';
import { foundWords, holderWords, isOwn, OPERATORS, restWords } from './dispute-found.ts';
import { otherWords } from './dispute-rules.ts';
import { nameWords } from './names.ts';
import { ruleRows } from './rule-rows.ts';
import { listed, quoted, sentence } from './short.ts';
import { actionPieces, pieceText, quotedPieces, shownParams } from './story.ts';
import { exactTime } from './when.ts';

/** One point, in words. */
export interface DisputePoint {
  readonly id: string;
  readonly answer: RowAnswer;
  /** What was signed: a rule by its name and its words. */
  readonly signed: string;
  readonly found: string;
  /** Who proves it, and on whose word the rest is. */
  readonly rests: readonly string[];
}

/** The answer about a dispute file, for the command and the page alike. It contains text of the file: make it printable, and escape it. */
export interface DisputeWords {
  readonly answer: DisputeJudgement['answer'];
  readonly word: string;
  /** The answer in one sentence. */
  readonly title: string;
  readonly keys: string;
  /** Where it ran, and what the operator could have signed without anybody else. */
  readonly alone: readonly string[];
  /** What each of the other receipts in the file counts for. */
  readonly others: readonly string[];
  /** It relies on a key that is not one of those that the reader gave. */
  readonly isUnpinned: boolean;
  /** The ground in dispute first. */
  readonly grounds: readonly {
    readonly ground: Ground;
    readonly name: string;
    readonly answer: RowAnswer;
    readonly isAsked: boolean;
    readonly points: readonly DisputePoint[];
  }[];
  readonly problems: readonly string[];
  /** Who says what, which nobody vouches for. */
  readonly said: readonly string[];
}

const WORDS = {
  inside: 'Inside',
  outside: 'Outside',
  refused: 'Refused',
  undecided: 'Undecided',
  failed: 'Decides nothing',
} as const satisfies Record<DisputeJudgement['answer'], string>;

const GROUND_NAMES: Readonly<Record<Ground, string>> = {
  scope: 'What may be done',
  amount: 'The amount',
  payee: 'The payee',
  approval: 'The approval',
  time: 'The time',
  performance: 'What was done',
};

export function disputeWords(judgement: DisputeJudgement, hasKeys: boolean): DisputeWords {
  const { answer, rows, dispute, problems, unpinned } = judgement;
  const asked = dispute.ground;
  const order = [...GROUNDS].sort((one, other) => Number(other === asked) - Number(one === asked));
  const isUnpinned = hasKeys && unpinned.length > 0;
  const isApproved = judgement.checks[3]?.outcome === 'pass';
  return {
    answer,
    word: WORDS[answer],
    title: titleOf(judgement, hasKeys),
    keys: keysWords(judgement, hasKeys),
    alone: answer === 'failed' ? [] : aloneWords(judgement),
    others: judgement.others.map((other) => sentence(otherWords(other))),
    isUnpinned,
    grounds: order.flatMap((ground) => {
      const own = rows.filter((row) => row.ground === ground);
      if (own.length === 0) return [];
      const points = own.map((row) => pointOf(row, judgement, isApproved));
      return [{ ground, name: GROUND_NAMES[ground], answer: worst(own), isAsked: ground === asked, points }];
    }),
    problems: problems.map(sentence),
    said: [saidWords('The claim', dispute.claim), saidWords('The answer', dispute.answer)].flat(),
  };
}

function titleOf(judgement: DisputeJudgement, hasKeys: boolean): string {
  const { answer, rows, dispute, receipt, unpinned } = judgement;
  if (answer === 'failed' || receipt === null)
    return 'This file decides nothing: a part of it is not what it says.';
  if (hasKeys && unpinned.length > 0)
    return `This file decides nothing under your keys: it relies on ${listed(unpinned)}, which you did not give.`;
  const { who, what, why } = receipt;
  const told = { facade: what.facade, params: shownParams(receipt) };
  const asked = actionPieces(told, why.plugin.manifest);
  const action = pieceText(unpinned.length > 0 ? quotedPieces(asked) : asked);
  const whose = `what ${who.principal} signed`;
  const isCounted = ({ ground }: Row) => ground !== 'performance' || dispute.ground === 'performance';
  // What was refused is decided by what people signed, whatever is asked.
  const decisive = decisiveOf(
    rows.filter((row) =>
      answer === 'refused'
        ? row.answer === 'outside' && row.ground !== 'performance'
        : row.answer === answer && isCounted(row),
    ),
    dispute.ground,
  );
  const isApproved = judgement.checks[3]?.outcome === 'pass';
  const because =
    decisive === undefined || answer === 'inside'
      ? ''
      : `: ${foundWords(decisive.found, { receipt, others: judgement.others }, isApproved)}`;
  const nothing =
    what.outcome === 'executed' || what.reason === 'settled_by_principal' ? '' : ', and it was not done';
  if (answer === 'refused')
    return sentence(`Refused, and nothing was sent: to ${action} is outside ${whose}${because}`);
  if (answer === 'undecided')
    return sentence(
      `It cannot be decided whether this is inside ${whose}: to ${action}${because.replace(': ', ', because ')}`,
    );
  const side = answer === 'inside' ? 'Inside' : 'Outside';
  const isPerformance = decisive?.ground === 'performance' && answer === 'outside';
  if (isPerformance) return sentence(`To ${action} was not done as ${who.principal} signed it${because}`);
  return sentence(`${side} ${whose}: to ${action}${because.replace(': ', ', because ')}${nothing}`);
}

/** The level, and what rests on keys that the operator holds or may hold. */
function aloneWords({ level, keys, receipt }: DisputeJudgement): readonly string[] {
  const ran =
    level === 'L1-declared'
      ? 'Level L1-declared: only the cloud says where it ran.'
      : 'Level L1-sim, a simulation: no hardware vouches for where it ran.';
  const held = keys.filter((key) => !isOwn(key));
  const people = held.filter(({ role }) => !OPERATORS.has(role)).map(({ kid }) => kid);
  const services = held.filter(({ role }) => OPERATORS.has(role)).map(({ kid }) => kid);
  const isSigner = people.includes(receipt?.signatures.principal.kid ?? '');
  const own = keys.filter(isOwn).map((key) => `${key.kid}: ${holderWords(key)}.`);
  return [
    ran,
    ...own,
    ...(services.length === 0
      ? []
      : [`The operator holds ${listed(services)}, and can sign alone what they signed.`]),
    ...(people.length === 0
      ? []
      : [
          `The operator may hold ${listed(people)} too, so that it could have signed ${isSigner ? 'the mandate' : 'what they signed'} itself: a key in its holder’s own device would show that it did not.`,
        ]),
  ];
}

/** A row of the ground in dispute before others, and one that names a rule before one that names a check. */
function decisiveOf(rows: readonly Row[], asked: Ground | null): Row | undefined {
  const isOfCheck = ({ found }: Row) => found.code === 'not_seen' || found.code === 'breach';
  const place = (one: Row) => Number(one.ground !== asked) + 2 * Number(isOfCheck(one));
  return rows.toSorted((one, other) => place(one) - place(other))[0];
}

function keysWords({ answer, unpinned }: DisputeJudgement, hasKeys: boolean): string {
  if (answer === 'failed')
    return hasKeys ? 'Judged by the keys that you gave.' : 'Judged by the keys in the file.';
  if (unpinned.length === 0) return 'Every key relied on is one that you gave.';
  const names = listed(unpinned);
  return hasKeys
    ? `Your key file does not have ${names}.`
    : `Only the file vouches for ${names}: anybody could have made it.`;
}

function pointOf(
  { ground, answer, found, rests }: Row,
  { receipt, others, keys }: DisputeJudgement,
  isApproved: boolean,
): DisputePoint {
  return {
    id: pointId({ ground, found }),
    answer,
    signed: signedWords(found, receipt),
    found: receipt === null ? '' : foundWords(found, { receipt, others }, isApproved),
    rests: restWords(rests, keys),
  };
}

const POINT_NAMES = {
  action: 'the action',
  repetition: 'each once',
  end: 'nothing that it stands on had ended',
  approval: 'approvals',
  sending: 'sent in time',
  effect: 'done by the counterparty',
  list: 'the counterparty’s list',
} as const;

/** What each check looks at, for what no rule names. */
const OF_CHECKS: Readonly<Record<number, string>> = {
  2: 'the order of its instants (check 2)',
  3: 'the mandate, and the action under it (check 3)',
  4: 'the approvals (check 4)',
  5: 'the decision by the signed rules (check 5)',
  6: 'the acknowledgment beside the action (check 6)',
  7: 'the place in the chain (check 7)',
  8: 'the place in the log (check 8)',
  9: 'what had ended (check 9)',
};

/** The rule in the words of the mandate, or of the profile where the mandate leaves it to that. */
function signedWords(found: Found, receipt: OpenReceipt | null): string {
  if (receipt === null) return '';
  const { contract } = receipt.who;
  const { profile, plugin } = receipt.why;
  switch (found.code) {
    case 'rule':
    case 'hidden': {
      const { name } = found.rule;
      const own = CURRENCY in profile.rules ? { [CURRENCY]: profile.rules[CURRENCY] } : {};
      const rows = [{ ...own, ...contract.rules }, profile.rules].flatMap((rules) =>
        ruleRows(rules as RuleSet, plugin.manifest),
      );
      const row = rows.find((one) => one.name === name);
      const words = row?.words ?? 'as its directory lists them';
      return `${row?.label ?? nameWords(name)}: ${words.replaceAll('\n', '; ')}`;
    }
    case 'point':
      return pointWords(found.point, receipt);
    case 'action':
      return POINT_NAMES.action;
    case 'acknowledged':
    case 'acknowledged_twice':
    case 'acknowledged_otherwise':
    case 'acknowledgment_withheld':
    case 'read_only':
    case 'settled':
    case 'not_done':
      return POINT_NAMES.effect;
    case 'booked':
    case 'booked_otherwise':
    case 'not_booked':
      return POINT_NAMES.list;
    case 'sent':
    case 'sent_late':
    case 'never_sent':
      return POINT_NAMES.sending;
    case 'grant_ended':
    case 'not_ended':
    case 'not_ended_by_word':
    case 'ended_later':
    case 'ended_told':
    case 'ended_close':
    case 'ended_before':
    case 'end_untold':
    case 'acknowledged_after_end':
      return POINT_NAMES.end;
    case 'denied_before':
      return 'what went before';
    case 'breach':
    case 'not_seen':
      return OF_CHECKS[found.check] ?? `check ${found.check}`;
    default:
      return approversWords(receipt);
  }
}

function pointWords(point: Extract<Found, { code: 'point' }>['point'], { who }: OpenReceipt): string {
  const { scope, limits, valid_from: from, valid_to: to } = who.contract;
  switch (point) {
    case 'validity':
      return `valid from ${exactTime(from)} to ${exactTime(to)}`;
    case 'scope':
      return `may do: ${scope.join(', ')}`;
    case 'uses':
      return limits.use_count_max === 1 ? 'at most one use' : `at most ${limits.use_count_max} uses`;
    case 'repetition':
      return POINT_NAMES.repetition;
  }
}

function approversWords({ who }: OpenReceipt): string {
  const routes = who.contract.approval.routes ?? [];
  if (routes.length === 0) return `${POINT_NAMES.approval}: the mandate names nobody`;
  const each = routes.map(
    ({ approvers, approvals_needed: needed = 1 }) => `${needed} of ${listed(approvers, 'or')}`,
  );
  return `${POINT_NAMES.approval}: ${each.join('; ')}`;
}

function saidWords(what: string, said: Said | null): readonly string[] {
  return said === null ? [] : [`${what} of ${quoted(said.by)}: ${quoted(said.words)}`];
}
