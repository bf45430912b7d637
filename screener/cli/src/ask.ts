import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks at a terminal. The answer to a hidden question is not shown. Returns null when the input ends. */
export function askAt(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): (question: string, how: { readonly hidden: boolean }) => Promise<string | null> {
  return async (question, { hidden }) => {
    output.write(question);
    const echo = new Writable({
      write(chunk, _encoding, done) {
        if (!hidden) output.write(chunk);
        done();
      },
    });
    const lines = createInterface({ input, output: echo, terminal: true });
    const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
    try {
      return await Promise.race([lines.question(''), ended]);
    } finally {
      lines.close();
      if (hidden) output.write('\n');
    }
  };
}
