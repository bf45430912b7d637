import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trustedProxiesOf } from '../../src/service/settings.ts';

test('proxies are addresses and networks; a wrong one is named', () => {
  assert.deepEqual(trustedProxiesOf('off'), { ok: true, value: false });
  for (const [setting, proxies] of [
    ['127.0.0.1', ['127.0.0.1']],
    ['10.0.0.0/8 , 2001:db8::/32', ['10.0.0.0/8', '2001:db8::/32']],
    ['::1/128', ['::1/128']],
  ] as const) {
    assert.deepEqual(trustedProxiesOf(setting), { ok: true, value: proxies });
  }
  for (const wrong of ['10.0.0.0/33', '2001:db8::/129', '10.0.0', '1:2', '.']) {
    const read = trustedProxiesOf(`127.0.0.1, ${wrong}`);
    assert.ok(!read.ok && read.error.message.startsWith(`TRUST_PROXY: ${wrong} is not an address`), wrong);
  }
});
