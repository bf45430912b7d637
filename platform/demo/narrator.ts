import { styleText } from 'node:util';

/** Tells the story, and counts what did not go as told. */
export interface Narrator {
  chapter(title: string): void;
  /** A sentence. */
  say(text: string): void;
  /** A command line, as it would be typed. */
  command(line: string): void;
  /** Something as it was printed or sent, indented further. */
  show(text: string): void;
  /** One thing that must be so. Says what was found if it is not. */
  expect(what: string, found: unknown, wanted: unknown): void;
  differences(): number;
}

const WIDTH = 100;

export function createNarrator(write: (text: string) => unknown, colour: boolean): Narrator {
  let chapters = 0;
  let differences = 0;
  const paint = (style: 'bold' | 'green' | 'red' | 'dim', text: string): string =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  return {
    chapter(title) {
      chapters += 1;
      write(`\n${paint('bold', `${chapters}. ${title}`)}\n\n`);
    },
    say(text) {
      write(`${wrapped(text)}\n`);
    },
    command(line) {
      write(`   $ ${line}\n`);
    },
    show(text) {
      const lines = text.replace(/\n+$/, '').split('\n');
      write(`${lines.map((line) => (line === '' ? '' : paint('dim', `      ${line}`))).join('\n')}\n`);
    },
    expect(what, found, wanted) {
      if (JSON.stringify(found) === JSON.stringify(wanted)) {
        write(`   ${paint('green', 'ok')} ${wrapped(what, '      ').trimStart()}\n`);
        return;
      }
      differences += 1;
      write(`   ${paint('red', 'DIFFERS')} ${what}\n`);
      write(`      wanted ${JSON.stringify(wanted)}\n      found  ${JSON.stringify(found)}\n`);
    },
    differences: () => differences,
  };
}

function wrapped(text: string, indent = '   '): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(/\s+/)) {
    if (line !== indent && line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = indent;
    }
    line += line === indent ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}
