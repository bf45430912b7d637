import { join } from 'node:path';
import { path, text } from '@common/kit/config';
import { REPOSITORY } from '@common/kit/repository';

/** The settings that choose plugins, the same for every service and command. */
export const PLUGIN_SETTINGS = {
  PLUGINS_DIR: path({
    description:
      'Your own plugins, one folder each, besides those that come with the platform. A folder of the same name takes the place of theirs.',
    default: 'platform/plugins',
  }),
  PLUGINS: text({
    description: 'The names of the plugins to load, with commas between them. Default: all.',
    optional: true,
    pattern: '^[a-z][a-z0-9]*(,[a-z][a-z0-9]*)*$',
    expected: 'names with commas between them',
  }),
} as const;

/** Where plugins are, and which of them are loaded. */
export interface PluginPlaces {
  /** Later folders take precedence. */
  readonly folders: readonly string[];
  /** Null for all. */
  readonly only: readonly string[] | null;
}

const SHIPPED = join(REPOSITORY, 'platform/plugins');

/**
 * The plugins that the settings choose. INVARIANT: which files a plugin has is decided by the signed profile's hash
 * alone; a folder that differs from it is refused, wherever it lies.
 */
export function pluginPlaces({
  PLUGINS_DIR,
  PLUGINS,
}: {
  readonly PLUGINS_DIR: string;
  readonly PLUGINS?: string | undefined;
}): PluginPlaces {
  return {
    folders: PLUGINS_DIR === SHIPPED ? [SHIPPED] : [SHIPPED, PLUGINS_DIR],
    only: PLUGINS?.split(',') ?? null,
  };
}
