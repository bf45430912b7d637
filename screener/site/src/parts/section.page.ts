import { type Content, html, type Safe, url } from '@common/web/html';
import { words } from './language.ts';

interface Section {
  /** The id that links to the section use. */
  readonly id: string;
  readonly title: string;
  /** The note below the title, in the margin. */
  readonly note?: Content;
  /** More content in the margin. */
  readonly aside?: Content;
  readonly content: Content;
  /** A CSS class of the whole section. */
  readonly kind?: string;
  /** A CSS class of the content. */
  readonly layout?: string;
  /** Makes it one line on a narrow screen, which opens it. */
  readonly fold?: Fold;
}

interface Fold {
  /** What is behind the line, in a few words. */
  readonly hint: Content;
  /** What came out, at the end of the line. */
  readonly result?: Content;
  /** True if the reader asked for this part, so that it is open at once. */
  readonly isOpen?: boolean;
}

/** Renders a part of a long page: its title and note in the margin, its content beside them. */
export function pageSection(section: Section): Safe {
  const { id, title, kind, fold } = section;
  const classes = ['section', kind, fold && 'folds'].filter(Boolean).join(' ');
  return html`<section class="${classes}" id="${id}" aria-labelledby="${id}-title">
${
  fold === undefined
    ? marginAndFigures(section, html`<h2 id="${id}-title">${title}</h2>`)
    : html`<details${fold.isOpen === true && html` open`}>
<summary><h2 id="${id}-title">${title}</h2><span class="hint">${fold.hint}</span>${fold.result !== undefined && html`<strong class="result">${fold.result}</strong>`}</summary>
${marginAndFigures(section, html`<h2>${title}</h2>`)}
</details>`
}
</section>
`;
}

/** Where a section folds, its line has the title on a narrow screen, and the margin has it elsewhere. */
function marginAndFigures({ note, aside, layout, content }: Section, heading: Safe): Safe {
  return html`<div class="margin">${heading}${note !== undefined && html`<p>${note}</p>`}${aside}</div>
<div class="figures${layout !== undefined && ` ${layout}`}">
${content}
</div>`;
}

/** Renders links to the parts of a long page, and `more` links after them. */
export function contentsOf(sections: readonly Pick<Section, 'id' | 'title'>[], more: Content = null): Safe {
  return html`<nav class="on-this-page" aria-label="${words().parts.onThisPage}"><ul>
${sections.map(({ id, title }) => html`<li><a href="${url(`#${id}`)}">${title}</a></li>\n`)}${more}</ul></nav>
`;
}
