import { ok, type Result } from '@common/base/result';
import { printable } from '@platform/core/verify/report-html';
import { byId, el } from '../browser/dom.ts';
import { leaf, mark } from '../browser/marks.ts';

/** What became of a request, and what is still to come. */
export interface Answer {
  readonly words: string;
  readonly next: string | null;
}

/** The answer takes the place of everything that led to it; a refusal is left to whoever was asked. */
export function tellAnswer(answer: Result<Answer>): Result<void> {
  if (!answer.ok) return answer;
  const { words, next } = answer.value;
  const told = el(
    'p',
    { id: 'answered', tabindex: '-1' },
    mark('holds'),
    el('strong', {}, printable(words)),
    next !== null && el('span', {}, ` ${printable(next)}`),
  );
  for (const verb of byId('content').querySelectorAll('#verb')) verb.textContent = ' asked to ';
  for (const agree of byId('content').querySelectorAll('#agree')) {
    agree.textContent = 'The hashes agree.';
  }
  for (const place of byId('content').querySelectorAll('#people-now, #notices')) place.replaceChildren();
  byId('standing').replaceChildren(el('p', {}, el('strong', {}, printable(words))));
  byId('asked').textContent = 'What was asked';
  byId('ahead').replaceChildren(leaf('decide', 'What came of it', null, told));
  told.focus();
  return ok(undefined);
}
