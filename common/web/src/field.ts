import { type Content, html, type Safe } from './html.ts';
import { marked } from './mark.ts';

interface Field {
  /** The name, and also the id unless `id` is given, so a name appears once in a page. */
  readonly name: string;
  readonly id?: string;
  readonly label: string | Safe;
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'url' | 'search';
  /** The text that was typed before; never a password. */
  readonly value?: string;
  /** What is wrong with it. */
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly autocomplete?: string;
  readonly maxlength?: number;
  readonly minlength?: number;
  readonly isRequired?: boolean;
  readonly inputmode?: 'decimal' | 'numeric' | 'email' | 'url';
}

interface Area extends Omit<Field, 'type' | 'inputmode'> {
  readonly rows: number;
}

/** A labelled field for a text of several lines. */
export function area({
  name,
  id = name,
  label,
  value = '',
  error,
  hint,
  maxlength,
  rows,
  isRequired,
}: Area): Safe {
  return html`<div class="field">
<label for="${id}">${label}</label>
<textarea id="${id}" name="${name}" rows="${rows}"${[
    maxlength !== undefined && html` maxlength="${maxlength}"`,
    isRequired === true && html` required`,
    stateOf(id, error, hint),
  ]}>
${value}</textarea>
${notesOf(id, error, hint)}
</div>`;
}

/** A labelled field. Its error and its hint are below it, and screen readers read them with it. */
export function field(given: Field): Safe {
  const { name, id = name, label, type = 'text', value = '', error, hint } = given;
  const { autocomplete = 'off', maxlength, minlength, isRequired = false, inputmode } = given;
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${[
    maxlength !== undefined && html` maxlength="${maxlength}"`,
    minlength !== undefined && html` minlength="${minlength}"`,
    inputmode !== undefined && html` inputmode="${inputmode}"`,
    isRequired && html` required`,
    stateOf(id, error, hint),
  ]}>
${notesOf(id, error, hint)}
</div>`;
}

/** The attributes that connect a field to its error and its hint. */
function stateOf(id: string, error: string | undefined, hint: string | undefined): Content {
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(
    Boolean,
  );
  return [
    error !== undefined && html` aria-invalid="true"`,
    described.length > 0 && html` aria-describedby="${described.join(' ')}"`,
  ];
}

function notesOf(id: string, error: string | undefined, hint: string | undefined): Content {
  return [
    error !== undefined && html`<p class="field-error" id="${id}-error">${marked('fail', error)}</p>`,
    hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`,
  ];
}
