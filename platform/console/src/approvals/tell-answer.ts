import { ok, type Result } from '@common/base/result';
import { printable } from '@platform/core/verify/report-html';
import { byId, el, fromTemplate, type PageElement } from '../browser/dom.ts';
import { type Mark, mark } from '../browser/marks.ts';

/** What became of a request, and what happens next; null if nothing does. */
export interface Answer {
  readonly words: string;
  readonly next: string | null;
  readonly mark: Mark;
}

declare const document: { querySelectorAll(selector: string): Iterable<PageElement> };

/** Replaces the form with the answer. It leaves a refusal to the form. */
export function tellAnswer(answer: Result<Answer>): Result<void> {
  if (!answer.ok) return answer;
  const content = byId('content');
  for (const element of [...content.querySelectorAll('.until-answered')]) element.remove();
  for (const element of content.querySelectorAll('.once-answered')) element.hidden = false;
  const leaf = fromTemplate('answer-leaf');
  byId('ahead').replaceChildren(leaf);
  tellNews(answer.value);
  byId('answered').focus();
  countLeft(leaf.dataset.left ?? '0');
  return ok(undefined);
}

/** Says what became of an answered request since. */
export function tellNews({ words, next, mark: kind }: Answer): void {
  byId('standing').replaceChildren(el('p', {}, el('strong', {}, printable(words))));
  byId('answered').replaceChildren(
    fromTemplate('answer-words', {
      mark: mark(kind),
      words: printable(words),
      next: next === null ? null : printable(next),
    }),
  );
}

/** Corrects how many requests wait for the reader, in the navigation. */
function countLeft(left: string): void {
  for (const count of [...document.querySelectorAll('.site-link[href="/approvals"] strong')]) {
    if (left === '0') count.remove();
    else count.textContent = left;
  }
}
