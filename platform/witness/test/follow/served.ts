import { fail, ok } from '@common/base/result';
import { entryBundle, isTileCovered, parseTilePath, tileCoordinates } from '@platform/core/log/note/tiles';
import type { MemoryLog } from '@platform/core/testing/memory-log';
import type { LogSource } from '../../src/follow/log-source.ts';

/** What a log serves: each file by its path. */
export type Files = (path: string) => Uint8Array | null;

export function filesOf(log: MemoryLog, note: string = log.checkpoint()): Files {
  return (path) => {
    if (path === 'checkpoint') return Buffer.from(note);
    const tile = parseTilePath(path);
    if (tile === null || !isTileCovered(tile, log.entries.length)) return null;
    const { level, index, width } = tile;
    if (level === 'entries') return entryBundle(log.entries.slice(index * 256, index * 256 + width));
    const nodes = tileCoordinates(level, tile).map((node) => log.node(node.level, node.index));
    return Buffer.from(nodes.join(''), 'hex');
  };
}

export function sourceOf(files: Files): LogSource & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async read(path) {
      asked.push(path);
      const bytes = files(path);
      return bytes === null ? fail('log_lacks', `/${path} is not there`) : ok(bytes);
    },
  };
}

/** The same files, but for some. */
export function but(files: Files, changes: Readonly<Record<string, Uint8Array | null>>): Files {
  return (path) => (Object.hasOwn(changes, path) ? (changes[path] ?? null) : files(path));
}
