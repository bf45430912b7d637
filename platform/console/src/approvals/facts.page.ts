import { capitalised } from '@common/base/english';
import { type Content, html, type Safe } from '@common/web/html';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { GrantStanding } from '@platform/core/objects/grant-standing';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { printable } from '@platform/core/verify/report-html';
import { currencyOf, paramText, referencesOf, specOf, toldParams } from '@platform/words/action-heading';
import { grouped } from '@platform/words/amounts';
import { statementLines } from '@platform/words/attested';
import { nameWords } from '@platform/words/names';
import { counted } from '@platform/words/short';
import { timeAgo } from '@platform/words/time-left';
import { day } from '@platform/words/when';
import { documentsInRow } from '../documents/documents.page.ts';
import { pointed } from '../site/site.page.ts';
import type { CheckedDocument } from '../use-cases/documents.ts';
import { type Unusual, usualWords } from '../waiting/unusual.ts';

interface Facts {
  readonly record: GrantRecord;
  readonly manifest: PluginManifest | null;
  readonly standing: GrantStanding | null;
  readonly documents: readonly CheckedDocument[];
  readonly now: string;
}

type Row = readonly [name: string, matter: Content];

/** Params that are shown beside the heading; the others are in the text below. */
const MOST_PARAMS = 3;
/** A longer reference takes all of its lines. */
const LONGEST_BESIDE = 24;
const MOST_UNUSUAL = 3;
/** What fits into two lines of a phone. */
const SHORT_REASON = 84;

/** What a person reads before deciding: the rest of the action, who asks and why, and what it does to the day’s total. */
export function factsList(facts: Facts, { withParams }: { readonly withParams: boolean }): Safe {
  const rows: readonly Row[] = [
    ...(withParams ? paramRows(facts) : fileRows(facts)),
    ...statementRows(facts.record),
    ['Asked by', askedBy(facts)],
    ...reasonRows(facts.record),
    ...totalRows(facts),
  ];
  return html`<dl class="about">${rows.map(
    ([name, matter]) => html`<div><dt>${printable(name)}</dt><dd>${matter}</dd></div>`,
  )}</dl>`;
}

/** The params that the heading does not tell, or not at once: the reference again, because its row can be longer. */
function paramRows(facts: Facts): readonly Row[] {
  const { record, manifest, documents } = facts;
  const { action } = record;
  const specs = specOf(action, manifest)?.params ?? {};
  const references = referencesOf(action, manifest);
  const sources = references.flatMap((name) => specs[name]?.read_from ?? []);
  const told = toldParams(action, manifest);
  const isRow = (name: string) => !told.includes(name) && !sources.includes(name);
  const names = Object.keys(action.params).filter(isRow);
  const labels = Object.values(record.directories ?? {}).flatMap(({ entry: { entry } }) => entry.label ?? []);
  const shown = names.slice(0, MOST_PARAMS);
  const reference = shown.find((name) => references.includes(name));
  const rows = shown.map((name, index): Row => {
    const text = printable(paramText(action, name, manifest));
    const isName = specs[name]?.kind === 'name';
    const matter = html`<bdi class="${isName ? 'id said' : 'said'}">${text}</bdi>${isName && index === 0 && labels.map((label) => html` <span class="muted">${printable(label)}</span>`)}`;
    return [
      capitalised(nameWords(name).replace(/^to /, '')),
      name === reference ? withFiles(html`<span class="clamped">${matter}</span>`, text, documents) : matter,
    ];
  });
  if (reference === undefined) rows.push(...fileRows(facts));
  const left = names.length - MOST_PARAMS;
  return left > 0 ? [...rows, ['More', html`<a href="#proof">${counted(left)} more in the text</a>`]] : rows;
}

/** What issuers said of it. The rules have judged who said it and when. */
function statementRows({ action: { statements } }: GrantRecord): readonly Row[] {
  return statementLines(statements).map((line): Row => ['Said of it', html`<bdi class="said">${line}</bdi>`]);
}

function fileRows({ documents }: Facts): readonly Row[] {
  return documents.length === 0 ? [] : [['Files', documentsInRow(documents)]];
}

