import { nodeCrypto } from '@common/evidence/node';
import { disputeExit } from '@platform/core/dispute/exit-code';
import { judgeDispute } from '@platform/core/dispute/judge-dispute';
import { readDispute } from '@platform/core/dispute/read-dispute';
import type { Found, Row } from '@platform/core/dispute/row';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { DisputeAnswered } from './protocol.ts';

/** Our judge’s answer in the form of the kit’s protocol. */
export function judgeFile(text: string, keys: KeySet | null): DisputeAnswered {
  const read = readDispute(text);
  if (!read.ok) return { answer: 'unusable', exit: 2, inside: [], outside: [], undecided: [] };
  const judgement = judgeDispute(nodeCrypto, read.value, keys === null ? {} : { keys });
  const idsOf = (answer: Row['answer']) =>
    judgement.rows
      .flatMap((row) => (row.answer === answer ? [`${row.ground}/${codeOf(row.found)}`] : []))
      .sort();
  return {
    answer: judgement.answer,
    exit: disputeExit(judgement, { hasKeys: keys !== null, allowSelfConsistent: false }),
    ...{ inside: idsOf('inside'), outside: idsOf('outside'), undecided: idsOf('undecided') },
  };
}

/** The code of what was found, and what it is of where there can be several. */
function codeOf(found: Found): string {
  switch (found.code) {
    case 'point':
      return `point:${found.point}`;
    case 'rule':
      return `${found.isHeld ? 'held' : 'rule'}:${found.rule.name}`;
    case 'hidden':
      return `hidden:${found.rule.name}`;
    case 'breach':
    case 'not_seen':
      return `${found.code}:${found.check}`;
    case 'end_untold':
      return `end_untold:${found.what}`;
    case 'ended_before':
      return `ended_before:${found.ending.kind}`;
    case 'acknowledged_after_end':
      return `acknowledged_after_end:${found.end}`;
    default:
      return found.code;
  }
}
