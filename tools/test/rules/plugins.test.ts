import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluginsStayInTheirFolder } from '../../rules/plugins.ts';
import { found, lines } from '../found.ts';

const MANIFEST = {
  name: 'orders',
  profile: 'orders.v1',
  facades: [
    {
      name: 'shop.order',
      rules: [
        { name: 'value_max', kind: 'amount_cap' },
        { name: 'colours', kind: 'set' },
        { name: 'threshold', kind: 'threshold' },
      ],
      idempotency: { prefix: 'idem_shop_' },
    },
  ],
  tools: [{ name: 'order_goods' }],
};
const CONNECTOR = { base_url_env: 'SHOP_URL' };

test('no shipped source names a plugin, its facades, tools, rules or settings', () => {
  const text = lines(
    "if (plugin === 'orders') return;",
    "const profile = 'orders.v1';",
    "case 'shop.order':",
    'mandate.rules.value_max',
    "rules['colours']",
    "tool('order_goods')",
    'SHOP_URL: url(),',
    "'idem_shop_'",
    '// Orders in which colours come; a threshold; in orders of ten; my_shop.order; the_value_max_ed.',
  );
  const files = {
    'platform/plugins/orders/manifest.json': JSON.stringify(MANIFEST),
    'platform/plugins/orders/connector.json': JSON.stringify(CONNECTOR),
    'platform/core/src/decide/decide.ts': text,
    // Tests, mocks, the demo and the documents may be about one plugin.
    'platform/core/test/decide/decide.test.ts': text,
    'platform/counterparties/src/shop.ts': text,
    'platform/demo/main.ts': text,
    'docs/guides/order.md': text,
  };
  const lineOf = (line: number) => `platform/core/src/decide/decide.ts:${line}`;
  assert.deepEqual(found(pluginsStayInTheirFolder, files), [1, 2, 3, 4, 5, 6, 7, 8].map(lineOf));
  assert.deepEqual(found(pluginsStayInTheirFolder, { 'platform/core/src/decide/decide.ts': text }), []);
});
