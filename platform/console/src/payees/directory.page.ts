import { type Content, html, type Safe, url } from '@common/web/html';
import { nodeCrypto } from '@platform/core/crypto/node';
import { entrySigners } from '@platform/core/directory/signers';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import { declaredRules } from '@platform/core/objects/plugin-schemas';
import { printable } from '@platform/core/verify/report-html';
import { entryNoun, neededWords, oneOf, usedWords, usesWords } from '@platform/words/directories';
import { nameWords } from '@platform/words/names';
import { listed } from '@platform/words/short';
import { day } from '@platform/words/when';
import { may } from '../access/areas.ts';
import { worthOf } from '../keys/key-words.ts';
import { checkedPoint } from '../signing/signing.page.ts';
import { leaf, linkTo, mark, pointed, squares } from '../site/site.page.ts';
import { entryKeys, type WaitingEntry } from '../use-cases/directories.ts';
import type { DirectoryData } from './entry-data.ts';
import {
  endedEntries,
  firstUntil,
  peopleOf,
  type ToldChange,
  toldChanges,
  valuesLine,
} from './entry-words.ts';
import { placePath } from './place.ts';
import type { ShownDirectory } from './read-payees.ts';

/** How many entries of the history are on one page, and how many that have ended. */
const AT_ONCE = 20;

/** `3 approved payees, 1 waiting` */
export function directoryTitle({ place, read }: Pick<ShownDirectory, 'place' | 'read'>): string {
  const { size } = read.state.inForce;
  const noun = size === 1 ? entryNoun(place.directory) : nameWords(place.directory);
  const approved = size === 0 ? `No approved ${nameWords(place.directory)}` : `${size} approved ${noun}`;
  return read.waiting.length === 0 ? approved : `${approved}, ${read.waiting.length} waiting`;
}

/** Everything of one directory: what waits, what is in force, what has ended, and how it came to be. */
export function directoryMain(shown: ShownDirectory, data: DirectoryData, before: number | null): Safe {
  const { place, read, terms } = shown;
  const noun = entryNoun(place.directory);
  const ended = endedEntries(read.entries).slice(0, AT_ONCE);
  const head = read.state.head?.entry_hash ?? '';
  return html`<div id="directory-data" hidden data-directory="${JSON.stringify(data)}" data-head="${head}"></div>
<header class="opening" id="opening">
<p class="crumb"><bdi class="id">${place.tenant}</bdi> / ${linkTo(`/policy/${place.profile}`, html`<bdi class="id">${place.profile}</bdi>`)} / ${nameWords(place.directory)}</p>
<h1>${directoryTitle(shown)}</h1>
<p class="story">Agents may use no others. ${neededWords(place.directory, terms)}</p>
</header>
${read.waiting.length > 0 && leaf({ id: 'waiting', title: 'Needs a second person', matter: rows(read.waiting.map((one) => waitingRow(shown, one))) })}
${leaf({
  id: 'in-force',
  title: 'In force',
  note: 'As of now. A receipt carries the entry that was in force when it was decided.',
  matter: html`${rows([...read.state.inForce.values()].map(({ signed }) => inForceRow(shown, signed)).reverse())}
${may('record') && html`<p class="adding"><a class="button act" href="${url(`${placePath(place)}/add`)}">Add ${oneOf(place.directory)}</a> <span class="note">Adding ${oneOf(place.directory)} ends no mandate.</span></p>`}`,
})}
${ended.length > 0 && leaf({ id: 'ended', title: 'Ended', matter: rows(ended.map((one) => endedRow(shown, one))) })}
${read.entries.length > 0 && leaf({ id: 'history', title: 'Entries, newest first', note: `Each ${noun} that was added, changed or ended, and by whom.`, matter: history(shown, before) })}
${leaf({
  id: 'checks',
  title: 'Checked here',
  note: 'By this browser, which replays all entries.',
  matter: html`<div id="checked"><p>This needs the page’s script. With the command: <code>npx sanad directory show ${place.profile} ${place.directory} --tenant ${place.tenant}</code></p></div>`,
})}
${checkedTemplates()}`;
}

