import { html, type Safe, url } from '@common/web/html';
import { MOST } from '@screener/service/portfolio/assess-portfolio';
import { fileChoice, holdingsField, holdingsToSend } from '../parts/holdings-form.page.ts';
import { words } from '../parts/language.ts';
import { choiceField } from '../parts/methodology-choice.page.ts';

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
  const { holdings, portfolio } = words();
  const { get, ...ask } = portfolio.ask;
  return html`<div class="ask-holdings">
<div>
<h1>${ask.title}</h1>
<p class="lead">${ask.lead}</p>
${asked.typed !== '' && holdingsToSend('/portal/portfolio', asked.typed, { methodologies: asked.chosen.join() })}
${holdingsForm(asked)}
</div>
<section class="what-you-get" aria-labelledby="what-you-get"><h2 id="what-you-get">${holdings.whatYouGet}</h2>
<dl>
<dt>${get.verdict}</dt><dd>${get.verdictText}</dd>
<dt>${get.decision}</dt><dd>${get.decisionText}</dd>
<dt>${get.methodologies}</dt><dd>${get.methodologiesText}</dd>
</dl>
<p class="hint">${ask.notStored(
    html`<a href="${url('/portal/purification')}">${holdings.yourPurification}</a>`,
    html`<a href="${url('/portal/zakat')}">${holdings.yourZakat}</a>`,
  )}</p>
</section>
</div>`;
}

/** The field for holdings. A script adds a button that reads a file into it. */
export function holdingsForm({ typed, chosen, error }: Asked): Safe {
  const { ask } = words().portfolio;
  return html`<form action="${url('/portal/portfolio')}" method="post" class="holdings-form">
${holdingsField({ typed, example: ask.example, hint: ask.hint(MOST.lines), error })}
${choiceField(chosen)}
<button type="submit">${ask.check}</button>
${fileChoice()}
</form>`;
}
