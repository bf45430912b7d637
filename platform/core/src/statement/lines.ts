import { fail, ok, type Result } from '@common/base/result';
import { MAX_TEXT_LENGTH } from '@common/evidence/canonical';

/** Takes a text piece by piece and returns each line once it is whole, so that a file of any length fits. */
interface LineSplitter {
  readonly take: (piece: string) => Result<readonly string[], 'line_too_long'>;
  /** A last line without an end; none if the text ended with one. */
  readonly end: () => readonly string[];
}

/**
 * INVARIANT: it keeps no more than one line, and refuses one that is longer than any JSON text that is read here.
 * @example createLineSplitter().take('a\nb\nc').value // ['a', 'b']
 */
export function createLineSplitter(): LineSplitter {
  let rest = '';
  return {
    take(piece) {
      const lines = `${rest}${piece}`.split('\n');
      rest = lines.pop() ?? '';
      if (rest.length <= MAX_TEXT_LENGTH) return ok(lines);
      return fail('line_too_long', `a line has more than ${MAX_TEXT_LENGTH} characters`);
    },
    end: () => (rest === '' ? [] : [rest]),
  };
}
