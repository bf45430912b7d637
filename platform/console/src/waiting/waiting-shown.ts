import { printable } from '@platform/proof/report-html';
import type { GrantRecord } from '@platform/protocol/grant';
import { type ManifestOf, profileOf } from '../use-cases/authority.ts';
import { decisionWords } from '../words/decided.ts';
import { capital, counted } from '../words/short.ts';
import { actionPieces, type Piece } from '../words/story.ts';
import { timeLeft } from '../words/time-left.ts';
import { dayAndTime } from '../words/when.ts';

/** One request in a list; all its texts are harmless. */
export interface RequestShown {
  readonly id: string;
  readonly href: string;
  readonly pieces: readonly Piece[];
  readonly agent: string;
  readonly detail: string;
  /** Null where it has no end. */
  readonly left: string | null;
  readonly end: string | null;
}

/** What waits for a person, as the pages show it. */
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
  const requests = waiting.map(({ action, grant, decision }): RequestShown => {
    const end = grant.expires_at;
    return {
      id: grant.grant_id,
      href: `/approvals/${grant.grant_id}`,
      pieces: actionPieces(action, manifestOf(profileOf(action))),
      agent: printable(action.agent),
      detail: decisionWords(decision.detail),
      left: end === null ? null : timeLeft(now, end),
      end: end === null ? null : dayAndTime(end),
    };
  });
  const story =
    requests.length === 0
      ? null
      : 'Nothing happens without a person’s signature. If nobody answers, a request expires.';
  return { title: waitingTitle(requests.length), story, requests };
}

function waitingTitle(waiting: number): string {
  if (waiting === 0) return 'Nothing waits for a person';
  return waiting === 1
    ? 'One request waits for a person'
    : `${capital(counted(waiting))} requests wait for a person`;
}
