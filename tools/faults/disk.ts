import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small disk, which can be filled. */
export interface Disk {
  readonly folder: string;
  fill(): void;
  /** Makes room again. */
  empty(): void;
  close(): void;
}

const SIZE = 'size=512m';
const BLOCK = Buffer.alloc(1_048_576);

/** Mounts a disk in memory, which only root may; null if this is not allowed. */
export function openDisk(): Disk | null {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', SIZE, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  const close = () => {
    process.off('exit', close);
    execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', close);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a');
      try {
        for (let size = BLOCK.length; size >= 1; ) {
          try {
            writeSync(file, BLOCK, 0, size);
          } catch {
            size = Math.floor(size / 2);
          }
        }
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler, { force: true }),
    close,
  };
}