function rows(items: readonly Safe[]): Safe {
  return items.length === 0 ? html`<p>Nothing yet.</p>` : html`<ul class="plain payees">${items}</ul>`;
}

interface Row {
  readonly name: Content;
  readonly values: string;
  readonly state: readonly [mark: Parameters<typeof mark>[0], words: string, note: Content];
  readonly by: readonly [words: string, note: string];
  readonly acts: readonly (readonly [text: string, path: string])[];
}

function row({ name, values, state: [shape, words, note], by, acts }: Row): Safe {
  return html`<li>
<div><p>${name}</p><p class="note"><bdi>${printable(values)}</bdi></p></div>
<div><p>${mark(shape)} ${words}</p><p class="note">${note}</p></div>
<div><p>${printable(by[0])}</p><p class="note">${printable(by[1])}</p></div>
<div class="acts">${may('record') && acts.map(([text, path]) => html`<a class="act" href="${url(path)}">${text}</a>`)}</div>
</li>`;
}

function nameOf({ entry }: SignedEntry): Safe {
  const { name, label } = entry;
  return html`<bdi class="id name">${name}</bdi>${label !== undefined && html` <bdi>${printable(label)}</bdi>`}`;
}

function waitingRow(shown: ShownDirectory, { signed, missing }: WaitingEntry): Safe {
  const { place, terms, keys } = shown;
  const { entry } = signed;
  const people = new Set(
    entryKeys(shown.profile.profile, { ...entry, signed_at: shown.now }, keys, signersOf(shown, signed)).map(
      ({ person, kid }) => person ?? kid,
    ),
  );
  const who =
    people.size === 0 ? 'nobody else here can confirm it' : `${listed([...people], 'or')} can confirm it`;
  const asked = `${entry.change === 'changed' ? 'Change asked' : 'Asked'} for by ${peopleOf(signed, keys)}, ${day(entry.signed_at)}`;
  return row({
    name: nameOf(signed),
    values: valuesLine(entry),
    state:
      missing === 0
        ? ['open', 'Not in force yet', 'signed, and waiting for the entries before it']
        : [
            'open',
            `Not in force: ${terms.needed - missing} of ${terms.needed} signatures`,
            entry.change === 'changed'
              ? 'what was in force before it still is'
              : 'nothing can be done by it before the second',
          ],
    by: [asked, missing === 0 ? '' : who],
    acts: missing === 0 ? [] : [['Review', `${placePath(place)}/confirm/${entry.sequence}`]],
  });
}

/** The keys that signed an entry, as far as they are known here. */
export function signersOf(
  { keys }: Pick<ShownDirectory, 'keys'>,
  { signatures }: SignedEntry,
): readonly KeyEntry[] {
  return signatures.flatMap(({ kid }) => keys[kid] ?? []);
}

function inForceRow(shown: ShownDirectory, signed: SignedEntry): Safe {
  const { place, terms, keys, now, profile, manifest } = shown;
  const { entry } = signed;
  const signers = entrySigners(nodeCrypto, signed, profile.profile, keys);
  const until = firstUntil(terms, entry, now);
  const isGood = signers.ok && signers.value.missing === 0;
  const state: Row['state'] = !isGood
    ? [
        'bar',
        'Not counted',
        signers.ok
          ? 'it needs another signature by now: change it or end it'
          : html`its signatures no longer count: ${printable(signers.error.message)}`,
      ]
    : until === null
      ? ['holds', 'In force', usesNote(shown, entry.name)]
      : ['half', `First ${usesWords(manifest, place.directory)} need approval`, until];
  const path = (act: string) => `${placePath(place)}/${act}/${entry.name}`;
  return row({
    name: nameOf(signed),
    values: valuesLine(entry),
    state,
    by: [
      `${entry.change === 'changed' ? 'Changed' : 'Added'} ${day(entry.signed_at)}`,
      `by ${peopleOf(signed, keys)}, entry ${entry.sequence}`,
    ],
    acts: [
      ['Change', path('change')],
      ['End', path('end')],
    ],
  });
}

