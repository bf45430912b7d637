import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromMaterial, toMaterial } from '@platform/authority/store/rows';

test('a receipt requested by an earlier version is still understood', () => {
  const row = '{"grantId":"gr_1","decision":{"decision_hash":"00"},"ack":null}';
  const material = toMaterial(row);
  assert.deepEqual(material, { grantId: 'gr_1', enforcement: { decision_hash: '00' }, ack: null });
  assert.equal(fromMaterial(material), row);
});
