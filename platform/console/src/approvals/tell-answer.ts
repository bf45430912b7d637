import { ok, type Result } from '@common/base/result';
import { printable } from '@platform/core/verify/report-html';
import { byId, el, fromTemplate } from '../browser/dom.ts';

/** What became of a request, and what is still to come. */
export interface Answer {
  readonly words: string;
  readonly next: string | null;
}

/** The answer takes the place of everything that led to it; a refusal is left to the form that asked. */
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
