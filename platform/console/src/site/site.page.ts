import { readFile } from 'node:fs/promises';
import { type Assets, loadAssets } from '@common/web/assets';
import { bundleScripts } from '@common/web/bundle';
import { type Content, html, type Safe, url } from '@common/web/html';
import { marked, markShape } from '@common/web/mark';
import { BASE_STYLE, FORM_STYLE, type Page, renderPage, type Site } from '@common/web/page-shell';
import type { OpenReceipt } from '@platform/core/objects/receipt';
import { type Became, isUndone } from '@platform/core/objects/settled';
import { printable } from '@platform/core/verify/report-html';
import { outcomeWords } from '@platform/words/outcomes';
import { becameWord } from '@platform/words/settled';
import { inGroups } from '@platform/words/short';
import type { Piece } from '@platform/words/story';
import { areaOf, may } from '../access/areas.ts';
import { currentReader, isStranger } from '../access/reader.ts';
import type { Mark } from '../browser/marks.ts';

const SCRIPTS = {
  'chat.js': new URL('../chat/chat.script.ts', import.meta.url),
  'grant.js': new URL('../grants/grant.script.ts', import.meta.url),
  'approval.js': new URL('../approvals/approval.script.ts', import.meta.url),
  'enrol.js': new URL('../keys/enrol.script.ts', import.meta.url),
  'enrol-sign.js': new URL('../keys/enrol-sign.script.ts', import.meta.url),
  'compromise.js': new URL('../keys/compromise.script.ts', import.meta.url),
  'mandate.js': new URL('../mandates/mandate.script.ts', import.meta.url),
  'new-mandate.js': new URL('../mandates/new-mandate.script.ts', import.meta.url),
  'renew.js': new URL('../mandates/renew.script.ts', import.meta.url),
  'payees.js': new URL('../payees/payees.script.ts', import.meta.url),
  'entry.js': new URL('../payees/entry.script.ts', import.meta.url),
  'receipt.js': new URL('../receipts/receipt.script.ts', import.meta.url),
  'waiting.js': new URL('../waiting/waiting.script.ts', import.meta.url),
  'verify.js': new URL('../verify/verify.script.ts', import.meta.url),
  'log.js': new URL('../log/log.script.ts', import.meta.url),
  'publish.js': new URL('../policy/publish.script.ts', import.meta.url),
  'policy.js': new URL('../policy/policy.script.ts', import.meta.url),
  'receipts.js': new URL('../receipts/receipts.script.ts', import.meta.url),
  'consent.js': new URL('../oauth/consent.script.ts', import.meta.url),
  'sign-in.js': new URL('../sign-in/sign-in.script.ts', import.meta.url),
};

const FILES = {
  'base.css': BASE_STYLE,
  'forms.css': FORM_STYLE,
  'console.css': new URL('./console.css', import.meta.url),
  'ledger.css': new URL('./ledger.css', import.meta.url),
  'proof.css': new URL('../proof-view/proof.css', import.meta.url),
  'signing.css': new URL('../signing/signing.css', import.meta.url),
  'approvals.css': new URL('../approvals/approvals.css', import.meta.url),
  'documents.css': new URL('../documents/documents.css', import.meta.url),
  'grants.css': new URL('../grants/grants.css', import.meta.url),
  'chat.css': new URL('../chat/chat.css', import.meta.url),
  'keys.css': new URL('../keys/keys.css', import.meta.url),
  'payees.css': new URL('../payees/payees.css', import.meta.url),
  'asking.css': new URL('./asking.css', import.meta.url),
  'statements.css': new URL('../statements/statements.css', import.meta.url),
  'view.css': new URL('../receipts/view.css', import.meta.url),
  'tokens.css': new URL('../tokens/tokens.css', import.meta.url),
  'icon.svg': new URL('./icon.svg', import.meta.url),
};

/** The stylesheets in the order in which they apply. */
const STYLES = [
  ...(['base.css', 'forms.css', 'console.css', 'ledger.css', 'proof.css'] as const),
  ...(['signing.css', 'approvals.css', 'documents.css', 'grants.css'] as const),
  ...(['chat.css', 'keys.css', 'asking.css', 'payees.css', 'statements.css', 'view.css'] as const),
  'tokens.css',
] as const;

/** What all pages of the console share, and the files that they use. */
export interface PagesDeps {
  readonly site: Site;
  readonly assets: Assets<keyof typeof FILES | keyof typeof SCRIPTS>;
  /** The style and script that a saved page contains. */
  readonly offline: { readonly style: string; readonly script: string };
}

let loaded: Promise<PagesDeps> | undefined;

