import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { longPackage } from '@common/kit/testing/long-package';

/** A command that runs a program of JavaScript or TypeScript, without the program's name. */
type Command = readonly [program: string, ...args: string[]];

/** What a published package must run on, by name and version: each Node of the path from `oldest` on, Bun and Deno. */
export function runtimes(oldest: readonly [major: number, minor: number]): ReadonlyMap<string, Command> {
  return new Map<string, Command>([
    ...nodes(oldest),
    ['bun', [longPackage('bun/bin/bun.exe')]],
    ['deno', [longPackage('deno/deno'), 'run', '--allow-all', '--no-lock']],
  ]);
}

function nodes([major, minor]: readonly [number, number]): ReadonlyMap<string, Command> {
  const found = new Map<string, Command>([[process.version, [process.execPath]]]);
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const node = join(folder, 'node');
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    const version = stdout?.trim() ?? '';
    const [, itsMajor, itsMinor] = /^v(\d+)\.(\d+)\./.exec(version) ?? [];
    const isNewer = Number(itsMajor) > major || (Number(itsMajor) === major && Number(itsMinor) >= minor);
    if (isNewer) found.set(version, [node]);
  }
  return found;
}
