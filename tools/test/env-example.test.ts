import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseEnv } from 'node:util';
import { describeConfig, readConfig } from '@common/kit/config';
import { SCREENER_CONFIG } from '@screener/service/config';
import { envExample } from '../docs/env-example.ts';
import { PLATFORM_CONFIGS } from '../docs/platform-config-page.ts';

const SCHEMAS = [SCREENER_CONFIG, ...Object.values(PLATFORM_CONFIGS)];
/** The example with every line switched on, as its reader would do it by hand. */
const values = parseEnv(envExample().replaceAll(/^#(?=[A-Z_0-9]+=)/gm, ''));

describe('.env.example', () => {
  test('names every setting of every service, and sets none', () => {
    const names = new Set(SCHEMAS.flatMap((schema) => describeConfig(schema).map(({ name }) => name)));
    assert.deepEqual(new Set(Object.keys(values)), names);
    assert.deepEqual(Object.keys(parseEnv(envExample())), []);
  });

  test('switched on unchanged, changes nothing: each service reads its defaults', () => {
    for (const schema of SCHEMAS) assert.deepEqual(readConfig(schema, values), readConfig(schema, {}));
  });

  test('gives no secret a value, except the address of a database', () => {
    const secrets = SCHEMAS.flatMap((schema) => describeConfig(schema).filter(({ secret }) => secret));
    assert.ok(secrets.length > 10);
    for (const { name } of secrets) assert.match(values[name] ?? 'missing', /^(?:|sqlite:[\w/.]+)$/);
  });
});
