import type { Mandate, SignedMandate } from '@platform/core/objects/mandate';
import type { Stage } from './stage.ts';

/** The mandate that the deployment started with. */
export async function firstMandate(stage: Stage, plugin: 'treasury' | 'records'): Promise<Mandate> {
  const signed = (await stage.readJson(`mandates/${plugin}.json`)) as SignedMandate;
  return signed.contract;
}

/** Signs and registers another mandate, like the first one except for the changes. Returns its id. */
export async function makeMandate(
  stage: Stage,
  name: string,
  changes: (mandate: Mandate) => Partial<Mandate>,
): Promise<string> {
  const first = await firstMandate(stage, 'treasury');
  const { contract_id: _id, ...draft } = { ...first, ...changes(first) };
  const file = await stage.writeJson(`${name}-draft.json`, draft);
  const signedFile = file.replace('-draft.json', '-signed.json');
  await stage.sanad('mandate', 'sign', file, '--yes', '--out', signedFile);
  await stage.sanad('mandate', 'register', signedFile);
  return ((await stage.readJson(`${name}-signed.json`)) as SignedMandate).contract.contract_id;
}
