import { checkStanding } from '../../log/standing/endings.ts';
import type { Receipt } from '../../objects/receipt.ts';
import type { Ending } from '../../objects/standing.ts';
import { reliedOn } from '../../receipt/relied-on.ts';
import { versionsOf } from '../../signed/key-history.ts';
import { latestLeaseMs, msBetween, sentAt } from './sending.ts';
import { type Subject, unless } from './subject.ts';

interface StandingFound {
  readonly problems: readonly string[];
  /** What had ended before the call was sent. */
  readonly early: readonly string[];
  /** What the log proves of an executed action, in a sentence. */
  readonly words: string;
}

const ON_WORD = 'That is on the authority’s word: no head of the log proves it here.';

/**
 * Judges the proof of what had ended at the receipt’s own head. Like the rest of the place in the log it is not under the
 * receipt’s hash: it can be removed, and not forged without a head that the authority signed.
 */
export function checkLogStanding({ crypto, receipt }: Subject): StandingFound {
  const { log } = receipt.status;
  if (log?.standing === undefined) return { problems: [], early: [], words: ON_WORD };
  const { tree_size: size, log_id: id, standing: head } = log.tree_head;
  if (head === undefined) {
    const why = 'there is a proof of standing, and the tree head has no standing';
    return { problems: [why], early: [], words: ON_WORD };
  }
  const ended = checkStanding(crypto, head, reliedOn(receipt), log.standing);
  if (!ended.ok) {
    const why = 'what had ended (status.log.standing) is not proven under the tree head';
    return { problems: [why], early: [], words: ON_WORD };
  }
  const early = ended.value.flatMap((ending) => earlyProblems(receipt, ending));
  const words = `Proven as of head ${size} of ${id}: ${foundWords(ended.value)}.`;
  return { problems: [], early, words };
}

/** Nothing is sent after something that it stands on has ended, except what the receipt itself tells of and judges. */
export function earlyProblems(receipt: Receipt, { kind, id, ended_at: at }: Ending): string[] {
  if (isTold(receipt, { kind, id })) return [];
  const { lease } = receipt.how.decision;
  const sent = sentAt(receipt);
  return unless(
    msBetween(at, lease?.asked_at ?? sent) <= latestLeaseMs(lease),
    `the call was sent at ${sent}, and the log shows that the ${ENDING_NAMES[kind]} ${id} had ended at ${at}`,
  );
}

/** A revocation and the end of a key are in the receipt when it was made after them, and other checks judge them. */
function isTold({ status, bundle }: Receipt, { kind, id }: Pick<Ending, 'kind' | 'id'>): boolean {
  if (kind === 'mandate') return status.revocation !== null;
  const version = Object.values(bundle.keys)
    .flatMap(versionsOf)
    .find(({ fingerprint }) => fingerprint === id);
  if (kind === 'key') return (version?.compromised_at ?? null) !== null;
  return kind === 'enrolment' && (version?.not_after ?? null) !== null;
}

export const ENDING_NAMES = {
  mandate: 'mandate',
  key: 'key',
  profile: 'version of the profile',
  payee: 'entry of a directory',
  enrolment: 'enrolment of the key',
} as const satisfies Record<Ending['kind'], string>;

function foundWords(ended: readonly Ending[]): string {
  if (ended.length === 0)
    return 'the mandate was not revoked, and its rules, entries and people’s keys had not ended';
  const each = ended.map(({ kind, id, ended_at: at }) => `the ${ENDING_NAMES[kind]} ${id} ended at ${at}`);
  return `${each.join(', ')}, and nothing else of mandate, rules, entries and people’s keys had`;
}
