import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { hiddenList, TO_SEND } from './hidden-list.http.ts';
import { words } from './language.ts';
import { watchButton } from './watch.page.ts';

interface HoldingsField {
  /** The holdings as typed. */
  readonly typed: string;
  /** Lines that show how to write them. */
  readonly example: string;
  readonly hint: Content;
  /** What is wrong with them; null if nothing is. */
  readonly error: string | null;
}

/** The field for lines of holdings. */
export function holdingsField({ typed, example, hint, error }: HoldingsField): Safe {
  const invalid = error !== null && html` aria-invalid="true" aria-describedby="holdings-error"`;
  return html`<label for="holdings">${words().holdings.yours}</label>
<textarea id="holdings" name="holdings" rows="8" dir="auto" required autocomplete="off" spellcheck="false" placeholder="${example}"${invalid}>
${typed}</textarea>
${error !== null && html`<p class="field-error" id="holdings-error">${marked('fail', error)}</p>`}
<p class="hint">${hint}</p>`;
}

/** How many lines that are not understood a page shows: a few are enough to see that a text is no list of holdings. */
export const MOST_UNREAD = 5;

/** Says how many more there are; nothing if there are none. */
export function moreUnread({ length }: readonly unknown[]): readonly string[] {
  return length > MOST_UNREAD ? [words().holdings.moreUnread(length - MOST_UNREAD)] : [];
}

/** A choice of a file, which a script shows and reads into the field for holdings. */
export function fileChoice(): Safe {
  return html`<label class="file-choice" hidden>${words().holdings.chooseFile} <input id="holdings-file" type="file" accept=".csv,text/csv,text/plain"></label>`;
}

/** The holdings that a page refused, to be sent again as they were, or changed. */
export function tryAgainWith(
  path: string,
  typed: string,
  others: readonly (readonly [name: string, value: unknown])[],
): Safe {
  const { holdings } = words();
  const kept = others.flatMap(([name, value]) =>
    [value].flat().map((one) => html`<input type="hidden" name="${name}" value="${String(one)}">`),
  );
  return html`<form action="${url(path)}" method="post" class="holdings-form">${kept}
<label for="holdings">${holdings.yours}</label>
<textarea id="holdings" name="holdings" rows="8" dir="auto" autocomplete="off" spellcheck="false">
${typed}</textarea>
<button type="submit">${holdings.tryAgain}</button>
</form>`;
}

/**
 * The form of an answer's buttons. INVARIANT: a page has the holdings hidden once, however many buttons send them on: a
 * broker's file in each would make a page of many megabytes.
 */
export function holdingsToSend(
  path: string,
  typed: string,
  others: Readonly<Record<string, string>> = {},
): Safe {
  return html`<form id="${TO_SEND}" action="${url(path)}" method="post">${hiddenList(typed, others)}</form>`;
}

/** A button that sends the holdings of that form to another page, with one more field where that asks for it. */
export function sendHoldings(
  path: string,
  text: string,
  more?: readonly [name: string, value: string],
): Safe {
  return html`<button type="submit" form="${TO_SEND}" formaction="${url(path)}"${more && html` name="${more[0]}" value="${more[1]}"`} class="outlined">${text}</button>`;
}

/** A button that sends the holdings to the door, which watches a ticker and leads back to them. */
export function watchAndReturn(symbol: string): Safe {
  return watchButton(symbol, TO_SEND);
}
