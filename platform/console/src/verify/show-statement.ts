import { capitalised } from '@common/base/english';
import type { StatementJudgement } from '@platform/core/statement/judge-file';
import type { StatementEntry } from '@platform/core/statement/reconcile';
import { printable } from '@platform/core/verify/report-html';
import { counted } from '@platform/words/short';
import { statementAnswer } from '@platform/words/statement-proof';
import { movedAmount, movementSaid, paidTo, signed } from '@platform/words/statements';
import { shortDay } from '@platform/words/when';
import { el, fromTemplate, type PageElement, type Slots, within } from '../browser/dom.ts';
import { type Mark, mark } from '../browser/marks.ts';

/** The statement's own page, the CSV and the file have all of them. */
const MOST_SHOWN = 200;

/** The whole answer about a statement, in the page's template, in the words of the command. */
export function showStatement(judgement: StatementJudgement, hasKeys: boolean, crumb: Slots): PageElement {
  const answer = statementAnswer(judgement, hasKeys);
  const { verdict, statement } = judgement;
  const isFailed = verdict === 'failed';
  const isPinned = verdict === 'verified';
  const entries = isFailed ? [] : (statement?.entries ?? []);
  const so: Mark = answer.isRefused ? 'fails' : isPinned ? 'half' : 'open';
  const shown = fromTemplate('statement', {
    ...crumb,
    title: printable(answer.title),
    checks: marked(isFailed ? 'fails' : 'holds', checksWords(answer.checks)),
    keys: marked(
      isPinned ? 'holds' : answer.isRefused && !isFailed ? 'fails' : 'open',
      printable(answer.keys),
    ),
    so: marked(so, `${answer.word}: ${answer.meaning}`),
    problems: isFailed,
    'problem-list': answer.problems.map(textItem),
    list: answer.checks.map(checkItem),
    says: !isFailed,
    sums: answer.sums.map(([name, value]) =>
      fromTemplate('label-row', { name: capitalised(name), value: printable(value) }),
    ),
    differences: answer.differences.length > 0,
    'difference-list': answer.differences.map(textItem),
    movements: entries.length > 0,
    rows: entries.slice(0, MOST_SHOWN).map((entry) => movementRow(entry, statement?.currency ?? '')),
    currency: statement?.currency ?? '',
    left: entries.length > MOST_SHOWN && `The first ${MOST_SHOWN} of ${entries.length}. The sums are of all.`,
    complete: !isFailed,
    'complete-list': answer.complete.map(textItem),
  });
  if (isFailed) within(shown, '.opening').setAttribute('class', 'opening refused');
  return shown;
}

type Checks = ReturnType<typeof statementAnswer>['checks'];

/** `Six of six hold, run by this browser`, or how many fail. */
function checksWords(checks: Checks): string {
  const count = (wanted: Checks[number]['outcome']) =>
    checks.filter(({ outcome }) => outcome === wanted).length;
  const [failed, absent, passed] = [count('fail'), count('n/a'), count('pass')];
  if (failed > 0) return failed === 1 ? '1 fails' : `${failed} fail`;
  const held =
    absent === 0 ? `${counted(passed)} of six hold` : `${counted(passed)} hold, ${counted(absent)} n/a`;
  return `${capitalised(held)}, run by this browser`;
}

function checkItem({ name, outcome }: Checks[number]): PageElement {
  const item = fromTemplate('check-item', {
    name: capitalised(name),
    detail: null,
    pass: outcome === 'pass',
    fail: outcome === 'fail',
    hidden: false,
    'n/a': outcome === 'n/a',
  });
  if (outcome === 'fail') item.setAttribute('class', 'check fails');
  return item;
}

function movementRow({ movement, row }: StatementEntry, currency: string): PageElement {
  return fromTemplate('movement-row', {
    day: shortDay(movement.booked_at),
    what: printable(row === null ? movementSaid(movement) : paidTo(row)),
    receipt: row === null ? 'no receipt' : row.receipt_id,
    amount: movedAmount(movement, currency),
    balance: signed(movement.balance, currency),
  });
}

function textItem(text: string): PageElement {
  return el('li', {}, printable(text));
}

function marked(kind: Mark, text: string): readonly PageElement[] {
  return [mark(kind), el('span', kind === 'fails' ? { class: 'fails' } : {}, text)];
}
