import { canonicalText } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import type { StatementHead, StatementLine, StatementSummary } from '../objects/account-statement.ts';
import type { SignedMovementPage } from '../objects/movement.ts';
import type { Receipt } from '../objects/receipt.ts';

type ReceiptLine = Extract<StatementLine, { readonly receipt: unknown }>;

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
  const numbers = new Map<string, number>();
  let [receipts, pages] = [0, 0];
  const placeOf = (part: unknown): { readonly place: number; readonly line: string } => {
    const text = canonicalText(part);
    const hash = crypto.sha256(text);
    const known = numbers.get(hash);
    if (known !== undefined) return { place: known, line: '' };
    numbers.set(hash, numbers.size);
    return { place: numbers.size - 1, line: lineOf({ part }) };
  };
  return {
    head: (head) => `${JSON.stringify(head)}\n`,
    receipt(receipt, proof) {
      receipts += 1;
      const { who, why, bundle } = receipt;
      const [contract, profile, plugin, keys] = [
        placeOf(who.contract),
        placeOf(why.profile),
        placeOf(why.plugin),
        placeOf(bundle.keys),
      ];
      const line: ReceiptLine = {
        receipt: {
          ...receipt,
          who: { ...who, contract: null },
          why: { ...why, profile: null, plugin: null },
          bundle: { ...bundle, keys: null },
        },
        parts: { contract: contract.place, profile: profile.place, plugin: plugin.place, keys: keys.place },
        proof: [...proof],
      };
      return `${contract.line}${profile.line}${plugin.line}${keys.line}${lineOf(line)}`;
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
 * The receipt of a line, whole again, if the file has had its parts. It is not checked.
 * @example wholeReceipt({ receipt: {}, parts: { contract: 0, profile: 0, plugin: 0, keys: 0 }, proof: [] }, []) // null
 */
export function wholeReceipt({ receipt, parts }: ReceiptLine, known: readonly unknown[]): unknown {
  const missing = Object.values(parts).some((place) => place >= known.length);
  const { who, why, bundle } = receipt;
  if (missing || !isRecord(who) || !isRecord(why) || !isRecord(bundle)) return null;
  return {
    ...receipt,
    who: { ...who, contract: known[parts.contract] },
    why: { ...why, profile: known[parts.profile], plugin: known[parts.plugin] },
    bundle: { ...bundle, keys: known[parts.keys] },
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
