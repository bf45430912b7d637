import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { counted } from '@platform/words/short';
import { choice, type Errors, type Fields } from './form-fields.ts';

/** A field’s id, for links to it. */
export const idOf = (name: string) => `f-${name.replaceAll(/[^A-Za-z0-9_-]/g, '-')}`;

/** A field with its bound beside it. A limit is never shown without its bound. */
export function asked(input: Safe, bound: Content = null): Safe {
  return html`<div class="ask">
<div>${input}</div>
<p class="note">${bound}</p>
</div>`;
}

interface Choices {
  readonly name: string;
  readonly legend: string;
  /** Each value, with a note. */
  readonly values: readonly (readonly [value: string, note: string])[];
  readonly isChosen: (value: string, index: number) => boolean;
  readonly error?: string | undefined;
  readonly hint?: string;
}

/** Checkboxes, any number of which may be checked. */
export function boxes({ name, legend, values, isChosen, error, hint }: Choices): Safe {
  const items = values.map(([value, note], index) => {
    const id = idOf(choice(name, index));
    return html`<li><input type="checkbox" id="${id}" name="${choice(name, index)}"${isChosen(value, index) && html` checked`}> <label for="${id}"><bdi>${value}</bdi>${note !== '' && html` <span class="note">${note}</span>`}</label></li>`;
  });
  return group({ name, legend, error, hint }, html`<ul class="choices">${items}</ul>`);
}

/** Radio buttons, one of which is chosen. They submit their values. */
export function radios({ name, legend, values, isChosen, error, hint }: Choices): Safe {
  const items = values.map(([value, words], index) => {
    const id = idOf(choice(name, index));
    return html`<li><input type="radio" id="${id}" name="${name}" value="${value}"${isChosen(value, index) && html` checked`}> <label for="${id}">${words}</label></li>`;
  });
  return group({ name, legend, error, hint }, html`<ul class="choices">${items}</ul>`);
}

type Group = Pick<Choices, 'name' | 'legend' | 'error'> & { readonly hint?: string | undefined };

function group({ name, legend, error, hint }: Group, list: Safe): Safe {
  const id = idOf(name);
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`];
  const by = described.filter(Boolean).join(' ');
  return html`<fieldset class="choosing" id="${id}" tabindex="-1"${by !== '' && html` aria-describedby="${by}"`}>
<legend>${legend}</legend>
${list}
${error !== undefined && html`<p class="field-error" id="${id}-error">${marked('fail', error)}</p>`}
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
</fieldset>`;
}

interface Select {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly value: string | undefined;
  readonly error?: string | undefined;
  readonly hint?: string;
}

/** One of a few values; the first option means “not chosen yet”. */
export function select({ name, label, values, value, error, hint }: Select): Safe {
  const id = idOf(name);
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`];
  const by = described.filter(Boolean).join(' ');
  const option = (one: string) => html`<option${one === value && html` selected`}>${one}</option>`;
  return html`<div class="field">
<label for="${id}">${label}</label>
<select id="${id}" name="${name}"${error !== undefined && html` aria-invalid="true"`}${by !== '' && html` aria-describedby="${by}"`}>
<option value="">Choose</option>${values.map(option)}
</select>
${error !== undefined && html`<p class="field-error" id="${id}-error">${marked('fail', error)}</p>`}
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
</div>`;
}

/**
 * The faults to correct, in the order of `labels`: each with its field’s label, which links to the field. The
 * list takes the focus; null if nothing is wrong.
 */
export function faults(errors: Errors, labels: Readonly<Record<string, string>>): Safe | null {
  const order = ['', ...Object.keys(labels)];
  const found = Object.entries(errors)
    .filter(([, words]) => words !== undefined)
    .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  if (found.length === 0) return null;
  const items = found.map(([name, words]) =>
    name === ''
      ? html`<li>${words}</li>`
      : html`<li><a href="${url(`#${idOf(name)}`)}">${labels[name] ?? name}</a>: ${words}</li>`,
  );
  return html`<section class="stop" id="faults" tabindex="-1" autofocus aria-labelledby="faults-title">
<p id="faults-title"><strong>Nothing was signed. ${found.length === 1 ? 'Fix this field:' : `Fix these ${counted(found.length)} fields:`}</strong></p>
<ul>${items}</ul>
</section>`;
}

/** The fields as hidden inputs, for a step back. */
export function carried(fields: Fields): Safe {
  return html`${Object.entries(fields).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`,
  )}`;
}

/** Tabs between several pages of the same kind. */
export function tabs(
  label: string,
  items: readonly (readonly [text: string, href: Safe, isHere: boolean])[],
): Safe {
  return html`<nav class="tabs" aria-label="${label}"><ul>${items.map(
    ([text, href, isHere]) =>
      html`<li><a href="${href}"${isHere && html` aria-current="page"`}>${text}</a></li>`,
  )}</ul></nav>`;
}
