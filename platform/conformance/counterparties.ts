import { join } from 'node:path';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import { readPlugins } from '@platform/keys/plugin-folders';

/** A counterparty that the mock process plays. */
export interface MockCounterparty {
  /** The name with which it announces itself: `<name> ready at <address>`. */
  readonly name: string;
  /** The prefix of its settings: `BANK` for `BANK_URL`, `BANK_PORT` and `BANK_DATABASE_URL`. */
  readonly prefix: string;
}

export const PLUGINS = join(REPOSITORY, 'platform/plugins');

/** Lists the counterparties that the connectors of the repository's plugins name, in their order. */
export async function mockCounterparties(): Promise<readonly MockCounterparty[]> {
  const found = new Map<string, MockCounterparty>();
  for (const { connector } of unwrap(readPlugins(PLUGINS, nodeCrypto)).values()) {
    const prefix = connector.base_url_env.replace(/_URL$/, '');
    found.set(prefix, { name: connector.kid, prefix });
  }
  return [...found.values()];
}

/** Matches once all of them have announced themselves, in any order, with a group for each address. */
export function allReady(counterparties: readonly MockCounterparty[]): RegExp {
  const each = counterparties.map(({ name }) => `(?=[\\s\\S]*^${name} ready at (\\S+))`);
  return new RegExp(`^${each.join('')}`, 'm');
}