/** The files attached stand beside the reference, as the invoice that they are. */
function withFiles(reference: Safe, text: string, documents: Facts['documents']): Safe {
  if (documents.length === 0) return reference;
  const isLong = text.length > LONGEST_BESIDE;
  return html`<span class="${isLong ? 'with-files' : 'with-files wraps'}">${reference} <span>${documentsInRow(documents, { isShort: isLong })}</span></span>`;
}

function askedBy({ record: { action }, now }: Facts): Safe {
  return html`<span class="clamped one"><bdi class="id said">${printable(action.agent)}</bdi>, ${timeAgo(now, action.proposed_at)}</span>`;
}

/** The agent’s words are no evidence, and look like a quotation. */
function reasonRows({ action: { reason } }: GrantRecord): readonly Row[] {
  if (reason === undefined) return [];
  const quoted = html`<q class="quoted"><bdi>${printable(reason)}</bdi></q>`;
  if (reason.length <= SHORT_REASON) return [['Its reason', quoted]];
  return [
    [
      'Its reason',
      html`<details class="whole"><summary><span class="clamped">${quoted}</span></summary><p class="note">The agent’s own words: a claim, and no evidence.</p></details>`,
    ],
  ];
}

function totalRows({ record, manifest, standing, now }: Facts): readonly Row[] {
  const sum = standing?.sums[0];
  if (sum === undefined) {
    return standing === null ? [['Total', 'The day’s total cannot be read now.']] : [];
  }
  const { field, before, after, max } = sum;
  const unit = field === null ? '' : ` ${currencyOf(record.action, manifest)}`.trimEnd();
  const isToday = now.startsWith(sum.day);
  const what = field === null ? 'count' : 'total';
  const subject = isToday ? `Today’s ${what}` : `The ${what} of ${day(sum.day)}`;
  return [
    [
      isToday ? 'Today' : 'Total',
      html`${subject} goes from ${grouped(before)} to <strong>${grouped(after)} of ${grouped(max)}${printable(unit)}</strong>${bar(before, after, max)}`,
    ],
  ];
}

/** Filled: counted before. Hatched: this request. The words beside it say the same. */
function bar(before: string, after: string, max: string): Safe {
  const part = (amount: string) => Math.min(100, (100 * Number(amount)) / Math.max(Number(max), 1e-9));
  const [start, end] = [part(before), part(after)];
  return html`<svg class="total" width="100%" height="10" aria-hidden="true" focusable="false"><defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2.5" height="5" fill="currentColor"/></pattern></defs><rect width="${start.toFixed(2)}%" height="10" fill="currentColor"/><rect x="${start.toFixed(2)}%" width="${(end - start).toFixed(2)}%" height="10" fill="url(#hatch)"/></svg>`;
}

/** At most three lines, and how many more there are. `done`: what such an action is, once it happened. */
export function unusualList(found: readonly Unusual[], standing: GrantStanding | null, done: string): Safe {
  const shown = found.slice(0, MOST_UNUSUAL);
  const hidden = found.slice(MOST_UNUSUAL);
  const usual = standing === null ? null : usualWords(standing, done);
  const lines = shown.map(({ what, more }, index) => {
    const words = html`<strong>${what}</strong>${more}`;
    const isLast = hidden.length > 0 && index === shown.length - 1;
    if (isLast) return pointed('half', html`${words}; <a href="#further">${hidden.length} more</a>`);
    return pointed('half', html`<span class="clamped one">${words}</span>`);
  });
  if (lines.length > 0) return html`<ul class="marks unusual">${lines}</ul>`;
  if (standing === null) {
    return html`<ul class="marks unusual">${pointed('open', 'Whether this is unusual is not known: the books cannot be read now.')}</ul>`;
  }
  return html`<p class="unusual muted">Nothing unusual${usual !== null && `: ${usual}`}.</p>`;
}

/** What did not fit beside the request. */
export function furtherList(found: readonly Unusual[]): Safe | null {
  const hidden = found.slice(MOST_UNUSUAL);
  if (hidden.length === 0) return null;
  return html`<ul class="marks" id="further">${hidden.map(({ what, more }) => pointed('half', html`<strong>${what}</strong>${more}`))}</ul>`;
}
