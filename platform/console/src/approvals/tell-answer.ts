import { ok, type Result } from '@common/base/result';
import { printable } from '@platform/proof/report-html';
import { byId, el } from '../browser/dom.ts';
import { mark } from '../browser/marks.ts';

/** The answer takes the place of everything that signs; a refusal is left to whoever was asked. */
export function tellAnswer(answer: Result<string>): Result<void> {
  if (!answer.ok) return answer;
  const words = el('strong', {}, printable(answer.value));
  const told = el('p', { id: 'answered', tabindex: '-1' }, mark('holds'), words);
  byId('standing').replaceChildren();
  byId('decision').replaceChildren(told);
  told.focus();
  return ok(undefined);
}
