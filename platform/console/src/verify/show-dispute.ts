import { capitalised } from '@common/base/english';
import type { DisputeJudgement } from '@platform/core/dispute/judge-dispute';
import { printable } from '@platform/core/verify/report-html';
import { type DisputePoint, disputeWords } from '@platform/words/dispute';
import { sentence } from '@platform/words/short';
import { el, fromTemplate, type PageElement, type Slots, within } from '../browser/dom.ts';
import { type Mark, mark } from '../browser/marks.ts';

/** The whole answer about a dispute file, in the page’s template and in the words of the command: the answer first. */
export function showDispute(judgement: DisputeJudgement, hasKeys: boolean, crumb: Slots): PageElement {
  const words = disputeWords(judgement, hasKeys);
  const { answer, isUnpinned, grounds, problems, said } = words;
  const isRefused = isUnpinned || answer === 'failed';
  const isPinned = judgement.unpinned.length === 0;
  const so: Mark =
    isRefused || answer === 'outside' ? 'fails' : answer !== 'undecided' && isPinned ? 'half' : 'open';
  const shown = fromTemplate('dispute', {
    ...crumb,
    title: printable(words.title),
    answer: marked(so, words.word),
    keys: marked(
      isUnpinned ? 'fails' : isPinned && answer !== 'failed' ? 'holds' : 'open',
      printable(words.keys),
    ),
    problems: problems.length > 0,
    'problem-list': problems.map(textItem),
    grounds: grounds.map(({ name, isAsked, points }) =>
      fromTemplate('dispute-ground', { name, asked: isAsked, points: points.map(pointItem) }),
    ),
    said: said.length > 0,
    'said-list': said.map(textItem),
  });
  if (isRefused || answer === 'outside') within(shown, '.opening').setAttribute('class', 'opening refused');
  return shown;
}

function pointItem({ answer, signed, found, rests }: DisputePoint): PageElement {
  const item = fromTemplate('dispute-point', {
    signed: printable(capitalised(signed)),
    found: printable(sentence(capitalised(found))),
    rests: rests.map((line) => textItem(sentence(capitalised(line)))),
    inside: answer === 'inside',
    outside: answer === 'outside',
    undecided: answer === 'undecided',
  });
  if (rests.length === 0) within(item, 'ul').remove();
  if (answer === 'outside') item.setAttribute('class', 'check fails');
  return item;
}

function textItem(text: string): PageElement {
  return el('li', {}, printable(text));
}

function marked(kind: Mark, text: string): readonly PageElement[] {
  return [mark(kind), el('span', kind === 'fails' ? { class: 'fails' } : {}, text)];
}
