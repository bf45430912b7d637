import type { Mandate, SignedMandate } from '@platform/core/objects/mandate';
import type { Stage } from './stage.ts';

type Plugin = 'treasury' | 'records' | 'trading';

/** The mandate that the deployment started with. */
export async function firstMandate(stage: Stage, plugin: Plugin): Promise<Mandate> {
  const signed = (await stage.readJson(`mandates/${plugin}.json`)) as SignedMandate;
  return signed.contract;
}

/** Signs and registers another mandate, like the first one except for the changes. Returns its id. */
export async function makeMandate(
  stage: Stage,
  name: string,
  changes: (mandate: Mandate) => Partial<Mandate>,
  plugin: Plugin = 'treasury',
): Promise<string> {
  const first = await firstMandate(stage, plugin);
  const { contract_id: _id, ...draft } = { ...first, ...changes(first) };
  const file = await stage.writeJson(`${name}-draft.json`, draft);
  const signedFile = file.replace('-draft.json', '-signed.json');
  await stage.sanad('mandate', 'sign', file, '--yes', '--out', signedFile);
  await stage.sanad('mandate', 'register', signedFile);
  return ((await stage.readJson(`${name}-signed.json`)) as SignedMandate).contract.contract_id;
}