/** What was done by an entry so far, by the authority’s count of receipts. */
function usesNote({ place, manifest, files, uses, now }: ShownDirectory, name: string): string {
  if (uses === null) return '';
  const isAccount = files.connector.accounts_directory === place.directory;
  const done = declaredRules(manifest).get(place.directory)?.facade.done?.word;
  return usedWords(isAccount ? 'used' : (done ?? 'used'), uses.get(name), now);
}

function endedRow(
  { keys, manifest, place }: ShownDirectory,
  { signed, values }: ReturnType<typeof endedEntries>[number],
): Safe {
  const { entry } = signed;
  return row({
    name: html`<s><bdi class="id name">${entry.name}</bdi></s>`,
    values: valuesLine({ name: entry.name, values }),
    state: [
      'bar',
      `Ended ${day(entry.signed_at)}`,
      `${usesWords(manifest, place.directory)} since then are refused; its receipts stay`,
    ],
    by: [`Ended by ${peopleOf(signed, keys)}`, `entry ${entry.sequence}`],
    acts: [],
  });
}

function history(shown: ShownDirectory, before: number | null): Safe {
  const end = Math.min(before ?? shown.read.entries.length, shown.read.entries.length);
  const start = Math.max(0, end - AT_ONCE);
  const told = toldChanges(shown.read.entries).slice(start, end).reverse();
  const older = html`<a href="${url(`${placePath(shown.place)}?before=${start}#history`)}">Entries ${start === 1 ? '0' : `0 to ${start - 1}`}</a>`;
  return html`<ol class="plain history">${told.map((one) => historyItem(shown, one))}</ol>
${start > 0 && html`<p class="beneath">${older}</p>`}`;
}

function historyItem({ keys }: ShownDirectory, { signed, changed }: ToldChange): Safe {
  const { sequence, name, change, signed_at: at, source } = signed.entry;
  const what =
    changed.length === 0
      ? html`<strong>${change}</strong>`
      : changed.map(
          ([label, was, is], index) =>
            html`${index > 0 && ', '}${label} <s>${printable(was)}</s>, now <strong>${printable(is)}</strong>`,
        );
  const by = signed.signatures.map(({ kid }, index) => {
    const key = keys[kid];
    return html`${index > 0 && ' and '}<bdi>${key?.person ?? kid}</bdi> ${key !== undefined && squares(worthOf(key).strength)}`;
  });
  return html`<li><span class="note">${sequence}</span><div>
<p><bdi class="id">${name}</bdi>: ${what}</p>
<p class="note">${day(at)}, ${by}${source !== undefined && html`, <q>${printable(source)}</q>`}</p>
</div></li>`;
}

function checkedTemplates(): Safe {
  const all = html`<span data-slot="count"></span>, numbered without a gap, each naming the one before it.`;
  return html`<template id="directory-checked"><ul class="marks">
${pointed('holds', all)}
${checkedPoint('Each is signed', ', of people who were enrolled for it.')}
${pointed('holds', html`<span data-slot="head"></span> says what is in force, and that is what stands above.`)}
${pointed('open', 'That others are shown the same entries: compare the newest with them.')}
</ul></template>
<template id="directory-fails"><p class="fails">${mark('fails')}<span data-slot="why"></span></p></template>
<template id="refused-opening"><header class="opening refused">
<h1 tabindex="-1">This list does not hold</h1>
<p><strong>Do not add to it.</strong> What this page was given is no unbroken, signed list. Look at it with the command, on another machine, and tell the person who runs this console.</p>
</header></template>`;
}
