import { nodeCrypto } from '@common/evidence/node';
import { type Content, html, type Safe, url } from '@common/web/html';
import { entrySigners } from '@platform/core/directory/signers';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import { declaredRules } from '@platform/core/objects/plugin-schemas';
import { printable } from '@platform/core/verify/report-html';
import { grouped } from '@platform/words/amounts';
import {
  addingWords,
  entryNoun,
  neededWords,
  oneOf,
  usedWords,
  usesWords,
} from '@platform/words/directories';
import { nameWords } from '@platform/words/names';
import { listed } from '@platform/words/short';
import { day } from '@platform/words/when';
import { may } from '../access/areas.ts';
import { currentReader } from '../access/reader.ts';
import { worthOf } from '../keys/key-words.ts';
import { checkedPoint } from '../signing/signing.page.ts';
import { breakable, leaf, linkTo, mark, pointed, squares } from '../site/site.page.ts';
import { entryKeys, entryPeople, type WaitingEntry } from '../use-cases/directories.ts';
import type { DirectoryData } from './entry-data.ts';
import {
  endedEntries,
  firstUntil,
  peopleOf,
  type ToldChange,
  toldChanges,
  valuesLine,
} from './entry-words.ts';
import { type ListAsked, type ListedEntries, listEntries, matches } from './listed-entries.ts';
import { placePath } from './place.ts';
import type { ShownDirectory } from './read-payees.ts';

/** How many entries of the history are on one page, and how many that have ended. */
const AT_ONCE = 20;
/** A list that one screen shows needs no search. */
const SEARCHED_FROM = 10;
export const MOST_SOUGHT = 200;

/** What the reader asks of the page; `before` is for the history. */
interface DirectoryAsked extends ListAsked {
  readonly before: number | null;
}

/** `3 approved payees, 1 waiting` */
export function directoryTitle({ place, read }: Pick<ShownDirectory, 'place' | 'read'>): string {
  const { size } = read.state.inForce;
  const noun = size === 1 ? entryNoun(place.directory) : nameWords(place.directory);
  const approved =
    size === 0 ? `No approved ${nameWords(place.directory)}` : `${grouped(String(size))} approved ${noun}`;
  return read.waiting.length === 0 ? approved : `${approved}, ${read.waiting.length} waiting`;
}

/** Everything of one directory: what waits, what is in force, what has ended, and how it came to be. */
export function directoryMain(shown: ShownDirectory, data: DirectoryData, asked: DirectoryAsked): Safe {
  const { place, read, terms } = shown;
  const noun = entryNoun(place.directory);
  const ended = endedEntries(read.entries)
    .filter(({ signed, values }) => matches(asked.q, { ...signed.entry, values }))
    .slice(0, AT_ONCE);
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
  matter: inForceMatter(shown, asked),
})}
${ended.length > 0 && leaf({ id: 'ended', title: 'Ended', matter: rows(ended.map((one) => endedRow(shown, one))) })}
${read.entries.length > 0 && leaf({ id: 'history', title: 'Entries, newest first', note: `Each ${noun} that was added, changed or ended, and by whom.`, matter: history(shown, asked) })}
${leaf({
  id: 'checks',
  title: 'Checked here',
  note: 'By this browser, which replays all entries.',
  matter: html`<div id="checked"><p>This needs the page’s script. With the command: <code>npx sanad directory show ${place.profile} ${place.directory} --tenant ${place.tenant}</code></p></div>`,
})}
${checkedTemplates()}`;
}

function inForceMatter(shown: ShownDirectory, asked: ListAsked): Safe {
  const { place, read } = shown;
  const { size } = read.state.inForce;
  const listed = listEntries(read.state.inForce.values(), asked);
  const one = oneOf(place.directory);
  const people = entryPeople(shown.profile.profile, { ...place, signed_at: shown.now }, shown.keys);
  const adding = addingWords({ ...place, terms: shown.terms, people, me: currentReader()?.person ?? null });
  return html`${may('record') && !adding.isOpen && html`<p class="note">${printable(adding.words)}</p>`}
