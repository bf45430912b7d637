import { type Content, html, type Safe, url } from '@common/web/html';

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
}

/** Renders a part of a long page: its title and note in the margin, its content beside them. */
export function pageSection({ id, title, note, aside, content, kind, layout }: Section): Safe {
  return html`<section class="section${kind !== undefined && ` ${kind}`}" id="${id}" aria-labelledby="${id}-title">
<div class="margin"><h2 id="${id}-title">${title}</h2>${note !== undefined && html`<p>${note}</p>`}${aside}</div>
<div class="figures${layout !== undefined && ` ${layout}`}">
${content}
</div>
</section>
`;
}

/** Renders links to the parts of a long page, and `more` links after them. */
export function contentsOf(sections: readonly Pick<Section, 'id' | 'title'>[], more: Content = null): Safe {
  return html`<nav class="on-this-page" aria-label="On this page"><ul>
${sections.map(({ id, title }) => html`<li><a href="${url(`#${id}`)}">${title}</a></li>\n`)}${more}</ul></nav>
`;
}
