import type { Connector } from '@platform/core/objects/plugin';

/** Base addresses by the variable that connectors name: the environment's, or else the connector's own for local use. */
export function baseAddresses(
  connectors: readonly Connector[],
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const addresses = connectors.map(({ base_url_env: name, base_url_default: address }) => [
    name,
    env[name] ?? address,
  ]);
  return Object.fromEntries(addresses.filter(([, address]) => address !== undefined));
}
