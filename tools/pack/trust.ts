import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The texts of the known venues, which a packed verifier has inside. */
export function trustBundle(root: string): readonly string[] {
  const folder = join(root, 'platform/verifier/trust');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}
