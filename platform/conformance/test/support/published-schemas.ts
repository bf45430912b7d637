import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHttpApp } from '@common/kit/http/app';
import { createLog } from '@common/kit/telemetry/log';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import { addSchemaRoutes } from '@platform/console/schemas/schemas.http';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { SignedProfile } from '@platform/core/objects/profile';
import { Ajv2020 } from 'ajv/dist/2020.js';

const NAMES = ['receipt-0.3', 'mandate', 'profile', 'action-grant', 'plugin-manifest'] as const;
type Name = (typeof NAMES)[number];
type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Of so many objects of a schema, every place is changed; of the others, only the first level. */
const CHANGED_THROUGHOUT = 2;

/**
 * Holds all that a deployment made, as `npm run demo -- --keep` leaves it, against the schemas that the console serves, by two
 * validators of others: Ajv and `@cfworker/json-schema`. Whatever is changed in an object, both say the same of it.
 */
export async function assertOfPublishedSchemas(folder: string): Promise<void> {
  const made = await madeObjects(folder);
  const served = await servedSchemas();
  for (const name of NAMES) {
    const { byAjv, byOther } = validators(served[name]);
    assert.ok(made.whole[name].length > 0, name);
    for (const [index, object] of made.whole[name].entries()) {
      assertBoth(name, { byAjv, byOther }, object, true);
      for (const [place, changed] of atFirstLevel(object)) {
        assertBoth(`${name} with a change of ${place}`, { byAjv, byOther }, changed, false);
      }
      if (index >= CHANGED_THROUGHOUT) continue;
      for (const [place, changed] of throughout(object)) {
        assert.equal(byOther(changed), byAjv(changed), `${name} with a change of ${place}`);
      }
    }
  }
  for (const name of ['mandate', 'profile', 'action-grant'] as const) {
    const { byAjv, byOther } = validators(Object(Object(served[name]).$defs).signed);
    for (const object of made.signed[name]) {
      assertBoth(`${name}, signed`, { byAjv, byOther }, object, true);
      assertBoth(`${name}, signed`, { byAjv, byOther }, { ...Object(object), x_unknown: 1 }, false);
    }
  }
}

interface Validators {
  readonly byAjv: (value: Json) => boolean;
  readonly byOther: (value: Json) => boolean;
}

function validators(schema: unknown): Validators {
  const ajv = new Ajv2020({ allowUnionTypes: true }).compile(schema as object);
  const other = new CfWorkerJsonSchemaValidator({ draft: '2020-12' }).getValidator(schema as object);
  return { byAjv: (value) => ajv(value), byOther: (value) => other(value).valid };
}

function assertBoth(what: string, { byAjv, byOther }: Validators, value: Json, isValid: boolean): void {
  assert.deepEqual([byAjv(value), byOther(value)], [isValid, isValid], `${what}: by Ajv, and by the other`);
}

async function servedSchemas(): Promise<Readonly<Record<Name, unknown>>> {
  const app = await createHttpApp({
    name: 'schemas',
    version: '0',
    description: 'For a test',
    tags: [],
    log: createLog({ level: 'fatal' }),
    randomBytes,
  });
  addSchemaRoutes(app);
  try {
    const entries = NAMES.map(
      async (name) => [name, (await app.inject(`/docs/schema/${name}.json`)).json()] as const,
    );
    return Object.fromEntries(await Promise.all(entries)) as Record<Name, unknown>;
  } finally {
    await app.close();
  }
}

async function madeObjects(folder: string) {
  const read = async (name: string) => JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'));
  const mandates: readonly MandateRecord[] = await read('mandates');
  const grants: readonly GrantRecord[] = await read('grants');
  const profiles: readonly SignedProfile[] = await read('profiles');
  const plain = (value: unknown): Json[] => JSON.parse(JSON.stringify(value));
  return {
    whole: {
      'receipt-0.3': plain(await read('receipts')),
      mandate: plain(mandates.map(({ contract }) => contract)),
      profile: plain(profiles.map(({ profile }) => profile)),
      'action-grant': plain(grants.map(({ grant }) => grant)),
      'plugin-manifest': plain(await read('manifests')),
    } satisfies Record<Name, Json[]>,
    signed: {
      mandate: plain(
        mandates.map(({ contract, contract_hash, signature }) => ({ contract, contract_hash, signature })),
      ),
      profile: plain(profiles),
      'action-grant': plain(
        grants.map(({ grant, grant_hash, signature }) => ({ grant, grant_hash, signature })),
      ),
    },
  };
}

/** The object with a member too many, and with each of its members of a wrong type: no schema allows any of these. */
function atFirstLevel(object: Json): readonly (readonly [place: string, changed: Json])[] {
  const members = object as { [name: string]: Json };
  const wrong = Object.keys(members).map((name) => [name, { ...members, [name]: -0.5 }] as const);
  return [['x_unknown', { ...members, x_unknown: 1 }], ...wrong];
}

/** The object with one change, for each place in it: another type, a member too many, a member too few. */
function throughout(object: Json): readonly (readonly [place: string, changed: Json])[] {
  const found: [string, Json][] = [];
  const walk = (value: Json, path: readonly (string | number)[]): void => {
    if (path.length > 0) found.push([path.join('.'), changedAt(object, path, () => wrongType(value))]);
    if (typeof value !== 'object' || value === null) return;
    const place = path.join('.');
    if (Array.isArray(value)) found.push([`${place}[]`, changedAt(object, path, () => [...value, -0.5])]);
    else {
      found.push([`${place}.x_unknown`, changedAt(object, path, () => ({ ...value, x_unknown: 1 }))]);
      for (const name of Object.keys(value)) {
        const { [name]: _, ...others } = value;
        found.push([`${place} without ${name}`, changedAt(object, path, () => others)]);
      }
    }
    for (const [name, member] of Object.entries(value)) walk(member, [...path, name]);
  };
  walk(object, []);
  return found;
}

function wrongType(value: Json): Json {
  if (typeof value === 'string') return 7;
  if (typeof value === 'number') return String(value);
  return typeof value === 'object' ? true : {};
}

function changedAt(object: Json, path: readonly (string | number)[], change: () => Json): Json {
  const [name, ...rest] = path;
  if (name === undefined) return change();
  const copy = (Array.isArray(object) ? [...object] : { ...Object(object) }) as { [name: string]: Json };
  copy[name] = changedAt(copy[name] as Json, rest, change);
  return copy;
}