${may('record') && adding.isOpen && html`<p class="adding"><a class="button act" href="${url(`${placePath(place)}/add`)}">Add ${one}</a> <span class="note">Adding ${one} ends no mandate.</span></p>`}
${(size > SEARCHED_FROM || asked.q !== '') && searchForm(shown, asked.q, listed)}
${listed.matching > 0 || asked.q === '' ? rows(listed.shown.map((signed) => inForceRow(shown, signed))) : html`<p>Nothing in force matches.</p>`}
${pageLinks(shown, asked.q, listed)}`;
}

/** It works without a script: the answer is the same page with fewer rows. */
function searchForm({ place, read }: ShownDirectory, q: string, { matching }: ListedEntries): Safe {
  const all = grouped(String(read.state.inForce.size));
  const count = q === '' ? `${all} in force, by name.` : `${grouped(String(matching))} of ${all} match.`;
  return html`<form class="search" method="get" role="search" action="${url(placePath(place))}#in-force">
<label for="q">Find ${oneOf(place.directory)}</label>
<div><input id="q" name="q" type="search" value="${q}" maxlength="${MOST_SOUGHT}" autocomplete="off" spellcheck="false" aria-describedby="found">
<button type="submit" class="outlined">Find</button></div>
<p class="note" id="found">${count}${q !== '' && html` <a href="${url(`${placePath(place)}#in-force`)}">Show all</a>`}</p>
</form>`;
}

function pageLinks(
  { place }: ShownDirectory,
  q: string,
  { page, pages, first, shown, matching }: ListedEntries,
): Content {
  if (pages === 1) return '';
  const to = (number: number) => {
    const query = new URLSearchParams({ ...(q === '' ? {} : { q }), page: String(number) });
    return url(`${placePath(place)}?${query}#in-force`);
  };
  const range = `${grouped(String(first))} to ${grouped(String(first + shown.length - 1))} of ${grouped(String(matching))}`;
  return html`<nav class="pager" aria-label="Pages of ${nameWords(place.directory)}">
${page > 1 && html`<a rel="prev" href="${to(page - 1)}">Earlier names</a>`}
<span>${range}</span>
${page < pages && html`<a rel="next" href="${to(page + 1)}">Later names</a>`}
</nav>`;
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
<div><p>${name}</p><p class="note"><bdi>${breakable(printable(values))}</bdi></p></div>
<div><p>${mark(shape)} ${words}</p><p class="note">${note}</p></div>
<div><p>${printable(by[0])}</p><p class="note">${printable(by[1])}</p></div>
<div class="acts">${may('record') && acts.map(([text, path]) => html`<a class="act" href="${url(path)}">${text}</a>`)}</div>
</li>`;
}

function nameOf({ entry }: SignedEntry): Safe {
  const { name, label } = entry;
  if (label === undefined) return html`<bdi class="id name">${breakable(name)}</bdi>`;
  return html`<bdi class="name">${breakable(printable(label))}</bdi> <bdi class="id">${breakable(name)}</bdi>`;
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
  const until = firstUntil(terms, signed, now);
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
    name: html`<s><bdi class="id name">${breakable(entry.name)}</bdi></s>`,
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

function history(shown: ShownDirectory, { q, page, before }: DirectoryAsked): Safe {
  const end = Math.min(before ?? shown.read.entries.length, shown.read.entries.length);
  const start = Math.max(0, end - AT_ONCE);
  const told = toldChanges(shown.read.entries).slice(start, end).reverse();
  const kept = { ...(q === '' ? {} : { q }), ...(page === 1 ? {} : { page: String(page) }) };
  const query = new URLSearchParams({ ...kept, before: String(start) });
  const older = html`<a href="${url(`${placePath(shown.place)}?${query}#history`)}">Entries ${start === 1 ? '0' : `0 to ${start - 1}`}</a>`;
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
