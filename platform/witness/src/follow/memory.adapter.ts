import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrorCode, replaceKeyFile } from '@common/kit/private-file';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Alarm, FollowedLog } from './follow-log.ts';

const Kept = Type.Object({
  note: Type.String(),
  frontier: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), { maxItems: 64 }),
  endings: Type.Optional(
    Type.Object({
      size: Type.Integer({ minimum: 0 }),
      root_hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      chain: Type.String({ pattern: '^([0-9a-f]{64})?$' }),
    }),
  ),
});

const STATE = 'last.json';

/**
 * What a monitor remembers of one log, in a folder. A crash at any point leaves the state before or after a
 * look.
 */
export interface Memory {
  /** Null before the first look. Throws if the file is not in our format. */
  readonly read: () => Promise<FollowedLog | null>;
  readonly keep: (followed: FollowedLog) => Promise<void>;
  /** Writes both notes of an alarm, and returns their paths. */
  readonly keepEvidence: (alarm: Alarm, sizes: readonly [number, number]) => Promise<readonly string[]>;
}

export function openMemory(folder: string): Memory {
  const file = join(folder, STATE);
  const write = async (name: string, text: string): Promise<string> => {
    await mkdir(folder, { recursive: true });
    const at = join(folder, name);
    await replaceKeyFile(at, text, 'public');
    return at;
  };
  return {
    async read() {
      let text: string;
      try {
        text = await readFile(file, 'utf8');
      } catch (error) {
        if (isErrorCode(error, 'ENOENT')) return null;
        throw error;
      }
      const kept: Static<typeof Kept> | null = parse(text);
      if (kept === null) throw new Error(`${file} is damaged: restore it, or move it away to begin anew`);
      return kept;
    },
    keep: async (followed) => void (await write(STATE, `${JSON.stringify(followed)}\n`)),
    keepEvidence: async ({ kind, known, shown }, [from, to]) => [
      await write(`${kind}-known-${from}.note`, known),
      await write(`${kind}-shown-${to}.note`, shown),
    ],
  };
}

function parse(text: string): Static<typeof Kept> | null {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(Kept, value) ? value : null;
  } catch {
    return null;
  }
}
