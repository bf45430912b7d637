import type { GrantRecord } from '@platform/core/objects/grant';
import { printable } from '@platform/core/verify/report-html';
import { decidedWords } from '@platform/words/decided';
import { referenceWords } from '@platform/words/reference';
import { actionPieces, type Piece } from '@platform/words/story';
import { timeLeft } from '@platform/words/time-left';
import { dayAndTime } from '@platform/words/when';
import { type ManifestOf, profileOf } from '../use-cases/authority.ts';

/** One request in a list. All its texts are safe to show. */
export interface RequestShown {
  readonly id: string;
  readonly href: string;
  readonly pieces: readonly Piece[];
  readonly agent: string;
  readonly detail: string;
  /** Null if the request does not expire. */
  readonly left: string | null;
  readonly end: string | null;
}

/** The requests that wait for a person, as the pages show them. */
export interface WaitingShown {
  readonly title: string;
  readonly story: string | null;
  readonly requests: readonly RequestShown[];
}

export function waitingShown(
  waiting: readonly GrantRecord[],
  manifestOf: ManifestOf,
  now: string,
): WaitingShown {
  const requests = waiting.map((record): RequestShown => {
    const { action, grant } = record;
    const manifest = manifestOf(profileOf(action));
    const about = referenceWords(action, manifest);
    const end = grant.expires_at;
    return {
      id: grant.grant_id,
      href: `/approvals/${grant.grant_id}`,
      pieces: [
        ...actionPieces(action, manifest),
        ...(about === null ? [] : [{ kind: 'plain', text: `, ${about}` } as const]),
      ],
      agent: printable(action.agent),
      detail: decidedWords(record),
      left: end === null ? null : timeLeft(now, end),
      end: end === null ? null : dayAndTime(end),
    };
  });
  const story =
    requests.length === 0
      ? null
      : 'Nothing is done without a person’s signature. A request that nobody answers expires.';
  return { title: waitingTitle(requests.length), story, requests };
}

function waitingTitle(waiting: number): string {
  if (waiting === 0) return 'Nothing needs approval';
  return waiting === 1 ? '1 request needs approval' : `${waiting} requests need approval`;
}
