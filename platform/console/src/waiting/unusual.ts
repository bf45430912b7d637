import { instantMs } from '@common/base/instant';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { GrantStanding, WaitingStanding } from '@platform/core/objects/grant-standing';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { keyOf } from '@platform/core/signed/signed';
import { printable } from '@platform/core/verify/report-html';
import { grouped } from '@platform/words/amounts';
import { nameWords } from '@platform/words/names';
import { doneWord } from '@platform/words/outcomes';
import { listed } from '@platform/words/short';
import { timeAgo } from '@platform/words/time-left';
import { day } from '@platform/words/when';

/** Something about a request that a person should know before they decide. Its texts are safe to show. */
export interface Unusual {
  readonly what: string;
  /** The rest of the sentence. */
  readonly more: string;
}

type LastDone = WaitingStanding['done'];

interface Known {
  readonly record: GrantRecord;
  /** Null if the authority’s books could not be read. */
  readonly standing: GrantStanding | null;
  readonly keys: KeySet;
  /** What one such action is called: a payment, a request. */
  readonly noun: string;
  readonly now: string;
}

/** From this part of a limit on, it is near. */
const NEAR = 0.9;
const RECENT_MS = 30 * 86_400_000;

/** What is unusual, most serious first. A possible duplicate is told by the page itself. */
export function unusual({ standing, ...known }: Known): readonly Unusual[] {
  const done = standing?.done ?? [];
  return [...changedEntries({ ...known, done }), ...firstTimes({ ...known, done }), ...nearLimits(standing)];
}

interface KnownInRow extends Pick<Known, 'record' | 'now'> {
  readonly manifest: PluginManifest | null;
  /** Empty if the authority’s books could not be read. */
  readonly done: LastDone;
}

/** The same in a list, without limits, in a few words each: the request above them names its payee. */
export function unusualInRow({ record, manifest, done, now }: KnownInRow): readonly string[] {
  const changes = changedEntries({ record, done, keys: {}, now });
  const changed = changes.map(({ what }) => what.replace(/^A/, 'a'));
  const fields = newSubject(done);
  if (fields === null) return changed;
  const isPayment = doneWord(record.action.facade, manifest) === 'paid';
  const first = isPayment ? 'first payment to' : 'first request for';
  return [...changed, `${first} this ${subjectWords(fields)}`];
}

interface KnownOfPayee extends Pick<Known, 'record' | 'keys' | 'now'> {
  readonly done: LastDone;
}

/** The entries of directories that were changed lately, or that nothing was done by since. */
function changedEntries({ record, done, keys, now }: KnownOfPayee): readonly Unusual[] {
  return Object.values(record.directories ?? {}).flatMap(({ entry: { entry, signatures } }): Unusual[] => {
    if (entry.change !== 'changed') return [];
    const [signed, last] = [instantMs(entry.signed_at), instantMs(done[0]?.last_at ?? '')];
    const isOld = signed !== null && (instantMs(now) ?? signed) - signed > RECENT_MS;
    if (isOld && last !== null && signed !== null && last > signed) return [];
    const people = signatures.map(({ kid }) => printable(keyOf(keys, kid)?.person ?? kid));
    return [{ what: `Account changed ${timeAgo(now, entry.signed_at)}`, more: `, by ${listed(people)}` }];
  });
}

function firstTimes({
  record,
  done,
  noun,
}: Pick<KnownOfPayee, 'record' | 'done'> & Pick<Known, 'noun'>): readonly Unusual[] {
  const fields = newSubject(done);
  if (fields === null) return [];
  const [byName = { fields }] = done;
  const subject = byName.fields
    .map((field) => printable(String(record.action.params[field] ?? '')))
    .join(', ');
  return fields === byName.fields
    ? [{ what: `First ${noun}`, more: ` to ${subject}` }]
    : [{ what: `First ${noun} to this ${subjectWords(fields)}`, more: ` of ${subject}` }];
}

/** The params by which a payee is new; null if it is known by all of them. */
function newSubject(done: LastDone): readonly string[] | null {
  return done.find(({ last_at: last }) => last === null)?.fields ?? null;
}

function subjectWords(fields: readonly string[]): string {
  return printable(listed(fields.map((field) => nameWords(field).replace(/^to /, ''))));
}

function nearLimits(standing: GrantStanding | null): readonly Unusual[] {
  const sums = (standing?.sums ?? []).flatMap(({ after, max }): Unusual[] => {
    const part = Number(after) / Number(max);
    return part >= NEAR ? [{ what: 'Near a limit:', more: ` ${Math.floor(part * 100)} % of the day` }] : [];
  });
  const uses = standing?.uses ?? null;
  if (uses === null || uses.before + 1 < uses.max * NEAR) return sums;
  const count = `${grouped(String(uses.before + 1))} of ${grouped(String(uses.max))}`;
  return [...sums, { what: 'Near a limit:', more: ` use ${count} of the mandate` }];
}

/** What is said where nothing is unusual: `paid 14 times since 3 March 2026`. Null if the books know no payee. */
export function usualWords(standing: GrantStanding, done: string): string | null {
  const [byName] = standing.done;
  if (byName === undefined || byName.first_at === null) return null;
  const { times, is_cut: isCut, first_at: first } = byName;
  if (isCut) return `${done} at least ${grouped(String(times))} times`;
  return `${done} ${times === 1 ? 'once' : `${grouped(String(times))} times`} since ${day(first)}`;
}
