import { checkStanding } from '../../log/standing/endings.ts';
import type { Ending } from '../../objects/standing.ts';
import { reliedOn } from '../../receipt/relied-on.ts';
import { versionsOf } from '../../signed/key-history.ts';
import { breaches, type Problem, problem, unless } from '../problems.ts';
import { keysOfGrant, latestLeaseMs, msBetween, sentAt } from './sending.ts';
import { look, type Subject } from './subject.ts';

interface StandingFound {
  readonly problems: readonly Problem[];
  /** What the log proves of an executed action, in a sentence. */
  readonly words: string;
  /** What could not be looked at, in sentences. */
  readonly unseen: readonly string[];
}

const ON_WORD = 'That is on the authority’s word: no head of the log proves it here.';

/**
 * Judges the proof of what had ended at the receipt’s own head. Like the rest of the place in the log it is not under the
 * receipt’s hash: it can be removed, and not forged without a head that the authority signed.
 */
export function checkLogStanding(subject: Subject): StandingFound {
  const { crypto, receipt } = subject;
  const { log } = receipt.status;
  if (log?.standing === undefined) return { problems: [], words: ON_WORD, unseen: [] };
  // A proof is of exactly what was asked about, and the entries are a part of that.
  const looked = look(subject, [
    { what: 'what of it had ended by the head of the log', needs: ['why.directories'], problems: () => [] },
  ]);
  if (looked.unseen.length > 0) return { problems: [], words: ON_WORD, unseen: looked.unseen };
  const { tree_size: size, log_id: id, standing: head } = log.tree_head;
  if (head === undefined) {
    const why = 'there is a proof of standing, and the tree head has no standing';
    return { problems: problem('standing_not_proven', why), words: ON_WORD, unseen: [] };
  }
  const ended = checkStanding(crypto, head, reliedOn(receipt), log.standing);
  if (!ended.ok) {
    const why = 'what had ended (status.log.standing) is not proven under the tree head';
    return { problems: problem('standing_not_proven', why), words: ON_WORD, unseen: [] };
  }
  const problems = ended.value.flatMap((ending) => breaches(earlyProblems(subject, ending)));
  const words = `Proven as of head ${size} of ${id}: ${foundWords(ended.value)}.`;
  return { problems, words, unseen: [] };
}

/** Nothing is sent after something that it stands on has ended, except what the receipt itself has and judges. */
export function earlyProblems(subject: Subject, ending: Ending): Problem[] {
  if (isTold(subject, ending)) return [];
  const { kind, id, ended_at: at } = ending;
  const { lease } = subject.receipt.how.decision;
  const sent = sentAt(subject.receipt);
  return unless(
    msBetween(at, lease?.asked_at ?? sent) <= latestLeaseMs(lease),
    'ended_before_sent',
    `the call was sent at ${sent}, and the log shows that the ${ENDING_NAMES[kind]} ${id} had ended at ${at}`,
  );
}

/**
 * Whether the receipt tells exactly this ending, so that another check judges it. INVARIANT: who tells a later one than
 * the head of the log gains nothing by it.
 */
export function isTold(subject: Subject, { kind, id, ended_at: at, by }: Ending): boolean {
  const { status, bundle } = subject.receipt;
  if (kind === 'mandate') {
    const { revocation, revocation_recorded_at: recorded } = status;
    return revocation?.revocation_hash === by && recorded !== undefined && msBetween(recorded, at) === 0;
  }
  const versions = Object.values(bundle.keys)
    .flatMap(versionsOf)
    .filter(({ fingerprint }) => fingerprint === id);
  if (kind === 'enrolment')
    return versions.every(
      ({ not_after: end, enrolment }) => end !== null && enrolment?.enrolment_hash === by,
    );
  if (kind !== 'key') return false;
  const marks = (status.marks ?? []).filter(({ fingerprint }) => fingerprint === id);
  return (
    versions.every(({ compromised_at: lost }) => lost !== null && msBetween(lost, at) >= 0) &&
    marks.every(({ recorded_at: recorded }) => msBetween(recorded, at) === 0) &&
    // Of any other key, the receipt tells only since when it was stolen.
    keysOfGrant(subject).every((key) => key.fingerprint !== id || marks.some(({ kid }) => kid === key.kid))
  );
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
