import assert from 'node:assert/strict';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startReceiver, verified } from '@common/kit/testing/webhook-receiver';
import { openAddressBook } from '@platform/trust/approver-addresses';
import { makePlace } from './place.ts';

const URL_OF_APP = 'https://app.example/hooks/token-of-the-app';
const HOSTS = { NOTICE_HOSTS: 'app.example, other.example' };

test('an approver’s address is enrolled with a secret that is printed once and kept from others', async (t) => {
  const place = await makePlace(t, { env: HOSTS });
  const notify = () => place.sanad(['approver', 'notify', 'cfo', '--url', URL_OF_APP]);
  const first = await notify();
  assert.equal(first.code, 0, first.err);
  assert.match(first.out, /^whsec_[A-Za-z0-9+/]{43}=\n$/);
  assert.match(first.err, /cfo is told at https:\/\/app\.example\/hooks/);
  assert.ok(!first.err.includes(first.out.trim()));
  const file = join(place.folder, 'keys/notices/cfo.json');
  assert.equal((await stat(file)).mode & 0o077, 0);
  const stored = JSON.parse(await readFile(file, 'utf8'));
  assert.deepEqual([stored.person, stored.url, stored.secret], ['cfo', URL_OF_APP, first.out.trim()]);

  const list = await place.sanad(['approver', 'list']);
  assert.match(list.out, /^cfo +app\.example +2026-11-20T12:00:00\.000Z\n$/);
  const second = await notify();
  assert.notEqual(second.out, first.out, 'a new secret each time');
  assert.notEqual(JSON.parse(await readFile(file, 'utf8')).id, stored.id);

  assert.match((await place.sanad(['approver', 'forget', 'cfo'])).out, /cfo is told nothing any more/);
  assert.match((await place.sanad(['approver', 'list'])).out, /nobody is told/);
  const again = await place.sanad(['approver', 'forget', 'cfo']);
  assert.deepEqual([again.code, again.err], [2, 'sanad: cfo has no address: see sanad approver list.\n']);
});

test('nobody who cannot approve has an address, and none is outside the operator’s hosts', async (t) => {
  const place = await makePlace(t, { env: HOSTS });
  const refused = async (person: string, url: string, why: RegExp) => {
    const { code, out, err } = await place.sanad(['approver', 'notify', person, '--url', url]);
    assert.deepEqual([code, out], [2, ''], url);
    assert.match(err, why);
  };
  await refused('nobody', URL_OF_APP, /No approver here is called nobody/);
  await refused('local', URL_OF_APP, /No approver here is called local/);
  await refused('../cfo', URL_OF_APP, /No approver here is called \.\.\/cfo/);
  await refused('cfo', 'https://evil.example/', /evil\.example is not one of the hosts that NOTICE_HOSTS/);
  await refused('cfo', 'http://app.example/', /must begin with https/);
  await refused('cfo', 'https://a:b@app.example/', /Leave out name, password/);
  await refused('cfo', 'https://169.254.169.254/', /not on the public internet/);
  const unset = await makePlace(t);
  const { err } = await unset.sanad(['approver', 'notify', 'cfo', '--url', URL_OF_APP]);
  assert.match(err, /app\.example is not one of the hosts that NOTICE_HOSTS lists: add it/);
  const wrong = await makePlace(t, { empty: true, env: { NOTICE_HOSTS: 'https://app.example' } });
  assert.match((await wrong.sanad(['approver', 'list'])).err, /NOTICE_HOSTS must be hosts, with commas/);
});

test('a test message reaches the receiver; what it answers is told, and repeats nothing of it', async (t) => {
  const receiver = await startReceiver(t);
  const env = { NOTICE_HOSTS: '127.0.0.1', NOTICE_ALLOW_PRIVATE: 'on' };
  const place = await makePlace(t, { env });
  const { out } = await place.sanad(['approver', 'notify', 'cfo', '--url', receiver.url]);
  const sent = await place.sanad(['approver', 'test', 'cfo'], { clock: Date.now });
  assert.equal(sent.code, 0, sent.err);
  const [message] = receiver.received;
  assert.ok(message !== undefined);
  assert.equal(Object(verified(t, out.trim(), message, Date.now())).type, 'test');
  receiver.answer(500, { 'x-told': 'nobody' });
  const failed = await place.sanad(['approver', 'test', 'cfo'], { clock: Date.now });
  assert.deepEqual([failed.code, failed.err], [1, 'sanad: The receiver answered 500.\n']);
  assert.match((await place.sanad(['approver', 'test', 'guest'])).err, /guest has no address/);
});

test('an address that was changed, copied or opened to others is refused, without its secret', async (t) => {
  const place = await makePlace(t, { env: HOSTS });
  const { out } = await place.sanad(['approver', 'notify', 'cfo', '--url', URL_OF_APP]);
  const keys = join(place.folder, 'keys');
  const file = join(keys, 'notices/cfo.json');
  const book = openAddressBook(keys);
  const text = await readFile(file, 'utf8');
  const fails = async (why: RegExp) => {
    await assert.rejects(book.address('cfo'), (error: Error) => {
      assert.match(error.message, why);
      assert.ok(!error.message.includes(out.trim()));
      return true;
    });
  };
  for (const changed of ['', '{', text.replace('"cfo"', '"guest"'), text.replace('whsec_', 'whsk_')]) {
    await writeFile(file, changed);
    await fails(/is not an approver’s address; enrol it again: sanad approver notify cfo/);
  }
  await writeFile(file, text);
  assert.equal((await book.address('cfo'))?.url, URL_OF_APP);
  assert.equal(await book.address('../people/approver_cfo'), null);
  await chmod(file, 0o644);
  await fails(/is accessible to group or others/);
});
