import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import type { Receipt } from '@platform/core/objects/receipt';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { rowOf } from '@platform/core/row/row-of';
import { type Authority, createAuthority } from '../../src/use-cases/authority.ts';

const FOLDER = join(REPOSITORY, 'platform/conformance/vectors/receipts');

/** One of the published receipts, or their keys: where it lies, and its text. */
const vectorPath = (name: string): string => join(FOLDER, `${name}.json`);
export const vectorText = (name: string): string => readFileSync(vectorPath(name), 'utf8');
/** As a person chooses it. */
export const vectorFile = (name: string) => ({
  name: `${name}.json`,
  buffer: readFileSync(vectorPath(name)),
});
export const vector = (name: string): Receipt => JSON.parse(vectorText(name));

const absent = (what: string) =>
  Promise.resolve(
    fail('authority_refused', `There is no ${what}.`, { status: 404, error: `${what}_not_found` }),
  );

/** Every call of the authority’s client, each refused by its name. */
function refusals(): Authority {
  const unsent = () => Promise.reject(new Error('nothing is sent'));
  const http = { send: unsent, sendRepeatable: unsent };
  const names = Object.keys(createAuthority({ http, baseUrl: 'http://authority.invalid', listBytes: 0 }));
  const refuse = (name: string) => () =>
    Promise.reject(new Error(`the test’s authority does not answer ${name}`));
  return Object.fromEntries(names.map((name) => [name, refuse(name)])) as unknown as Authority;
}

/** An authority that has these receipts, newest last, and whatever else a test gives it. */
export function fakeAuthority(receipts: readonly Receipt[], given: Partial<Authority> = {}): Authority {
  return {
    ...refusals(),
    mandates: async () => ok([]),
    grants: async () => ok({ items: [], isWhole: true }),
    waiting: async () => ok([]),
    standings: async () => ok([]),
    inDoubt: async () => ok([]),
    grantsOf: async () => ok([]),
    tokens: async () => ok([]),
    notices: async () => ok([]),
    sentNotices: async () => ok({ sinks: [], notices: [] }),
    mandate: () => absent('contract'),
    standing: () => absent('grant'),
    logHead: async () => ok(null),
    logHeads: async () => ok([]),
    anchor: async () => ok(null),
    checkpoints: async () => ok({ vkey: null, checkpoints: [] }),
    plugins: async () => ok([]),
    keys: async () => ok({}),
    keyEvents: async () => ok([]),
    openGrants: async () => ok([]),
    versions: async () => ok([]),
    directoryHeads: async () => ok([]),
    drafts: async () => ok([]),
    entryUses: async () => ok([]),
    profile: () => absent('profile'),
    receiptPage: async () => ok({ receipts: receipts.toReversed(), earlier: null, behind: 0 }),
    receiptRows: async () =>
      ok({
        rows: receipts.map((receipt) => rowOf(unwrap(openReceipt(nodeCrypto, receipt)))).toReversed(),
        earlier: null,
        behind: 0,
      }),
    openFound: async () => ok([]),
    movements: async () => {
      const said = 'No counterparty here lists movements.';
      return fail('authority_refused', said, { status: 404, error: 'movements_not_listed' });
    },
    receipt: async (id) => {
      const found = receipts.find(({ receipt_id }) => receipt_id === id);
      return found === undefined ? absent('receipt') : ok(found);
    },
    ...given,
  };
}
