import { fail, ok, type Result } from '@common/base/result';
import type { Connector } from '@platform/core/objects/plugin';
import { isUnclosed } from '@platform/core/objects/sent-value';

/** A connector with its base URL read from the environment. */
export interface OpenConnector {
  readonly connector: Connector;
  readonly origin: string;
  /** The base URL's path, without a trailing slash. */
  readonly basePath: string;
}

/** Refuses a connector whose operations are ambiguous, or whose address is not set. */
export function openConnector(
  connector: Connector,
  addresses: Readonly<Record<string, string | undefined>>,
): Result<OpenConnector, 'connector_invalid'> {
  const refuse = (why: string) =>
    fail('connector_invalid', `The connector of plugin ${connector.plugin} ${why}.`);
  const facades = connector.operations.map(({ facade }) => facade);
  const twice = facades.find((facade, index) => facades.indexOf(facade) !== index);
  if (twice !== undefined) return refuse(`has two operations for ${twice}`);
  const broken = connector.operations.find(({ path }) => isUnclosed(path));
  if (broken !== undefined) return refuse(`has a path that cannot be filled in: ${broken.path}`);
  const base = addresses[connector.base_url_env];
  if (base === undefined || !/^https?:\/\//.test(base) || !URL.canParse(base))
    return refuse(`needs an http(s) address in ${connector.base_url_env}`);
  const { origin, pathname, search, hash, username, password } = new URL(base);
  if (search !== '' || hash !== '' || username !== '' || password !== '')
    return refuse(`needs an address without user, query and fragment in ${connector.base_url_env}`);
  return ok({ connector, origin, basePath: pathname.replace(/\/+$/, '') });
}
