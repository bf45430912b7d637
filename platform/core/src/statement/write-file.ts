import { canonicalText } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import type { StatementHead, StatementLine, StatementSummary } from '../objects/account-statement.ts';
import type { SignedMovementPage } from '../objects/movement.ts';
import type { Receipt } from '../objects/receipt.ts';
import { withReferences } from './parts.ts';

/** Writes a statement's file, a line at a time. It keeps only the hashes of the parts that receipts share. */
interface StatementWriter {
  readonly head: (head: StatementHead) => string;
  /** With its proof under the file's head. */
  readonly receipt: (receipt: Receipt, proof: readonly string[]) => string;
  readonly movements: (page: SignedMovementPage) => string;
  readonly end: (summary: StatementSummary | null) => string;
}

/**
 * Receipts are given once each, in any order.
 * @example createStatementWriter(crypto).end(null)
 *   // '{"end":{"receipts":0,"pages":0,"summary":null}}\n'
 */
export function createStatementWriter(crypto: Crypto): StatementWriter {
  const written = new Set<string>();
  let [receipts, pages] = [0, 0];
  return {
    head: (head) => `${JSON.stringify(head)}\n`,
    receipt(receipt, proof) {
      receipts += 1;
      const lines: string[] = [];
      const referring = withReferences(receipt, (part) => {
        const hash = partHash(crypto, part);
        if (!written.has(hash)) lines.push(lineOf({ part }));
        written.add(hash);
        return hash;
      });
      return `${lines.join('')}${lineOf({ receipt: referring, proof: [...proof] })}`;
    },
    movements(page) {
      pages += 1;
      return lineOf({ movements: page });
    },
    end: (summary) => lineOf({ end: { receipts, pages, summary } }),
  };
}

function lineOf(line: StatementLine): string {
  return `${JSON.stringify(line)}\n`;
}

/**
 * What a receipt refers to a part by: SHA-256 of its canonical text, in which its own parts are references.
 * @example partHash({ sha256: (text) => text }, { b: 1, a: 2 }) // '{"a":2,"b":1}'
 */
export function partHash({ sha256 }: Pick<Crypto, 'sha256'>, part: unknown): string {
  return sha256(canonicalText(part));
}
