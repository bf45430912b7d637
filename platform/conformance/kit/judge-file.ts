import { nodeCrypto } from '@common/evidence/node';
import { disputeExit } from '@platform/core/dispute/exit-code';
import { judgeDispute } from '@platform/core/dispute/judge-dispute';
import { readDispute } from '@platform/core/dispute/read-dispute';
import { pointId, type Row } from '@platform/core/dispute/row';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { DisputeAnswered } from './protocol.ts';

/** Our judge’s answer in the form of the kit’s protocol. */
export function judgeFile(text: string, keys: KeySet | null): DisputeAnswered {
  const read = readDispute(text);
  if (!read.ok) return { answer: 'unusable', exit: 2, inside: [], outside: [], undecided: [] };
  const judgement = judgeDispute(nodeCrypto, read.value, keys === null ? {} : { keys });
  const idsOf = (answer: Row['answer']) =>
    judgement.rows.flatMap((row) => (row.answer === answer ? [pointId(row)] : [])).sort();
  return {
    answer: judgement.answer,
    exit: disputeExit(judgement, { hasKeys: keys !== null, allowSelfConsistent: false }),
    ...{ inside: idsOf('inside'), outside: idsOf('outside'), undecided: idsOf('undecided') },
  };
}
