import { instantMs } from '@common/base/instant';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { GrantStanding } from '@platform/core/objects/grant-standing';
import type { KeySet } from '@platform/core/objects/key-entry';
import { keyOf } from '@platform/core/signed/signed';
import { printable } from '@platform/core/verify/report-html';
import { grouped } from '@platform/words/amounts';
import { nameWords } from '@platform/words/names';
import { listed } from '@platform/words/short';
import { timeAgo } from '@platform/words/time-left';
import { day } from '@platform/words/when';

/** Something about a request that a person should know before they decide. Its texts are safe to show. */
export interface Unusual {
  readonly what: string;
  /** The rest of the sentence. */
  readonly more: string;
}

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
export function unusual(known: Known): readonly Unusual[] {
  return [...changedEntries(known), ...firstTimes(known), ...nearLimits(known)];
}

/** The entries of directories that were changed lately, or that nothing was done by since. */
function changedEntries({ record, standing, keys, now }: Omit<Known, 'noun'>): readonly Unusual[] {
  return Object.values(record.directories ?? {}).flatMap(({ entry: { entry, signatures } }): Unusual[] => {
    if (entry.change !== 'changed') return [];
    const [signed, last] = [instantMs(entry.signed_at), instantMs(standing?.done[0]?.last_at ?? '')];
    const isOld = signed !== null && (instantMs(now) ?? signed) - signed > RECENT_MS;
    if (isOld && last !== null && signed !== null && last > signed) return [];
    const people = signatures.map(({ kid }) => printable(keyOf(keys, kid)?.person ?? kid));
    return [{ what: `Account changed ${timeAgo(now, entry.signed_at)}`, more: `, by ${listed(people)}` }];
  });
}

function firstTimes({ record, standing, noun }: Known): readonly Unusual[] {
  const [byName, byOther] = standing?.done ?? [];
  if (byName === undefined) return [];
  const subject = (fields: readonly string[]) =>
    fields.map((field) => printable(String(record.action.params[field] ?? ''))).join(', ');
  if (byName.times === 0) return [{ what: `First ${noun}`, more: ` to ${subject(byName.fields)}` }];
  if (byOther === undefined || byOther.times > 0) return [];
  const field = nameWords(byOther.fields[0] ?? '').replace(/^to /, '');
  return [{ what: `First ${noun} to this ${printable(field)}`, more: ` of ${subject(byName.fields)}` }];
}

function nearLimits({ standing }: Known): readonly Unusual[] {
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
