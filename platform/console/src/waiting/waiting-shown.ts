import { capitalised } from '@common/base/english';
import type { WaitingStanding } from '@platform/core/objects/grant-standing';
import { printable } from '@platform/core/verify/report-html';
import { asTitle, headingPieces } from '@platform/words/action-heading';
import { decisionSentence } from '@platform/words/decided';
import { duplicateSign } from '@platform/words/possible-duplicate';
import type { Piece } from '@platform/words/story';
import { timeAgo, timeLeft } from '@platform/words/time-left';
import { type ManifestOf, profileOf } from '../use-cases/authority.ts';
import type { WaitingRequest } from './asked-people.ts';
import { unusualInRow } from './unusual.ts';

/** One request in a list. All its texts are safe to show. */
export interface RequestShown {
  readonly id: string;
  readonly href: string;
  readonly pieces: readonly Piece[];
  readonly agent: string;
  readonly detail: string;
  /** What a person should know before they decide; empty if nothing is unusual. */
  readonly unusual: string;
  /** How long ago it was asked. */
  readonly age: string;
  /** Null if the request does not expire. */
  readonly left: string | null;
  /** The people for whom it waits. */
  readonly asked: readonly string[];
}

/** The requests that wait for a person, as the pages show them. */
export interface WaitingShown {
  readonly requests: readonly RequestShown[];
}

interface Around {
  readonly manifestOf: ManifestOf;
  readonly now: string;
  /** By grant, when something was last done for the same payee. */
  readonly done: ReadonlyMap<string, WaitingStanding['done']>;
}

export function waitingShown(
  waiting: readonly WaitingRequest[],
  { manifestOf, now, done }: Around,
): WaitingShown {
  const requests = waiting.map(({ record, asked }): RequestShown => {
    const { action, grant } = record;
    const manifest = manifestOf(profileOf(action));
    const unusual = unusualInRow({ record, manifest, now, done: done.get(grant.grant_id) ?? [] });
    const { expires_at: end, possible_duplicate_of: found } = grant;
    return {
      id: grant.grant_id,
      href: `/approvals/${grant.grant_id}`,
      pieces: asTitle(headingPieces(action, manifest)),
      agent: printable(action.agent),
      detail:
        found === undefined
          ? decisionSentence(record.decision)
          : `Probably a duplicate: ${duplicateSign(found)}.`,
      unusual: capitalised(unusual.join('; ')),
      age: timeAgo(now, action.proposed_at),
      left: end === null ? null : timeLeft(now, end),
      asked,
    };
  });
  return { requests };
}

/** The requests of a list for a person, and those for others; all are theirs who did not say who they are. */
export function divided(requests: readonly RequestShown[], me: string | null) {
  const isMine = ({ asked }: RequestShown) => me === null || asked.includes(me);
  return { mine: requests.filter(isMine), others: requests.filter((request) => !isMine(request)) };
}

/** Under a person’s name, it goes without saying for whom they wait. */
export function unnamed(requests: readonly RequestShown[]): readonly RequestShown[] {
  return requests.map((request) => ({ ...request, asked: [] }));
}

/** The heading above the requests that wait. */
export function waitingTitle(count: number, me: string | null): string {
  const whose = me === null ? 'approval' : 'your approval';
  if (count === 0) return `Nothing needs ${whose}`;
  return count === 1 ? `1 request needs ${whose}` : `${count} requests need ${whose}`;
}

/** The sentence below that heading; null if nothing waits. */
export function waitingStory(count: number): string | null {
  return count === 0
    ? null
    : 'Nothing is done without a person’s signature. A request that nobody answers expires.';
}
