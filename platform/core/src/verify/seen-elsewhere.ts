import type { AnchorVerdict } from '../log/anchor/judge-anchor.ts';
import type { LogVerdict } from '../log/note/judge-log-proof.ts';
import type { AddendumVerdict } from './addendum.ts';
import { type Claim, claim } from './claim.ts';
import type { DocumentsVerdict } from './documents.ts';

/** The results from witnesses and a public log, each null if nobody asked, and what the reader’s files are and say. */
export interface SeenElsewhere {
  readonly logged: LogVerdict | null;
  readonly anchored: AnchorVerdict | null;
  readonly documents: DocumentsVerdict;
  readonly addenda: readonly AddendumVerdict[];
}

/** Contains only what was asked. */
export function claimsSeenElsewhere(seen: SeenElsewhere): Claim[] {
  return [...everyoneClaim(seen), ...anchorClaim(seen)];
}

function everyoneClaim({ logged }: SeenElsewhere): Claim[] {
  if (logged === null) return [];
  const statement = 'Everyone who trusts the same witnesses is shown this receipt in the log.';
  // Witnesses are others than the operator, as far as the reader chose them so.
  return [
    claim('logged_for_everyone', statement, logged.logged === 'everyone' ? 3 : 0, logged.reasons.join(' ')),
  ];
}

/** Nobody but the public log itself could take the entry back. */
function anchorClaim({ anchored }: SeenElsewhere): Claim[] {
  if (anchored === null) return [];
  const strength = { public: 3, claimed: 1, no: 0 } as const;
  const statement =
    anchored.anchored === 'claimed'
      ? 'By the word of the anchor alone, a head of the log that covers this receipt is in a public log.'
      : 'A head of the log that covers this receipt is in a public log.';
  return [claim('anchored', statement, strength[anchored.anchored], anchored.reasons.join(' '))];
}
