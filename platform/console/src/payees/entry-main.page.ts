import { capitalised } from '@common/base/english';
import { field } from '@common/web/field';
import { type Content, html, type Safe, url } from '@common/web/html';
import type { SignedEntry } from '@platform/core/objects/directory';
import { BOUNDS_IN, CURRENCY } from '@platform/core/objects/plugin-schemas';
import { printable } from '@platform/core/verify/report-html';
import { addingWords, entryNoun, firstWords, usesWords } from '@platform/words/directories';
import { nameWords } from '@platform/words/names';
import { listed } from '@platform/words/short';
import { currentReader } from '../access/reader.ts';
import { doneTemplate, signingTemplates } from '../signing/signing.page.ts';
import { asked, idOf, select } from '../site/ask.page.ts';
import { breakable, facts, leaf, pointed } from '../site/site.page.ts';
import { type EntryField, entryPeople, MOST_NOTE, typedField } from '../use-cases/directories.ts';
import { signersOf } from './directory.page.ts';
import type { Deed, EntryData } from './entry-data.ts';
import { entryRows } from './entry-words.ts';
import { placePath } from './place.ts';
import type { ShownDirectory } from './read-payees.ts';

/** A deed with the entry that it is about. */
export interface ShownDeed {
  readonly change: Deed['change'];
  /** Null for a new entry. */
  readonly signed: SignedEntry | null;
  /** What is in force under its name; null if nothing is. */
  readonly before: SignedEntry | null;
}

/** The page where an entry is made or read, and signed. Its script makes what is signed, from what it shows. */
export function entryMain(title: string, shown: ShownDirectory, deed: ShownDeed, data: EntryData): Safe {
  const { place } = shown;
  const isForm = deed.change === 'added' || deed.change === 'changed';
  const gives = deed.change !== 'ended' && deed.signed?.entry.change !== 'ended';
  const list = capitalised(nameWords(place.directory));
  const noun = capitalised(entryNoun(place.directory));
  return html`<div id="entry-data" hidden data-entry="${JSON.stringify(data)}"></div>
<div id="opening"><header class="opening">
<p class="crumb"><a href="${url(placePath(place))}">${list}</a> / <span id="crumb-end">${CRUMBS[deed.change]}</span></p>
<h1 tabindex="-1">${breakable(title)}</h1>
<p class="story until-done">${storyOf(shown, deed)}</p>
</header></div>
<div id="ahead">
${leaf({
  id: 'entry',
  title: noun,
  matter: html`${isForm ? formFields(shown, deed) : entryFacts(shown, deed)}${gives && typedAsk(shown)}${isForm && sourceAsk()}`,
})}
${leaf({ id: 'follows', title: 'What follows', matter: html`<ul class="marks">${followPoints(shown, deed)}</ul>` })}
${leaf({
  id: 'sign',
  title: 'Sign',
  note:
    deed.change === 'ended' ? 'Easy on purpose: nothing to type.' : 'Until it is signed, nothing changes.',
  matter: html`<div id="compared" role="status"></div>
<div id="signing"><p>To sign it here, this page needs its script, which replays the directory first.</p></div>
<p class="note">With the command: <code>npx sanad directory ${commandOf(shown, deed)}</code></p>`,
})}
</div>
${entryTemplates()}`;
}

/** A browser that comes back to a form fills in again only the fields that say so. The typed end is no such field. */
const KEPT = 'on';

const CRUMBS = { added: 'add', changed: 'change', ended: 'end', confirmed: 'confirm' } as const;

function storyOf({ terms }: ShownDirectory, { change }: ShownDeed): string {
  if (change === 'ended') return 'One person is enough, and it is so at once.';
  if (change === 'confirmed') return 'Another person signed what they were told. You sign that it is so.';
  return terms.needed === 1
    ? 'You sign what you were told, and it is in force.'
    : 'You sign what you were told; a second person signs that it is so.';
}

function formFields(shown: ShownDirectory, { before }: ShownDeed): Safe {
  const { fields } = shown;
  const values = before?.entry.values ?? {};
  const label = field({
    name: 'label',
    id: idOf('label'),
    label: 'Name',
    value: before?.entry.label ?? '',
    maxlength: MOST_NOTE,
    autocomplete: KEPT,
  });
  return html`${asked(label, note('label', 'As on the invoice. People see it on these pages.'))}
${fields.map((one) => asked(fieldInput(shown, one, values[one.name] ?? ''), note(one.name, one.description)))}`;
}

/** Beside a field, where the script says what it found. */
function note(name: string, words: Content): Safe {
  return html`<span id="${idOf(name)}-note" role="status">${words}</span>`;
}

function fieldInput(
  { profile }: ShownDirectory,
  { name, label, kind, isId }: EntryField,
  value: string,
): Safe {
  const { [CURRENCY]: own, [BOUNDS_IN]: further } = profile.profile.rules;
  const bounds: readonly unknown[] = Array.isArray(further) ? further : [];
  const currencies = [own, ...bounds.map((one) => Object(one)[CURRENCY])].filter(
    (one): one is string => typeof one === 'string',
  );
  if (kind === 'currency' && currencies.length > 0) {
    return select({ name, label: capitalised(label), values: currencies, value });
  }
  return field({
    name,
    id: idOf(name),
    label: isId ? `${capitalised(label)} id` : capitalised(label),
    value,
    maxlength: 512,
    autocomplete: KEPT,
  });
}

