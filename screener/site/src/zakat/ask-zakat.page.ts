import { field } from '@common/web/field';
import { type Content, html, type Safe, url } from '@common/web/html';
import { MOST } from '@screener/service/portfolio/assess-portfolio';
import { FILE_CHOICE, holdingsField } from '../parts/holdings-form.page.ts';

export const ZAKAT_TITLE = 'Your zakat';

/** What the form offers beside the fields for text, the usual choice first. */
export const CHOICES = {
  heldFor: {
    income: 'for income',
    trade: 'to trade',
  },
  year: {
    lunar: 'lunar, 2.5%',
    solar: 'solar, 2.577%',
  },
  goldUnit: {
    ounce: 'a troy ounce',
    gram: 'a gram',
  },
  securities: {
    with: 'counted',
    without: 'not counted',
  },
} as const;
type Choices = typeof CHOICES;

export type AskedOnPage = { readonly [Name in keyof Choices]: keyof Choices[Name] } & {
  /** The holdings, the price of gold and other wealth, as typed. */
  readonly holdings: string;
  readonly gold: string;
  readonly other: string;
};

/** What is wrong with a field; absent if nothing is. */
export type WrongFields = { readonly [Name in 'holdings' | 'gold' | 'other']?: string };

/** Asks what somebody holds and what gold costs, and says what comes of it. */
export function askZakatMain(asked: AskedOnPage, wrong: WrongFields = {}): Safe {
  return html`<div class="ask-holdings">
<div>
<h1>${ZAKAT_TITLE}</h1>
<p class="lead">The zakat of your shares, from their prices or from balance sheets. You need no account.</p>
${zakatForm(asked, wrong)}
</div>
<section class="what-you-get" aria-labelledby="what-you-get"><h2 id="what-you-get">What you get</h2>
<dl>
<dt>The amount, with its arithmetic</dt><dd>what counts of each holding, the nisab, and the rate.</dd>
<dt>Two ways to count</dt><dd>one for shares held to trade, one for shares held for income.</dd>
<dt>The sources</dt><dd>each balance sheet with its filing, and <a href="${url('/methodology/zakat')}">each rule with its text</a>.</dd>
</dl>
<p class="hint">What you enter here is not stored and not logged: it comes back to you in the page, and is gone when you close it. The same list works for <a href="${url('/portal/portfolio')}">your portfolio</a>, where you can save it, and <a href="${url('/portal/purification')}">your purification</a>.</p>
</section>
</div>`;
}

/** The field for holdings, why they are held, the price of gold, the year and other wealth. */
export function zakatForm(asked: AskedOnPage, wrong: WrongFields = {}): Safe {
  return html`<form action="${url('/portal/zakat')}" method="post" class="holdings-form">
${holdingsField({ typed: asked.holdings, example: EXAMPLE, hint: html`Up to ${MOST.lines} lines: a ticker or a name, then how many shares. End a line with “trade” or “income” where it differs from the choice below. Or paste a CSV file as your broker exports it.`, error: wrong.holdings ?? null })}
<div class="two-fields">
${choiceOf('heldFor', 'You hold them', asked.heldFor)}
${choiceOf('year', 'Your zakat year', asked.year)}
</div>
<p class="hint">Shares held to trade count at their market value. Shares held for income, or for years, count at your part of the company’s cash, receivables and inventories.</p>
<div class="two-fields">
${field({
  ...{ name: 'gold', label: 'Gold price, dollars', value: asked.gold, error: wrong.gold },
  ...{ maxlength: LONGEST, isRequired: true, inputmode: 'decimal' },
})}
${choiceOf('goldUnit', 'For', asked.goldUnit)}
</div>
<p class="hint">Gold of 24 carats, on the day on which your zakat is due.</p>
<div class="two-fields">
${field({
  ...{ name: 'other', label: 'Other wealth that counts', value: asked.other, error: wrong.other },
  ...{ maxlength: LONGEST, inputmode: 'decimal' },
})}
${choiceOf('securities', 'Short-term securities', asked.securities)}
</div>
<p class="hint">Other wealth: cash, gold and goods for trade, in US dollars. It counts towards the nisab. Cash in your list counts already. Short-term securities that a company owns can count with its cash.</p>
<button type="submit">Calculate</button>
${FILE_CHOICE}
</form>`;
}

/** Longer than any amount that is accepted. */
const LONGEST = 30;
const EXAMPLE = 'AAPL 40\nMicrosoft 20\nNVDA 45 trade\ncash 1,204.11';

function choiceOf(name: keyof Choices, label: string, chosen: string): Safe {
  const options: Content = Object.entries(CHOICES[name]).map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  );
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${options}</select></div>`;
}
