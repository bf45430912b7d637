import { basename, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { jsonFiles, readJson, sharedVectors } from '../verify/shared-vectors.ts';

const FOLDER = 'evidence/ap2/code/sdk/schemas/ap2';
const BASE = 'https://ap2-protocol.org/schemas';

/** Says what their schema finds wrong; nothing if all is right. Null if the schemas are absent. */
export function openAp2Schemas(): ((name: string, value: unknown) => readonly string[]) | null {
  const folder = sharedVectors(FOLDER);
  if (folder === null) return null;
  // Their words of SD-JWT ("x-selectively-disclosable-array") are none of JSON Schema.
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { uri: true } });
  // A reference names the file; the id of one of them is another.
  for (const file of jsonFiles(join(folder, 'types'))) {
    const { $id: _, ...schema } = readJson<Record<string, unknown>>(file);
    ajv.addSchema({ ...schema, $id: `${BASE}/types/${basename(file)}` });
  }
  return (name, value) => {
    const validate = ajv.compile(readJson<object>(join(folder, `${name}.json`)));
    ajv.removeSchema(`${BASE}/${name}.json`);
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}
