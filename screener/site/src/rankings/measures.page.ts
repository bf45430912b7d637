import { html, type Safe } from '@common/web/html';
import {
  LEADER_KEYS,
  type LeaderKey,
  VALUE_FIGURES,
  VALUE_MEASURES,
  type ValueFigure,
} from '@screener/engine/rankings/formulas';
import { words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';

/** Explains the order by score. */
export function orderSection(): Safe {
  const { title, note, key } = words().listRules.order;
  const keys = (Object.keys(LEADER_KEYS) as LeaderKey[]).map(key);
  return pageSection({
    id: 'the-order',
    title,
    note,
    content: html`<ol class="order">${keys.map(
      ({ key, why }) => html`<li>${withCode(key)} <span class="small-text">${why}</span></li>\n`,
    )}</ol>`,
  });
}

/** Explains the order by value. */
export function measureSection(): Safe {
  const said = words().listRules.measures;
  return pageSection({
    id: 'measures',
    title: said.title,
    note: said.note,
    content: html`<dl class="reasons">${VALUE_MEASURES.map(({ name, numerator, denominator }) => html`<div><dt>${said.names[name]}</dt><dd>${said.over(numerator, denominator)} <span class="small-text">${said.why(name)}</span></dd></div>`)}</dl>
<details>
<summary>${said.which}</summary>
<p>${said.least}</p>
<ul>${(Object.keys(VALUE_FIGURES) as ValueFigure[]).map(
      (name) =>
        html`<li>${said.figure(name)}</li>
`,
    )}</ul>
</details>`,
  });
}

/** Renders a text in which names are between backticks. */
function withCode(text: string): Safe {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
