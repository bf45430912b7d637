import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { parseStrict } from '@platform/proof/canonical';
import { Connector } from '@platform/protocol/plugin';
import { Value } from 'typebox/value';
import type { OpenConnector } from '../use-cases/ports.ts';

type Connectors = ReadonlyMap<string, OpenConnector>;

/** Reads `<folder>/<plugin>/connector.json` of each plugin. One that cannot be used is refused, by name. */
export async function readConnectors(
  folder: string,
  addresses: Readonly<Record<string, string | undefined>>,
): Promise<Result<Connectors, 'connector_invalid'>> {
  const connectors = new Map<string, OpenConnector>();
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const name of entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)) {
    const file = join(folder, name, 'connector.json');
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) return fail('connector_invalid', `${file} cannot be read.`);
    const open = openConnector(file, text, name, addresses);
    if (!open.ok) return open;
    connectors.set(name, open.value);
  }
  if (connectors.size > 0) return ok(connectors);
  return fail('connector_invalid', `${folder} contains no plugin; set PLUGINS_DIR.`);
}

function openConnector(
  file: string,
  text: string,
  name: string,
  addresses: Readonly<Record<string, string | undefined>>,
): Result<OpenConnector, 'connector_invalid'> {
  const refuse = (why: string) => fail('connector_invalid', `${file} ${why}.`);
  const read = parseStrict(text);
  if (!read.ok) return refuse(`is not valid JSON: ${read.error.message}`);
  const connector = read.value;
  if (!Value.Check(Connector, connector)) {
    const [first] = Value.Errors(Connector, connector);
    return refuse(`is not a connector: ${first?.instancePath} ${first?.message}`);
  }
  if (connector.plugin !== name)
    return refuse(`belongs to plugin ${connector.plugin}, but is in the folder ${name}`);
  const facades = connector.operations.map(({ facade }) => facade);
  const twice = facades.find((facade, index) => facades.indexOf(facade) !== index);
  if (twice !== undefined) return refuse(`has two operations for ${twice}`);
  const broken = connector.operations.find(({ path }) =>
    /[{}]/.test(path.replace(/\{[a-z][a-z0-9_]*\}/g, '')),
  );
  if (broken !== undefined) return refuse(`has a path that cannot be filled in: ${broken.path}`);
  const base = addresses[connector.base_url_env];
  if (base === undefined || !/^https?:\/\//.test(base) || !URL.canParse(base))
    return refuse(`needs an http(s) address in ${connector.base_url_env}`);
  const { origin, pathname, search, hash, username, password } = new URL(base);
  if (search !== '' || hash !== '' || username !== '' || password !== '')
    return refuse(`needs an address without user, query and fragment in ${connector.base_url_env}`);
  return ok({ connector, origin, basePath: pathname.replace(/\/+$/, '') });
}
