import { ok, type Result } from '@common/base/result';
import type { Machine, OpenService } from '@common/kit/service';
import { createHttpAuthority } from './adapters/http-authority.ts';
import { readVenueTexts } from './adapters/venue-files.ts';
import { createApp } from './app.ts';
import type { PagesSettings } from './config.ts';

/** Opens the pages. They hold no key and keep nothing, so there is nothing to close but the app. */
export async function openConsole(
  { config, secrets }: PagesSettings,
  { log, randomBytes }: Machine,
): Promise<Result<OpenService<'console'>>> {
  const app = await createApp({
    password: secrets.CONSOLE_PASSWORD ?? null,
    authority: createHttpAuthority(config.AUTHORITY_URL),
    venues: readVenueTexts(config.VENUES_DIR),
    ...{ log, randomBytes },
  });
  return ok({ apps: { console: app }, close: async () => {} });
}
