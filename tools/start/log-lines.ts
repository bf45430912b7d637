/** The part of a standard stream that lines are written to. */
interface LineStream {
  write(text: string, done: (error?: Error | null) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * Writes lines to a stream that may fail for a while: its disk is full, or its reader is gone. Services go on
 * without their log. The first line that can be written again comes after one that says how many were lost.
 */
export function createLineWriter(stream: LineStream): (line: string) => void {
  let lost = 0;
  let why = '';
  // Without a listener, a failed write would end the process. Each write learns of its own failure.
  stream.on('error', () => {});
  return (line) => {
    const missing = lost;
    lost = 0;
    // The newline ends a line of which only a part was written.
    const notice = missing === 0 ? '' : `\nstart | ${missing} lines of this log were lost: ${why}\n`;
    stream.write(`${notice}${line}\n`, (error) => {
      if (error === undefined || error === null) return;
      lost += missing + 1;
      why = 'code' in error ? String(error.code) : error.message;
    });
  };
}
