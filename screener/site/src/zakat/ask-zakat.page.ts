import { field } from '@common/web/field';
import { type Content, html, type Safe, url } from '@common/web/html';
import { MOST } from '@screener/service/portfolio/assess-portfolio';
import { fileChoice, holdingsField, holdingsToSend } from '../parts/holdings-form.page.ts';
import { words } from '../parts/language.ts';

/** What the form offers beside the fields for text, the usual choice first. */
export const CHOICES = {
  heldFor: ['income', 'trade'],
  year: ['lunar', 'solar'],
  goldUnit: ['ounce', 'gram'],
  securities: ['with', 'without'],
} as const;
type Choices = typeof CHOICES;

export type AskedOnPage = { readonly [Name in keyof Choices]: Choices[Name][number] } & {
  /** The holdings, the price of gold and other wealth, as typed. */
  readonly holdings: string;
  readonly gold: string;
  readonly other: string;
};

/** What is wrong with a field; absent if nothing is. */
export type WrongFields = { readonly [Name in 'holdings' | 'gold' | 'other']?: string };

/** Asks what somebody holds and what gold costs, and says what comes of it. */
export function askZakatMain(asked: AskedOnPage, wrong: WrongFields = {}): Safe {
  const { holdings, zakat } = words();
  const { get } = zakat;
  const { holdings: typed, ...others } = asked;
  return html`<div class="ask-holdings">
<div>
<h1>${zakat.title}</h1>
<p class="lead">${zakat.lead}</p>
${typed !== '' && holdingsToSend('/portal/zakat', typed, others)}
${zakatForm(asked, wrong)}
</div>
<section class="what-you-get" aria-labelledby="what-you-get"><h2 id="what-you-get">${holdings.whatYouGet}</h2>
<dl>
<dt>${get.amount}</dt><dd>${get.amountText}</dd>
<dt>${get.ways}</dt><dd>${get.waysText}</dd>
<dt>${get.sources}</dt><dd>${get.sourcesText(html`<a href="${url('/methodology/zakat')}">${get.rules}</a>`)}</dd>
</dl>
<p class="hint">${holdings.notStored(
    html`<a href="${url('/portal/portfolio')}">${holdings.yourPortfolio}</a>`,
    html`<a href="${url('/portal/purification')}">${holdings.yourPurification}</a>`,
  )}</p>
</section>
</div>`;
}

/** The field for holdings, why they are held, the price of gold, the year and other wealth. */
export function zakatForm(asked: AskedOnPage, wrong: WrongFields = {}): Safe {
  const { holdings, zakat } = words();
  return html`<form action="${url('/portal/zakat')}" method="post" class="holdings-form">
${holdingsField({ typed: asked.holdings, example: zakat.example, hint: zakat.hint(MOST.lines), error: wrong.holdings ?? null })}
<div class="two-fields">
${choiceOf('heldFor', asked)}
${choiceOf('year', asked)}
</div>
<p class="hint">${zakat.ways}</p>
<div class="two-fields">
${field({
  ...{ name: 'gold', label: zakat.gold, value: asked.gold, error: wrong.gold },
  ...{ maxlength: LONGEST, isRequired: true, inputmode: 'decimal' },
})}
${choiceOf('goldUnit', asked)}
</div>
<p class="hint">${zakat.goldHint}</p>
<div class="two-fields">
${field({
  ...{ name: 'other', label: zakat.other, value: asked.other, error: wrong.other },
  ...{ maxlength: LONGEST, inputmode: 'decimal' },
})}
${choiceOf('securities', asked)}
</div>
<p class="hint">${zakat.otherHint}</p>
<button type="submit">${holdings.calculate}</button>
${fileChoice()}
</form>`;
}

/** Longer than any amount that is accepted. */
const LONGEST = 30;

function choiceOf<Name extends keyof Choices>(name: Name, asked: Readonly<Record<Name, string>>): Safe {
  const { choices, labels } = words().zakat;
  const texts: Readonly<Record<string, string>> = choices[name];
  const options: Content = CHOICES[name].map(
    (value) =>
      html`<option value="${value}"${value === asked[name] && html` selected`}>${texts[value]}</option>`,
  );
  return html`<div class="field"><label for="${name}">${labels[name]}</label>
<select id="${name}" name="${name}">${options}</select></div>`;
}
