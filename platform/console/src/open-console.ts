import { formatInstant } from '@common/base/instant';
import { ok, type Result } from '@common/base/result';
import type { Machine, OpenService } from '@common/kit/service';
import { nodeCrypto } from '@platform/proof/node';
import { pluginOfProfile, watchPlugins } from '@platform/trust/plugin-folders';
import { createServiceQuestion } from './adapters/ask-services.ts';
import { createHttpAuthority } from './adapters/http-authority.ts';
import { readVenueTexts } from './adapters/venue-files.ts';
import { createApp } from './app.ts';
import type { PagesSettings } from './config.ts';

/** Opens the pages. They hold no key and keep nothing, so there is nothing to close but the app. */
export async function openConsole(
  { config, secrets }: PagesSettings,
  { clock, log, randomBytes }: Machine,
): Promise<Result<OpenService<'console'>>> {
  const plugins = watchPlugins(config.PLUGINS_DIR, nodeCrypto);
  const app = await createApp({
    password: secrets.CONSOLE_PASSWORD ?? null,
    authority: createHttpAuthority(config.AUTHORITY_URL),
    venues: readVenueTexts(config.VENUES_DIR),
    manifestOf: (profile) => {
      const plugin = pluginOfProfile(plugins(), profile);
      return plugin.ok ? plugin.value.manifest : null;
    },
    askServices: createServiceQuestion({
      authority: config.AUTHORITY_URL,
      gateway: config.GATEWAY_URL,
      'enforcement point': config.PEP_URL,
    }),
    now: () => formatInstant(clock()),
    ...{ log, randomBytes },
  });
  return ok({ apps: { console: app }, close: async () => {} });
}
