import { ok, type Result } from '@common/base/result';
import { printable } from '@platform/core/verify/report-html';
import { byId, el, fromTemplate } from '../browser/dom.ts';

/** What became of a request, and what happens next; null if nothing does. */
export interface Answer {
  readonly words: string;
  readonly next: string | null;
}

/** Replaces the form with the answer. It leaves a refusal to the form. */
export function tellAnswer(answer: Result<Answer>): Result<void> {
  if (!answer.ok) return answer;
  const { words, next } = answer.value;
  const content = byId('content');
  for (const element of [...content.querySelectorAll('.until-answered')]) element.remove();
  for (const element of content.querySelectorAll('.once-answered')) element.hidden = false;
  byId('standing').replaceChildren(el('p', {}, el('strong', {}, printable(words))));
  const leaf = fromTemplate('answer-leaf', {
    words: printable(words),
    next: next === null ? null : printable(next),
  });
  byId('ahead').replaceChildren(leaf);
  byId('answered').focus();
  return ok(undefined);
}
