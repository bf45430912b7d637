import type { DisputeJudgement } from '@platform/core/dispute/judge-dispute';
import type { DisputeWords } from '@platform/words/dispute';

/**
 * The answer about a dispute file for programs. Points have the ids of docs/reference/evidence/disputes.md, and the words
 * of the command. It contains text of the file: escape it where it is shown.
 */
export function disputeJson(judgement: DisputeJudgement, words: DisputeWords, exit: number): string {
  const { answer, dispute, receipt, level, keys, unpinned } = judgement;
  const report = {
    type: 'sanad/dispute-answer/1',
    answer,
    exit,
    ground: dispute.ground,
    receipt_id: receipt?.receipt_id ?? null,
    level,
    title: words.title,
    points: words.grounds.flatMap(({ ground, points }) => points.map((point) => ({ ground, ...point }))),
    problems: words.problems,
    others: words.others,
    said: words.said,
    keys: keys.map(({ kid, role, fingerprint, pinned, independent }) => ({
      ...{ kid, role, fingerprint, pinned, independent },
    })),
    unpinned,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
