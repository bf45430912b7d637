import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { parseLogPolicy } from '@platform/core/log/note/log-policy';
import { parseLogProof } from '@platform/core/log/note/log-proof';
import { readReceipt } from '@platform/core/verify/checks/schema';
import { judge } from '@platform/core/verify/judge';
import { verify } from '@platform/core/verify/verify';
import { judgeFile } from './judge-file.ts';
import type { AnyAnswer, CaseFile, DisputeFile, LogAnswered, LogFile } from './protocol.ts';

/** Our verifier under the kit’s protocol: a path of a case in each line of the input, an answer in each of the output. */
for await (const path of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answerTo(path)));
}

function answerTo(path: string): AnyAnswer {
  const given: CaseFile | DisputeFile | LogFile = JSON.parse(readFileSync(path, 'utf8'));
  // The case’s own id says how deep its file is.
  const folder = join(dirname(path), ...given.id.split('/').map(() => '..'));
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  if ('dispute' in given)
    return judgeFile(read(given.dispute), given.keys === null ? null : JSON.parse(read(given.keys)));
  if ('proof' in given) return loggedBy(read(given.receipt), read(given.proof), read(given.policy));
  const { receipt, keys, previous, as_of } = given;
  const { verdict, checks } = verify(nodeCrypto, read(receipt), {
    ...(keys === null ? {} : { keys: JSON.parse(read(keys)) }),
    ...(previous === null ? {} : { previous: unwrap(readReceipt(nodeCrypto, read(previous))).document }),
    ...(as_of === null ? {} : { asOf: as_of }),
  });
  return {
    verdict,
    checks: checks.map(({ number, outcome, codes }) => ({ number, outcome, code: codes[0] ?? null })),
  };
}

function loggedBy(receipt: string, proof: string, policy: string): LogAnswered {
  const log = { proof: unwrap(parseLogProof(proof)), policy: unwrap(parseLogPolicy(nodeCrypto, policy)) };
  const { logged } = judge(nodeCrypto, receipt, { options: {}, log, venues: [], nowMs: 0, as: undefined });
  return { logged: logged?.logged ?? '', code: logged?.codes[0] ?? null };
}
