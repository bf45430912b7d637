import { capitalised } from '@common/base/english';
import { html, type Safe } from '@common/web/html';
import type { Methodology, Numerator, RatioCheck } from '@screener/engine/methodologies/methodology';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { RATIO_COMPONENTS } from '@screener/engine/verdict/score';
import { PAGE, typeset } from '@screener/words/face';
import { amountName, componentWords } from '@screener/words/names';
import { limitInWords } from '@screener/words/numbers';

/** What a numerator contains beyond the title of its row. */
const NUMERATOR_NOTES: Readonly<Partial<Record<Numerator, string>>> = {
  cash_and_all_securities: 'securities of any term',
  cash_and_current_securities: 'current ones only',
  receivables_and_cash: 'cash added',
};

/** Shows all methodologies side by side: the limits in force, and the classic ones where they differ. */
export function ruleBooks(): Safe {
  return html`<table class="books">
<caption class="only-read">Limits of each methodology; under a dotted line the classic limit, where it differs</caption>
<thead><tr><td></td>${METHODOLOGIES.map(({ current }) => html`<th scope="col">${current.name}</th>`)}</tr></thead>
<tbody>
${RATIO_COMPONENTS.map(limitRow)}${sureRow()}${editionRow()}</tbody>
</table>
<ul class="book-notes">
${METHODOLOGIES.map(({ current }) => html`<li><b>${current.name}</b> ${typeset(current.note, PAGE)}</li>\n`)}</ul>`;
}

function limitRow({ name, of }: { readonly name: string; readonly of: readonly Numerator[] }): Safe {
  const cells = METHODOLOGIES.map(({ current, classic }) => {
    const [now, before] = [checkOf(current, of), checkOf(classic, of)];
    const isSame = now !== undefined && before !== undefined && written(now) === written(before);
    const wasLimited = before !== undefined && !isSame;
    return cell(
      current,
      html`${now === undefined ? html`<span class="muted">no limit</span>` : limitCell(now)}${wasLimited && html`<span class="classic">classic: ${written(before)}</span>`}`,
    );
  });
  return html`<tr><th scope="row">${capitalised(componentWords(name))}</th>${cells}</tr>\n`;
}

function checkOf({ checks }: Methodology, of: readonly Numerator[]): RatioCheck | undefined {
  return checks.find(({ numerator }) => of.includes(numerator));
}

function limitCell(check: RatioCheck): Safe {
  return html`<b>${limitInWords(check)}</b> <span class="small-text">${ofWhat(check)}</span>`;
}

function written(check: RatioCheck): string {
  return `${limitInWords(check)} ${ofWhat(check)}`;
}

function ofWhat({ numerator, denominator }: RatioCheck): string {
  const note = NUMERATOR_NOTES[numerator];
  return `of ${amountName(denominator)}${note === undefined ? '' : `, ${note}`}`;
}

/** Says how well our reading of each text is supported. */
function sureRow(): Safe {
  const cells = METHODOLOGIES.map(({ current }) => cell(current, sureOf(current)));
  return html`<tr><th scope="row">How sure we are <span class="small-text">of the text, check by check</span></th>${cells}</tr>\n`;
}

function sureOf({ checks }: Methodology): string {
  const [first, ...others] = [...Map.groupBy(checks, ({ confidence }) => confidence)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  if (first === undefined) throw new Error('a methodology without a check');
  const exceptions = others.map(
    ([confidence, some]) =>
      `; ${confidence} for ${some.map(({ numerator }) => amountName(numerator)).join(', ')}`,
  );
  return `${first[0]}${exceptions.join('')}`;
}

function editionRow(): Safe {
  const cells = METHODOLOGIES.map(({ current, classic }) =>
    cell(
      current,
      html`<span class="small-text">${current.edition}</span>${classic.edition !== current.edition && html`<span class="classic">classic: ${classic.edition}</span>`}`,
    ),
  );
  return html`<tr><th scope="row">The text</th>${cells}</tr>\n`;
}

/** Writes a cell with its methodology’s name, which is shown before it on a narrow screen. */
function cell({ name }: Methodology, content: Safe | string): Safe {
  return html`<td><span class="book" aria-hidden="true">${name}</span><div>${content}</div></td>`;
}
