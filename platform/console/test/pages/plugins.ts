import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';

const FOLDER = join(REPOSITORY, 'platform/plugins');

/** What most tests are about, so pages have it first. */
const FIRST = 'treasury';

/** The plugins that there are, by folder. */
export const PLUGINS: readonly string[] = [FIRST, ...readdirSync(FOLDER).filter((name) => name !== FIRST)];

/** One of a plugin’s files, such as `manifest`. */
export function pluginFile(plugin: string, name: 'manifest' | 'connector' | 'profile') {
  return JSON.parse(readFileSync(join(FOLDER, plugin, `${name}.json`), 'utf8'));
}
