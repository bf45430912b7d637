import { html, type Safe } from '@common/web/html';
import { METHODOLOGIES, METHODOLOGY_IDS } from '@screener/engine/methodologies/rule-sets';
import type { Choice } from '@screener/service/accounts/choice.store';
import { followedNames, methodologyName } from '@screener/words/names';
import { numberInWords } from '@screener/words/numbers';
import { Type } from 'typebox';
import { face, words } from './language.ts';

/** The field's name, as in the API. */
const NAME = 'methodologies';

/** The schema of the field in a form. */
export const CHOICE = Type.Optional(
  Type.Array(Type.String({ maxLength: 40 }), { maxItems: METHODOLOGIES.length }),
);

/** Asks which methodologies the reader follows. `chosen` has ids; empty or null for no choice. */
export function choiceField(chosen: readonly string[] | null): Safe {
  return html`<fieldset class="choice">
<legend>${words().choice.legend}</legend>
<div class="options">${METHODOLOGIES.map(
    ({ current }) =>
      html`<label><input type="checkbox" name="${NAME}" value="${current.id}"${chosen?.includes(current.id) === true && html` checked`}> ${methodologyName(current, face())}</label>\n`,
  )}</div>
<p class="hint">${words().choice.noneTicked(byWhom([]))}</p>
</fieldset>`;
}

/** `by AAOIFI and MSCI`; without a choice `by all five methodologies`. */
export function byWhom(chosen: readonly string[]): string {
  const { by, byAll } = words().choice;
  const all = METHODOLOGIES.length;
  return chosen.length === 0 ? byAll(all, numberInWords(all, face())) : by(followedNames(chosen, face()));
}

/** An address that names all of them. */
const EVERY = METHODOLOGY_IDS.join(',');

interface AskedChoice {
  readonly rules?: string | undefined;
  readonly methodologies?: string | undefined;
}

/**
 * What a page is by where its address does not say: the reader’s own choice. An address that names methodologies or
 * rules wins, and an empty one names all methodologies.
 * @example askedByChoice({ rules: 'current' }, { methodologies: ['msci'], rules: 'classic' }) // { methodologies: 'msci' }
 */
export function askedByChoice(
  query: AskedChoice,
  { methodologies, rules }: Choice,
): { readonly rules?: string; readonly methodologies?: string } {
  const own = query.methodologies === undefined ? methodologies?.join() : undefined;
  const isAll = methodologies !== null && query.methodologies?.trim() === '';
  return {
    ...(own === undefined ? {} : { methodologies: own }),
    ...(isAll ? { methodologies: EVERY } : {}),
    ...(query.rules === undefined && rules !== 'current' ? { rules } : {}),
  };
}

/** The choice of one, for a form in a row; several that an address names stay a choice of their own. */
export function choiceSelect(address: string | undefined): Safe {
  const asked = address === EVERY ? '' : address;
  const said = words().choice;
  const options: readonly (readonly [value: string, text: string])[] = [
    ['', said.all(METHODOLOGIES.length, numberInWords(METHODOLOGIES.length, face()))],
    ...METHODOLOGIES.map(({ current }) => [current.id, methodologyName(current, face())] as const),
  ];
  const several = options.some(([value]) => value === (asked ?? ''))
    ? []
    : [[asked ?? '', followedNames((asked ?? '').split(','), face())] as const];
  return html`<div>
<label for="${NAME}">${said.label}</label>
<select id="${NAME}" name="${NAME}">${[...options, ...several].map(([value, text]) => html`<option value="${value}"${value === (asked ?? '') && html` selected`}>${text}</option>`)}</select>
</div>`;
}
