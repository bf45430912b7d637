import { decimalsOf } from '@platform/core/objects/amount-faults';
import { printable } from '@platform/core/verify/report-html';
import { grouped, priced } from '@platform/words/amounts';
import { nameWords } from '@platform/words/names';
import { readAmount, type TypedAmount } from '@platform/words/read-amount';
import type { ApprovalData } from './approval-data.ts';

/** What is said of a typed text: a mark, and a sentence whose odd parts are values. */
export interface TypedWord {
  readonly kind: 'open' | 'bar' | 'holds';
  readonly parts: readonly string[];
}

type Typed = NonNullable<ApprovalData['typed']>;

/** The decimals of an amount that has no currency. */
const MOST_DECIMALS = 4;
const NOTHING: TypedWord = { kind: 'open', parts: ['You can sign once this matches the request.'] };

/** Compares what a person typed with what the request says; `holds` only if it is the same. */
export function typedWord(text: string, said: string, typed: Typed): TypedWord {
  if (text.trim() === '') return NOTHING;
  return typed.isAmount ? amountWord(text, said, typed.unit) : textWord(text.trim(), said, typed.name);
}

function textWord(text: string, said: string, name: string): TypedWord {
  if (text === said)
    return { kind: 'holds', parts: [`The same ${printable(nameWords(name))} as in the request.`] };
  const how = text.toLowerCase() === said.toLowerCase() ? 'differs in capital letters' : 'is another one';
  return {
    kind: 'bar',
    parts: ['You typed ', printable(text), `. The ${printable(nameWords(name))} in the request ${how}.`],
  };
}

/** INVARIANT: of the wanted amount, the reading is told only how many decimals it has. */
function readFor(text: string, said: string, unit: string): TypedAmount {
  const own = said.split('.')[1]?.length ?? 0;
  const decimals = unit === '' ? MOST_DECIMALS : Math.max(decimalsOf(unit), own);
  return readAmount(text, { currency: unit, decimals });
}

function amountWord(text: string, said: string, unit: string): TypedWord {
  const read = readFor(text, said, unit);
  const wanted = priced(said, unit);
  const shown = printable(text.trim());
  switch (read.kind) {
    case 'empty':
      return NOTHING;
    case 'unread':
      return {
        kind: 'bar',
        parts: [
          '',
          `“${shown}”`,
          ' is not read as an amount. Type digits, with a point or a comma before the decimals.',
        ],
      };
    case 'other_currency':
      return {
        kind: 'bar',
        parts: [
          'You typed ',
          printable(read.written),
          `, and the request is in ${printable(unit) || 'no currency'}.`,
        ],
      };
    case 'ambiguous': {
      const [whole, decimal] = read.amounts;
      const words = [`“${shown}” can be `, grouped(whole), ' or ', decimal];
      return {
        kind: 'bar',
        parts: [...words, '. Type ', `${grouped(whole)}.${'0'.repeat(3)}`, ' or ', `${decimal}0`, '.'],
      };
    }
    case 'amount': {
      const understood = priced(read.amount, unit);
      if (read.amount === said) {
        return {
          kind: 'holds',
          parts: ['', `${understood} ${printable(unit)}`.trim(), ': the same as the request.'],
        };
      }
      const advice = `. If the paper says ${grouped(read.amount)}, reject.`;
      return { kind: 'bar', parts: ['You typed ', understood, '; the request says ', wanted, advice] };
    }
  }
}
