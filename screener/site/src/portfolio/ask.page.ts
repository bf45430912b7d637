import { html, type Safe, url } from '@common/web/html';
import { MOST } from '@screener/service/portfolio/assess-portfolio';
import { fileChoice, holdingsField } from '../parts/holdings-form.page.ts';
import { choiceField } from '../parts/methodology-choice.page.ts';

export const ASK_TITLE = 'What do you own?';

export interface Asked {
  /** The holdings as typed. */
  readonly typed: string;
  /** The ids of the methodologies that the reader follows; empty for no choice. */
  readonly chosen: readonly string[];
  /** What is wrong with them; null if nothing is. */
  readonly error: string | null;
}

/** Asks for holdings, and says what comes of it. */
export function askMain(asked: Asked): Safe {
  return html`<div class="ask-holdings">
<div>
<h1>${ASK_TITLE}</h1>
<p class="lead">Paste your holdings, one per line: a ticker or name, then the quantity. You need no account.</p>
${holdingsForm(asked)}
</div>
<section class="what-you-get" aria-labelledby="what-you-get"><h2 id="what-you-get">What you get</h2>
<dl>
<dt>A verdict for each holding</dt><dd>With the share of your money behind each verdict.</dd>
<dt>What needs a decision</dt><dd>Listed first, with the reason in one sentence.</dd>
<dt>What each methodology says</dt><dd>The ones that you follow come first.</dd>
</dl>
<p class="hint">Your holdings are not logged, and not stored unless you save the list in your account: they come back to you in the page, and are gone when you close it. The same list works for <a href="${url('/portal/purification')}">your purification</a> and <a href="${url('/portal/zakat')}">your zakat</a>.</p>
</section>
</div>`;
}

/** The field for holdings. A script adds a button that reads a file into it. */
export function holdingsForm({ typed, chosen, error }: Asked): Safe {
  return html`<form action="${url('/portal/portfolio')}" method="post" class="holdings-form">
${holdingsField({ typed, example: EXAMPLE, hint: html`Up to ${MOST.lines} lines. A quantity, or a value in dollars: both work. Or paste the text of a CSV file as your broker exports it.`, error })}
${choiceField(chosen)}
<button type="submit">Check my portfolio</button>
${fileChoice()}
</form>`;
}

const EXAMPLE = 'AAPL 40\nMicrosoft 20\nNVDA, 45\nCostco $1,200';