function typedAsk({ fields }: ShownDirectory): Safe {
  const typed = typedField(fields);
  const label = `Last 4 characters of the ${typed?.label ?? 'entry'}, from the paper before you`;
  return html`${asked(
    field({ name: 'typed', id: 'typed', label, maxlength: 16 }),
    html`<span id="typed-note" role="status">Not from this page: from the letter, the contract or a call back.</span>`,
  )}`;
}

function sourceAsk(): Safe {
  const input = field({
    name: 'source',
    id: idOf('source'),
    label: 'Where from',
    maxlength: MOST_NOTE,
    autocomplete: KEPT,
  });
  return asked(input, note('source', 'Such as “Contract of 20 November, page 2”. Signed with the entry.'));
}

/** What is confirmed or ended, in words; the script writes the same again, of what it read by itself. */
function entryFacts({ keys }: ShownDirectory, { signed, before }: ShownDeed): Safe {
  const rows = signed === null ? [] : entryRows(signed, before, keys);
  return html`<div id="entry-facts">${facts(rows)}</div><div id="alike" role="status"></div>`;
}

function followPoints(shown: ShownDirectory, deed: ShownDeed): Content {
  const { place, terms, manifest, agents, read } = shown;
  const uses = usesWords(manifest, place.directory);
  if (deed.change === 'ended' || deed.signed?.entry.change === 'ended') {
    const waiting = read.waiting.length;
    return html`${pointed('holds', html`<strong>From the authority’s answer on, nothing begins by it.</strong> Open requests by it end without being carried out.`)}
${pointed('holds', 'What was done stays done, and its receipts verify as before. No mandate ends.')}
${waiting > 0 && pointed('open', waiting === 1 ? 'One entry waits for a second person: it must then be signed anew.' : `${waiting} entries wait for a second person: they must then be signed anew.`)}`;
  }
  const isConfirming = deed.change === 'confirmed';
  const earlier = isConfirming && deed.signed !== null ? signersOf(shown, deed.signed) : [];
  const at = { ...place, signed_at: shown.now };
  const people = entryPeople(shown.profile.profile, at, shown.keys, earlier);
  const adding = addingWords({ ...place, terms, people, me: currentReader()?.person ?? null });
  const first = firstWords(terms);
  const agentsNamed = agents.length === 0 ? 'agents' : listed(agents);
  const order = isConfirming
    ? pointed(
        'open',
        html`<strong>You are the second person.</strong> It counts from the authority’s answer on.`,
      )
    : !adding.isOpen
      ? pointed('bar', html`<strong>You cannot sign this.</strong> ${printable(adding.words)}`)
      : terms.needed === 1
        ? pointed('open', html`<strong>Your signature is enough.</strong> ${printable(adding.words)}`)
        : pointed(
            'open',
            html`<strong>First you, then a second person.</strong> ${listed(people, 'or')} can sign; the second must be another person than the first. Until then nothing changes.`,
          );
  const replaces =
    deed.before !== null &&
    pointed(
      'open',
      html`<strong>What is in force as <bdi class="id">${deed.before.entry.name}</bdi> now counts no longer</strong> once this does. Open requests by it end without being carried out.`,
    );
  return html`${order}
${pointed('holds', html`<strong>Then <bdi>${printable(agentsNamed)}</bdi> may use it,</strong> within the mandates in force. No mandate ends.`)}
${replaces}
${first !== null && pointed('half', html`<strong>The first ${uses} need approval,</strong> of any ${uses === 'payments' ? 'amount' : 'kind'}, ${first}.`)}`;
}

function commandOf({ place, fields }: ShownDirectory, { change, signed }: ShownDeed): string {
  const end = `--tenant ${place.tenant} --key <kid>`;
  const at = `${place.profile} ${place.directory}`;
  const values = fields.map(({ name }) => `${name}=…`).join(' ');
  switch (change) {
    case 'added':
      return `add ${at} ${values} ${end}`;
    case 'changed':
      return `change ${at} ${signed?.entry.name ?? ''} ${values} ${end}`;
    case 'ended':
      return `end ${at} ${signed?.entry.name ?? ''} ${end}`;
    case 'confirmed':
      return `sign ${at} ${signed?.entry.sequence ?? ''} ${end}`;
  }
}

function entryTemplates(): Safe {
  return html`<template id="entry-panel"><div class="panel">
<h3>Sign the entry</h3>
<p><span data-slot="place"></span></p>
<p class="note" id="shut">You can sign once everything above is there and the last 4 characters agree.</p>
<div data-slot="ways"></div>
<details><summary>The text that is signed</summary><pre class="id" id="exact"></pre></details>
</div></template>
<template id="alike-note"><p class="signed"><span data-slot="mark"></span> <span data-slot="words"></span></p></template>
<template id="refused-opening"><header class="opening refused">
<h1 tabindex="-1">Do not sign this</h1>
<p><strong>The directory that this page was given does not hold.</strong> You have signed nothing.</p>
</header></template>
<template id="disagrees"><p class="fails"><span data-slot="fault"></span></p></template>
<template id="not-to-sign"><p>Begin again. If it happens again, look at it on another machine, with the command, and tell the person who runs this console.</p></template>
${signingTemplates('entry')}
${doneTemplate('done', 'To the list')}`;
}
