import assert from 'node:assert/strict';
import { test } from 'node:test';
import { size } from '@common/kit/testing/size';
import { Check } from 'typebox/value';
import { Receipt } from '../../src/objects/receipt.ts';
import { readReceipt } from '../../src/verify/checks/schema.ts';
import { MUTATIONS, membersOf } from './hostile/mutations.ts';
import { seeded } from './hostile/random.ts';
import { HONEST } from './hostile/world.ts';

/** In `npm test`, one in so many members. */
const EVERY = size({ quick: 7, full: 1 });
/** More than are read before the schema is compiled. */
const MANY = 20;

test('the first receipts and all later ones are held against the same schema', () => {
  const [honest] = HONEST;
  assert.ok(honest);
  for (let read = 0; read < MANY; read += 1) assert.ok(readReceipt(nodeCrypto, honest).ok, `receipt ${read}`);
  const random = seeded(27);
  const paths = membersOf(honest).filter((_, index) => index % EVERY === 0);
  for (const [name, mutate] of Object.entries(MUTATIONS)) {
    for (const path of paths) {
      const value: unknown = JSON.parse(mutate(honest, path, random));
      const reading = readReceipt(nodeCrypto, value);
      const why = reading.ok ? '' : reading.error.message;
      if (why.startsWith('not a JSON value')) continue;
      // Other faults are those that a schema cannot express.
      const isOfSchema = !/^not a receipt 0\.3|names no deployment/.test(why);
      assert.equal(isOfSchema, Check(Receipt, value), `${name} ${path.join('.')}`);
    }
  }
});
