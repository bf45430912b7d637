import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asObject } from '@common/kit/testing/described';
import { testOf } from '../rows/rows.ts';
import { snapshotTickers } from './service.ts';
import { describedOnce, service } from './shared.ts';

describe(testOf('GET /health'), () => {
  test('is a JSON object, as described', async () => {
    const answer = await service.get('/health');
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    const health = asObject(answer.json(), 'health');
    const description = await describedOnce();
    description.holds('/health', 200, health, 'health');
    assert.equal(health.status, 'ok');
    assert.equal(health.snapshot_as_of, snapshotTickers().asOf);
    const members = asObject(description.schemaOf('/health', 200).properties, 'the members');
    assert.deepEqual(Object.keys(health).sort(), Object.keys(members).sort());
  });
});
