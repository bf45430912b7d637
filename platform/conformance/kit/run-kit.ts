import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { type AnyExpected, differences, readAnswer } from './protocol.ts';

/** Stands for a case’s path in the arguments of a command that judges one case. */
const PLACE = '{}';

interface Outcome {
  readonly cases: number;
  /** By case: in what the answer differs. */
  readonly differing: ReadonlyMap<string, readonly string[]>;
}

/**
 * Runs a verifier on all cases of a made kit. A command with `{}` among its arguments is started for each case, with the
 * case’s path in its place; any other one is started once and gets the paths in lines.
 */
export async function runKit(folder: string, command: readonly string[]): Promise<Outcome> {
  const expected: Readonly<Record<string, AnyExpected>> = JSON.parse(
    readFileSync(join(folder, 'expected.json'), 'utf8'),
  );
  const paths = Object.keys(expected).map((id) => [id, resolve(folder, 'cases', `${id}.json`)] as const);
  const answers = command.includes(PLACE)
    ? await oneByOne(
        command,
        paths.map(([, path]) => path),
      )
    : await answersOf(
        command,
        paths.map(([, path]) => path),
      );
  const differing = paths.flatMap(([id], index): [string, readonly string[]][] => {
    const text = answers[index];
    const answer = text === undefined ? null : readAnswer(text);
    const right = expected[id];
    if (right === undefined) return [];
    const found = differences(right, answer);
    return found.length === 0 ? [] : [[id, found]];
  });
  return { cases: paths.length, differing: new Map(differing) };
}

async function oneByOne(command: readonly string[], paths: readonly string[]): Promise<string[]> {
  const answers: string[] = [];
  for (const path of paths) {
    const lines = await answersOf(
      command.map((argument) => (argument === PLACE ? path : argument)),
      [],
    );
    answers.push(lines.join(''));
  }
  return answers;
}

/** The lines that the command prints. */
async function answersOf(
  [program = '', ...args]: readonly string[],
  paths: readonly string[],
): Promise<string[]> {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // A program that ends early closes its input: what it did not answer is told then.
  child.stdin.on('error', () => {});
  const failed = new Promise<never>((_, reject) => child.on('error', reject));
  child.stdin.end(paths.map((path) => `${path}\n`).join(''));
  const read = async () => {
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) lines.push(line);
    return lines;
  };
  return await Promise.race([read(), failed]);
}
