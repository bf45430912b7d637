/** An `@example` of a docstring: an expression, and its value as another expression. */
interface Example {
  /** The line of the tag. */
  readonly line: number;
  readonly expression: string;
  /** What follows ` // `; null if nothing does. */
  readonly expected: string | null;
}

/** A tag and what follows it, up to the next tag or the end of the comment. */
const TAG = /^[ \t]*(?:\/\*)?\*+[ \t]*@example\b(.*(?:\n[ \t]*\*(?!\/|[ \t]*@).*)*)/gm;

/** The examples in the docstrings of a source, in order. An example may have several lines. */
export function examplesIn(text: string): readonly Example[] {
  return [...text.matchAll(TAG)].map(({ index, 1: body = '' }) => {
    const code = body.replace(/\*\/.*$/, '').replaceAll(/\n[ \t]*\*/g, '\n');
    const [, expression = code, expected = ''] = /^(.*?)\s\/\/\s(.*)$/s.exec(code) ?? [];
    const line = text.slice(0, index).split('\n').length;
    return { line, expression: inOneLine(expression), expected: inOneLine(expected) || null };
  });
}

function inOneLine(code: string): string {
  return code.trim().replaceAll(/\s*\n\s*/g, ' ');
}
