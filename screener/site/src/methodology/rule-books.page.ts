import { capitalised } from '@common/base/english';
import { html, type Safe } from '@common/web/html';
import type { Methodology, Numerator, RatioCheck } from '@screener/engine/methodologies/methodology';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { RATIO_COMPONENTS } from '@screener/engine/verdict/score';
import { amountName, componentWords, methodologyName } from '@screener/words/names';
import { limitInWords } from '@screener/words/numbers';
import { editionInWords, noteInWords } from '../parts/in-words.ts';
import { face, words } from '../parts/language.ts';

/** Shows all methodologies side by side: the limits in force, and the classic ones where they differ. */
export function ruleBooks(): Safe {
  const said = words().ruleBooks;
  return html`<table class="books">
<caption class="only-read">${said.caption}</caption>
<thead><tr><td></td>${METHODOLOGIES.map(({ current }) => html`<th scope="col">${methodologyName(current, face())}</th>`)}</tr></thead>
<tbody>
${RATIO_COMPONENTS.map(limitRow)}${sureRow()}${editionRow()}</tbody>
</table>
<ul class="book-notes">
${METHODOLOGIES.map(({ current }) => html`<li><b>${methodologyName(current, face())}</b> ${noteInWords(current)}</li>\n`)}</ul>`;
}

function limitRow({ name, of }: { readonly name: string; readonly of: readonly Numerator[] }): Safe {
  const { noLimit, classic: said } = words().ruleBooks;
  const cells = METHODOLOGIES.map(({ current, classic }) => {
    const [now, before] = [checkOf(current, of), checkOf(classic, of)];
    const isSame = now !== undefined && before !== undefined && written(now) === written(before);
    const wasLimited = before !== undefined && !isSame;
    return cell(
      current,
      html`${now === undefined ? html`<span class="muted">${noLimit}</span>` : limitCell(now)}${wasLimited && html`<span class="classic">${said(written(before))}</span>`}`,
    );
  });
  return html`<tr><th scope="row">${capitalised(componentWords(name, face()))}</th>${cells}</tr>\n`;
}

function checkOf({ checks }: Methodology, of: readonly Numerator[]): RatioCheck | undefined {
  return checks.find(({ numerator }) => of.includes(numerator));
}

function limitCell(check: RatioCheck): Safe {
  return html`<b>${limitInWords(check, face())}</b> <span class="small-text">${ofWhat(check)}</span>`;
}

function written(check: RatioCheck): string {
  return `${limitInWords(check, face())} ${ofWhat(check)}`;
}

function ofWhat({ numerator, denominator }: RatioCheck): string {
  return words().ruleBooks.ofWhat(numerator, amountName(denominator, face()));
}

/** Says how well our reading of each text is supported. */
function sureRow(): Safe {
  const { howSure, howSureOf } = words().ruleBooks;
  const cells = METHODOLOGIES.map(({ current }) => cell(current, sureOf(current)));
  return html`<tr><th scope="row">${howSure} <span class="small-text">${howSureOf}</span></th>${cells}</tr>\n`;
}

function sureOf({ checks }: Methodology): string {
  const byConfidence = [...Map.groupBy(checks, ({ confidence }) => confidence)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return words().ruleBooks.sure(
    byConfidence.map(([confidence, some]) => ({
      confidence,
      amounts: some.map(({ numerator }) => amountName(numerator, face())),
    })),
  );
}

function editionRow(): Safe {
  const said = words().ruleBooks;
  const cells = METHODOLOGIES.map(({ current, classic }) => {
    const [now, before] = [editionInWords(current), editionInWords(classic)];
    return cell(
      current,
      html`<span class="small-text">${now}</span>${before !== now && html`<span class="classic">${said.classic(before)}</span>`}`,
    );
  });
  return html`<tr><th scope="row">${said.text}</th>${cells}</tr>\n`;
}

/** Writes a cell with its methodology’s name, which is shown before it on a narrow screen. */
function cell(methodology: Methodology, content: Safe | string): Safe {
  return html`<td><span class="book" aria-hidden="true">${methodologyName(methodology, face())}</span><div>${content}</div></td>`;
}