/** Returns the same pages and files to every app of a process. */
export function loadSite(): Promise<PagesDeps> {
  loaded ??= makeSite();
  return loaded;
}

async function makeSite(): Promise<PagesDeps> {
  const scripts = await bundleScripts(SCRIPTS);
  const assets = await loadAssets({ ...scripts, ...FILES });
  const { addresses } = assets;
  const site: Site = {
    name: 'Sanad',
    language: 'en',
    navigation: [
      { text: 'Home', href: url('/') },
      { text: 'Approvals', href: url('/approvals') },
      { text: 'Payees', href: url('/payees') },
      { text: 'Receipts', href: url('/receipts') },
      { text: 'Statements', href: url('/statements') },
      { text: 'Mandates', href: url('/mandates') },
      { text: 'Policy', href: url('/policy') },
      { text: 'Companies', href: url('/companies') },
      { text: 'Log', href: url('/log') },
      { text: 'Keys', href: url('/keys') },
      { text: 'Plugins', href: url('/plugins') },
      { text: 'Chat', href: url('/chat') },
      { text: 'Verify', href: url('/verify') },
    ],
    stylesheets: STYLES.map((name) => addresses[name]),
    icon: addresses['icon.svg'],
    footer: () => html`<div>
<p>${marked('warn', 'No venue counts as verified')}: L1-sim is simulated, L1-declared is the cloud’s word.</p>
<p>Times are UTC. This console has no authority of its own: only a person’s key has.</p>
</div>
<nav aria-label="For operators and programs">
<ul>${may('evidence') && html`<li><a href="${url('/notices')}">Notices</a></li>`}<li><a href="${url('/docs')}">API and schemas</a></li></ul>
</nav>`,
  };
  const styles = await Promise.all(STYLES.map((name) => readFile(FILES[name], 'utf8')));
  return { site, assets, offline: { style: styles.join('\n'), script: scripts['verify.js'] } };
}

interface Counts {
  readonly doubts: () => number;
  /** How many requests wait for the reader of this page. */
  readonly waiting: () => number;
  /** How many entries of directories wait for their signature. */
  readonly toSign: () => number;
}

/**
 * The same site, whose navigation has what is the reader’s, says how many requests and payees wait, and leads to what is in
 * doubt while there is something.
 */
export function withCounts(site: Site, { doubts, waiting, toSign }: Counts): Site {
  const numbers: Readonly<Record<string, () => number>> = { '/approvals': waiting, '/payees': toSign };
  const withNumber = (link: Site['navigation'][number]) => {
    const count = numbers[link.href.toString()]?.() ?? 0;
    return count > 0 ? { ...link, count } : link;
  };
  const isTheirs = ({ href }: Site['navigation'][number]) => may(areaOf(href.toString()));
  return {
    ...site,
    get navigation() {
      const [home, ...others] = site.navigation.map(withNumber);
      const inDoubt = { text: `In doubt (${doubts()})`, href: url('/in-doubt') };
      if (home === undefined) return [];
      const all = doubts() === 0 ? [home, ...others] : [home, inDoubt, ...others];
      return all.filter(isTheirs);
    },
    get pinned() {
      // One has room on a phone: a clerk is shown no approvals.
      const counted = site.navigation.filter((link) => Object.hasOwn(numbers, link.href.toString()));
      return counted.filter(isTheirs).slice(0, 1).map(withNumber);
    },
  };
}

/** Renders a page of the console. It is private, so no search engine keeps it. */
export function renderConsolePage(site: Site, page: Omit<Page, 'isPrivate'>): Safe {
  const main = page.bundles === undefined ? page.main : html`${page.main}${MARK_TEMPLATES}`;
  const tools = signedIn();
  return renderPage(site, { ...page, main, ...(tools === null ? {} : { tools }), isPrivate: true });
}

/** Who reads, and the way out or in. Nothing on a console that is open to everyone. */
function signedIn(): Safe | null {
  if (isStranger()) return html`<p class="reader"><a href="${url('/sign-in')}">Sign in</a></p>`;
  const reader = currentReader();
  if (reader === null) return null;
  return html`<form class="reader" id="signed-in" data-kid="${reader.kid}" action="${url('/sign-out')}" method="post"><span>Signed in as <bdi class="id">${printable(reader.person)}</bdi></span> <button type="submit" class="in-row">Sign out</button></form>`;
}

/** A link, or its words alone where the reader is not shown what it leads to. */
export function linkTo(address: string, words: Content): Content {
  return may(areaOf(address)) ? html`<a href="${url(address)}">${words}</a>` : words;
}

