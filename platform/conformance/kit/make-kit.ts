import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Dispute } from '@platform/core/objects/dispute';
import { Receipt } from '@platform/core/objects/receipt';
import { valueSchemas } from '@platform/core/receipt/open-receipt';
import { CASES, DISPUTE_CASES, LOG_CASES } from './cases.ts';
import expected from './expected.json' with { type: 'json' };
import disputes from './expected-disputes.json' with { type: 'json' };
import type { CaseFile, DisputeAnswered, DisputeFile, Expected, LogFile } from './protocol.ts';

/** The answers as they are committed: the verdict, the codes of checks that fail, and which do not apply or are hidden. */
interface Kept {
  readonly verdict: string;
  readonly fail?: Readonly<Record<string, readonly string[]>>;
  readonly na?: readonly number[];
  readonly hidden?: readonly number[];
}

const CHECKS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The right answers by case. */
export function expectedAnswers(): ReadonlyMap<string, Expected> {
  const kept: Readonly<Record<string, Kept>> = expected;
  return new Map(Object.entries(kept).map(([id, answer]) => [id, opened(answer)]));
}

/** The right answers about disputes by case. */
export function expectedOfDisputes(): ReadonlyMap<string, DisputeAnswered> {
  return new Map(Object.entries(disputes as Readonly<Record<string, DisputeAnswered>>));
}

function opened({ verdict, fail = {}, na = [], hidden = [] }: Kept): Expected {
  const checks = CHECKS.map((number) => {
    const codes = fail[number] ?? [];
    const seen = na.includes(number) ? 'n/a' : 'pass';
    const other = hidden.includes(number) ? 'hidden' : seen;
    return { number, outcome: codes.length > 0 ? 'fail' : other, codes };
  });
  return { verdict, checks } as Expected;
}

/** As `expectedAnswers` reads it. */
export function keptForm({ verdict, checks }: Expected): Kept {
  const fail = checks.flatMap(({ number, codes }) => (codes.length === 0 ? [] : [[number, codes] as const]));
  const numbers = (of: string) => checks.flatMap(({ number, outcome }) => (outcome === of ? [number] : []));
  const [na, hidden] = [numbers('n/a'), numbers('hidden')];
  return {
    verdict,
    ...(fail.length === 0 ? {} : { fail: Object.fromEntries(fail) }),
    ...(na.length === 0 ? {} : { na }),
    ...(hidden.length === 0 ? {} : { hidden }),
  };
}

/** Writes all cases, their answers and the schemas below a folder; returns how many cases there are. */
export function makeKit(folder: string): number {
  const keySets = new Map<string, string>();
  const put = (path: string, text: string): string => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    return path;
  };
  const keysOf = (keys: object | null): string | null => {
    if (keys === null) return null;
    const text = JSON.stringify(keys, null, 1);
    const path = keySets.get(text) ?? `keys/${keySets.size + 1}.json`;
    if (!keySets.has(text)) put(path, text);
    keySets.set(text, path);
    return path;
  };
  for (const [id, { make }] of CASES) {
    const { receipt, keys = null, previous, asOf = null } = make();
    const file: CaseFile = {
      id,
      receipt: put(`receipts/${id}.json`, typeof receipt === 'string' ? receipt : JSON.stringify(receipt)),
      keys: keysOf(keys),
      previous: previous === undefined ? null : put(`previous/${id}.json`, JSON.stringify(previous)),
      as_of: asOf,
    };
    put(`cases/${id}.json`, `${JSON.stringify(file, null, 1)}\n`);
  }
  for (const [id, { make }] of DISPUTE_CASES) {
    const { file: text, keys } = make();
    const file: DisputeFile = { id, dispute: put(`files/${id}.json`, text), keys: keysOf(keys) };
    put(`cases/${id}.json`, `${JSON.stringify(file, null, 1)}\n`);
  }
  for (const [id, { make }] of LOG_CASES) {
    const { receipt, proof, policy } = make();
    const file: LogFile = {
      id,
      receipt: put(`receipts/${id}.json`, JSON.stringify(receipt)),
      proof: put(`files/${id}.tlog-proof`, proof),
      policy: put(`files/${id}.policy.txt`, policy),
    };
    put(`cases/${id}.json`, `${JSON.stringify(file, null, 1)}\n`);
  }
  const ofLog = [...LOG_CASES].map(([id, { expected: right }]) => [id, right] as const);
  const answers = Object.fromEntries([...expectedAnswers(), ...expectedOfDisputes(), ...ofLog]);
  put('expected.json', `${JSON.stringify(answers, null, 1)}\n`);
  const schema = (of: object) =>
    `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...of }, null, 1)}\n`;
  put('receipt-0.3.schema.json', schema(Receipt));
  put('dispute.schema.json', schema(Dispute));
  put('values.schema.json', `${JSON.stringify(valueSchemas(), null, 1)}\n`);
  return CASES.size + DISPUTE_CASES.size + LOG_CASES.size;
}
