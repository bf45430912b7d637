import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * SOURCES.txt of a published package: the SHA-256 of each of our files that it was made from, and of the lock file, which
 * names every library and tool by its digest. In a checkout of the same state, `sha256sum -c` on it finds no difference,
 * and packing again gives the same bytes. `inputs`: those of esbuild, by their paths
 * below `root`; libraries and what is defined on its command line are left out.
 */
export function sourcesOf(root: string, inputs: readonly string[]): string {
  const own = inputs.filter((path) => !path.includes('node_modules/') && !path.startsWith('<'));
  return [...new Set([...own, 'package-lock.json'])]
    .sort()
    .map(
      (path) =>
        `${createHash('sha256')
          .update(readFileSync(join(root, path)))
          .digest('hex')}  ${path}\n`,
    )
    .join('');
}
