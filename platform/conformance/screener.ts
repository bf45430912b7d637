import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import { type Service, spawnService } from '@common/kit/testing/service';
import { SERVICES } from '../../tools/start/services.ts';

/** A screening service of its own, over HTTP: to the platform it is one issuer of statements among others. */
export interface Screener {
  readonly url: string;
  readonly stop: Service['stop'];
}

/** It has the shipped snapshot alone and reaches nobody. What it makes is in the folder. */
export async function startScreener(folder: string): Promise<Screener> {
  const { entry = '' } = SERVICES.find(({ name }) => name === 'screener') ?? {};
  const service = await spawnService({
    entry: join(REPOSITORY, entry),
    cwd: folder,
    env: {
      SCREENER_PORT: '0',
      DATABASE_URL: `sqlite:${join(folder, 'screener.sqlite')}`,
      SECRETS_DIR: join(folder, 'screener-secrets'),
      ...Object.fromEntries(
        ['snapshot', 'lists', 'names'].map((name) => [
          `${name.toUpperCase()}_DIR`,
          join(REPOSITORY, 'screener/data', name),
        ]),
      ),
      LIVE_MODE: 'off',
      MARKET_PROVIDER: 'none',
      LOG_LEVEL: 'warn',
    },
    ready: /screener ready at (\S+)/,
    timeoutMs: 180_000,
  });
  return { url: service.readyMatch?.[1] ?? '', stop: service.stop };
}

/** The arguments for Node of the command that computes what its statements claim, which shares no code with it. */
export const RECOMPUTE: readonly string[] = [join(REPOSITORY, 'bin/sanad.cjs'), 'recompute'];

/** A sealed screening: the text as it was sent, and the statement in it. */
export async function sealedScreening(
  { url }: Pick<Screener, 'url'>,
  ticker: string,
  asOf?: string,
): Promise<{ readonly text: string; readonly signed: unknown }> {
  const query = asOf === undefined ? '' : `?as_of=${asOf}`;
  const text = await (await fetch(`${url}/v1/attest/${ticker}${query}`)).text();
  return { text, signed: JSON.parse(text).data.sealed };
}
