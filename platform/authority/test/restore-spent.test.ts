import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CliProcess } from '@platform/authority/cli/open-books';
import { runRestore } from '@platform/authority/cli/restore';
import { restoreSpentGrants } from '@platform/authority/use-cases/restore-spent';
import type { SpentGrant } from '@platform/protocol/spent-grant';
import { enforcement } from './support/actions.ts';
import { deploymentTest } from './support/deployment-test.ts';

/** What the command says and ends with, where the only address answers like this. */
async function restoreFrom(status: number, body: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-restore-'));
  const server = createServer((_, reply) => void reply.writeHead(status).end(body));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const said: string[] = [];
  const stream = { write: (text: string) => said.push(text) };
  const env = {
    AUTHORITY_DATABASE_URL: `sqlite:${join(folder, 'authority.sqlite')}`,
    ...{ SERVICE_KEYS_DIR: join(folder, 'keys'), RECEIPTS_DIR: join(folder, 'out') },
  };
  const process = { env, stdout: stream, stderr: stream, exitCode: undefined } as unknown as CliProcess;
  try {
    await runRestore(process, [url]);
    return { url, said: said.join(''), code: process.exitCode };
  } finally {
    await new Promise((closed) => server.close(closed));
    await rm(folder, { recursive: true });
  }
}

for (const [what, status, body, why] of [
  ['fails', 503, '', /it answered 503/],
  ['says something else', 200, '{}', /its answer cannot be read/],
  ['is no JSON', 200, '<html>', /its answer cannot be read/],
] as const) {
  test(`an address that ${what} has not said that nothing was spent: the command refuses and names it`, async () => {
    const { url, said, code } = await restoreFrom(status, body);
    assert.equal(code, 2);
    assert.match(said, /^authority: spent_unknown: .*must not start yet/);
    assert.ok(said.includes(url), said);
    assert.match(said, why);
    assert.doesNotMatch(said, /Start the authority now/);
  });
}

test('an address that does not know the question is no enforcement point, and is not waited for', async () => {
  const { said } = await restoreFrom(404, '');
  assert.doesNotMatch(said, /spent_unknown/);
});

deploymentTest('an end that is not taken is told; one that was lost is recorded, and once', async (d) => {
  const given = await d.propose(await d.register());
  const { grant_id: id } = given.grant;
  assert.equal((await d.redeem(given)).status, 200);
  const { body } = enforcement(d, given, {}, false, {});
  const restore = (patch: object) => {
    const spent = { redemption: { grant_id: id }, enforcement: { ...body, ...patch } };
    return restoreSpentGrants(d.deps, [spent as unknown as SpentGrant]);
  };
  const { restored, refused, unrecorded } = await restore({ decision_hash: '0'.repeat(64) });
  assert.deepEqual([restored, refused], [[], []]);
  assert.deepEqual(
    unrecorded.map(({ grantId }) => grantId),
    [id],
  );
  assert.notEqual(unrecorded[0]?.why, '');
  assert.deepEqual(await restore({}), { restored: [id], refused: [], unrecorded: [] });
  assert.deepEqual(await restore({}), { restored: [], refused: [], unrecorded: [] });
});