/** A sentence in which the action’s values and names are set apart. */
export function told(pieces: readonly Piece[]): readonly Content[] {
  return pieces.map(({ kind, text }) =>
    kind === 'plain' ? text : html`<bdi class="${kind === 'value' ? 'num' : 'id'}">${text}</bdi>`,
  );
}

/** The same in a heading, whose large letters may leave no room for a name. */
export function toldInHeading(pieces: readonly Piece[]): readonly Content[] {
  return pieces.map((piece) =>
    piece.kind === 'id' ? html`<bdi class="id">${breakable(piece.text)}</bdi>` : told([piece]),
  );
}

/** A name that may be broken after its marks, where there is no room for all of it. */
export function breakable(name: string): Content {
  return name
    .split(/(?<=[_@/:]|(?<!\d)[.-])(?=[\p{L}\p{N}])/u)
    .map((part, index) => html`${index > 0 && html`<wbr>`}${part}`);
}

const SHAPES: Readonly<Record<Mark, Safe>> = {
  holds: markShape('pass'),
  half: markShape('warn'),
  open: markShape('unknown'),
  fails: markShape('fail'),
  bar: html`<path d="M2 8h12" fill="none" stroke="currentColor" stroke-width="2.5"/>`,
};

/** A shape, which is never shown without words. */
export function mark(kind: Mark): Safe {
  return html`<span class="shape ${kind}" aria-hidden="true"><svg viewBox="0 0 16 16" focusable="false">${SHAPES[kind]}</svg></span>`;
}

/** Four squares, with as many filled as the claim beside them is strong. */
export function squares(strength: number): Safe {
  const boxes = [0, 1, 2, 3].map(
    (index) =>
      html`<rect x="${index * 11 + 0.75}" y="0.75" width="7" height="7" stroke="currentColor" ${index < strength ? html`fill="currentColor" class="filled"` : html`fill="none"`}/>`,
  );
  return html`<svg class="squares" viewBox="0 0 42 8.5" aria-hidden="true" focusable="false">${boxes}</svg>`;
}

/** Marks and squares, which a page’s script copies. */
export const MARK_TEMPLATES = html`${(Object.keys(SHAPES) as Mark[]).map((kind) => html`<template id="mark-${kind}">${mark(kind)}</template>`)}
${[0, 1, 2, 3, 4].map((strength) => html`<template id="squares-${strength}">${squares(strength)}</template>`)}`;

/**
 * What became of an action, and later of what was accepted, as a shape and words; open if only a person’s word says so, or
 * nothing is known yet. Nothing is green or red, because a refusal is no fault.
 */
export function outcomeMark({ what, why }: Pick<OpenReceipt, 'what' | 'why'>, became?: Became): Safe {
  const words = outcomeWords(what, why.plugin.manifest);
  const isOpen = what.reason === 'settled_by_principal' || became === null;
  const isDone = what.outcome === 'executed' && !(became && isUndone(became.state));
  const kind = isOpen ? 'open' : isDone ? 'holds' : 'bar';
  return html`${mark(kind)} ${words}${became !== undefined && `, ${becameWord(became)}`}`;
}

/** Names with their values. A text of several lines keeps them. */
export function facts(rows: readonly (readonly [name: string, text: string])[]): Safe {
  return html`<dl class="facts">${rows.map(
    ([name, text]) =>
      html`<div><dt>${printable(name)}</dt><dd>${text.split('\n').map((line, index) => html`${index > 0 && html`<br>`}${factLine(line)}`)}</dd></div>`,
  )}</dl>`;
}

/** Writes a hash in eight groups of eight, so that people can compare two. */
function factLine(line: string): Safe {
  if (!/^[0-9a-f]{64}$/.test(line)) return html`<bdi>${printable(line)}</bdi>`;
  return html`<bdi class="hash">${inGroups(line, 8)}</bdi>`;
}

/**
 * A line in a list of marks: `holds` for what is known, `open` for what is not, `bar` for what does not
 * happen.
 */
export function pointed(kind: Mark, content: Content): Safe {
  return html`<li>${mark(kind)}<span>${content}</span></li>`;
}

interface Leaf {
  /** Names the section, and is the target of links to it. */
  readonly id: string;
  readonly title: Content;
  readonly note?: Content;
  readonly matter: Content;
}

/** A section: a hairline, its heading and a note in the margin, and its content beside them. */
export function leaf({ id, title, note, matter }: Leaf): Safe {
  return html`<section class="leaf" aria-labelledby="${id}">
<div class="margin">
<h2 id="${id}">${title}</h2>
${note !== undefined && html`<p class="note">${note}</p>`}
</div>
<div class="matter">
${matter}
</div>
</section>`;
}
