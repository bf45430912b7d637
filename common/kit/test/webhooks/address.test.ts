import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import dns from 'node:dns';
import { createServer } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { isPublicAddress } from '@common/kit/public-address';
import { LOCALHOST } from '@common/kit/testing/certificates';
import { startReceiver } from '@common/kit/testing/webhook-receiver';
import { acceptWebhookUrl } from '@common/kit/webhooks/address';
import { createWebhookSender } from '@common/kit/webhooks/send';

const LOOKUP = dns.lookup;

/** All names stand for these addresses. Tells how often it was asked. */
function answerNames(t: TestContext, answers: readonly string[]): () => number {
  let asked = 0;
  const lookup = (_name: string, _options: object, done: (error: null, addresses: object[]) => void) => {
    asked += 1;
    done(
      null,
      answers.map((address) => ({ address, family: isIP(address) })),
    );
  };
  Object.assign(dns, { lookup });
  syncBuiltinESMExports();
  t.after(() => {
    Object.assign(dns, { lookup: LOOKUP });
    syncBuiltinESMExports();
  });
  return () => asked;
}

/** A name stands for another of these addresses each time that it is asked for, the last of them for ever. */
function answerInTurn(t: TestContext, addresses: readonly string[]): () => number {
  let asked = 0;
  type Done = (error: null, found: unknown, family?: number) => void;
  const lookup = (_name: string, options: { readonly all?: boolean }, done: Done) => {
    const address = addresses[Math.min(asked, addresses.length - 1)] ?? '';
    asked += 1;
    if (options.all === true) done(null, [{ address, family: isIP(address) }]);
    else done(null, address, isIP(address));
  };
  Object.assign(dns, { lookup });
  syncBuiltinESMExports();
  t.after(() => {
    Object.assign(dns, { lookup: LOOKUP });
    syncBuiltinESMExports();
  });
  return () => asked;
}

/** A receiver by https on this machine, which counts who connects. */
async function startSecureReceiver(t: TestContext) {
  let connections = 0;
  const server = createServer(LOCALHOST, (_request, reply) => reply.end());
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections };
}

const STRICT = { allowPrivate: false };
const MESSAGE = {
  secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
  id: 'alr_1',
  sentAt: 0,
  body: '{}',
};

describe('the address of a webhook', () => {
  test('belongs to the public internet, in whatever form it is written', () => {
    for (const address of [
      ...['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '192.167.0.1'],
      ...['2606:4700:4700::1111', '2a00::1', '::ffff:8.8.8.8'],
    ]) {
      assert.ok(isPublicAddress(address), address);
    }
    for (const address of [
      ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
      ...['198.18.0.1', '192.0.2.1', '224.0.0.1', '255.255.255.255', '192.0.0.192', '240.0.0.1'],
      ...['127.255.255.255', '172.31.255.255', '192.88.99.1', '198.51.100.1', '203.0.113.9', '3fff::1'],
      ...['::', '::1', 'fe80::1', 'fd00:ec2::254', 'ff02::1', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe'],
      ...['::127.0.0.1', '::7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1', 'fec0::1'],
      ...['', 'localhost', '1.2.3', '0x7f.1'],
    ]) {
      assert.ok(!isPublicAddress(address), address);
    }
  });

  test('is https, without a password, and never a machine of this network', () => {
    assert.deepEqual(acceptWebhookUrl(' https://hooks.example/a?b=c ', STRICT), {
      ok: true,
      value: 'https://hooks.example/a?b=c',
    });
    for (const typed of [
      ...['', 'hooks.example', 'http://hooks.example/', 'ftp://hooks.example/', 'javascript:alert(1)'],
      ...[
        'https://user:password@hooks.example/',
        'https://hooks.example/#x',
        `https://h.example/${'x'.repeat(500)}`,
      ],
      ...[
        'https://127.0.0.1/',
        'https://2130706433/',
        'https://0x7f.1/',
        'https://[::1]/',
        'https://[::ffff:7f00:1]/',
      ],
      // However a browser or a library would read them: octal, hexadecimal, short, in other digits and dots.
      ...['https://0177.0.0.1/', 'https://0x7f000001/', 'https://127.1/', 'https://0/', 'https://0.0.0.0/'],
      ...['https://017700000001/', 'https://127.0.0.1./', 'https://１２７.0.0.1/', 'https://127。0。0。1/'],
      ...['https://①②⑦.⓪.⓪.①/', 'https://169.254.169.254/latest/', 'https://[::ffff:169.254.169.254]/'],
      ...['https://[::]/', 'https://[fe80::1]/', 'https://[64:ff9b::10.0.0.1]/', 'https://[2002:a00:1::]/'],
      ...['https://hooks.example@127.0.0.1/', 'https://127.0.0.1\\@hooks.example/'],
      ...[
        'https://127.0.0.1#@hooks.example/',
        'https:127.0.0.1',
        'https:///127.0.0.1/',
        'file:///etc/passwd',
      ],
    ]) {
      const { ok } = acceptWebhookUrl(typed, STRICT);
      assert.equal(ok, false, typed);
    }
    assert.ok(acceptWebhookUrl('http://127.0.0.1:9000/', { allowPrivate: true }).ok);
  });

  test('is looked up once, and a name for this machine is not connected to', async (t) => {
    const receiver = await startReceiver(t);
    const { port } = new URL(receiver.url);
    const send = createWebhookSender(STRICT);
    const refused = await send({ ...MESSAGE, url: `https://localhost:${port}/` });
    assert.deepEqual(
      refused.ok ? null : refused.error.message,
      'The name does not stand for an address on the public internet.',
    );
    assert.equal(receiver.received.length, 0);
  });

  test('is looked up once with each attempt, and refused if any answer is of this network', async (t) => {
    const receiver = await startReceiver(t);
    const { port } = new URL(receiver.url);
    const send = createWebhookSender(STRICT);
    const url = `https://hooks.example:${port}/`;
    const own = ['127.0.0.1', '10.0.0.5', '169.254.169.254', '0.0.0.0', '::1', '::ffff:127.0.0.1', 'fd00::1'];
    for (const address of own) {
      // The first answers are public, as one would give who lets a name stand for another machine a moment later.
      for (const answers of [[address], ['8.8.8.8', address], ['2606:4700:4700::1111', '8.8.8.8', address]]) {
        const asked = answerNames(t, answers);
        const sent = await send({ ...MESSAGE, url });
        assert.equal(
          sent.ok ? null : sent.error.message,
          'The name does not stand for an address on the public internet.',
          answers.join(),
        );
        assert.equal(asked(), 1);
      }
    }
    assert.equal(receiver.received.length, 0);
  });

  test('that is public when it is looked at, and this machine a moment later, is not connected to', async (t) => {
    const receiver = await startSecureReceiver(t);
    // The first look gets a public address, and the second this machine's: DNS rebinding.
    const asked = answerInTurn(t, ['8.8.8.8', '127.0.0.1']);
    const first = await promisify(dns.lookup)('hooks.example', { all: true });
    assert.deepEqual(first, [{ address: '8.8.8.8', family: 4 }]);
    const send = createWebhookSender(STRICT);
    const sent = await send({ ...MESSAGE, url: `https://hooks.example:${receiver.port}/` });
    assert.equal(
      sent.ok ? null : sent.error.message,
      'The name does not stand for an address on the public internet.',
    );
    assert.deepEqual([asked(), receiver.connections()], [2, 0]);
    // The receiver is there: it is reached where the rules let it.
    const allowed = await createWebhookSender({ allowPrivate: true })({
      ...MESSAGE,
      url: `https://hooks.example:${receiver.port}/`,
    });
    assert.equal(allowed.ok ? null : allowed.error.message, 'The certificate of the receiver is not valid.');
    assert.equal(receiver.connections(), 1);
  });

  test('that is public when it is connected to is the address that was looked at, without a second look', async (t) => {
    const asked = answerInTurn(t, ['8.8.8.8', '127.0.0.1']);
    const tried: string[] = [];
    const onSocket = (message: unknown) => {
      const { socket } = message as { readonly socket: Socket };
      socket.prependListener('connectionAttempt', (address: string) => {
        tried.push(address);
        // No test needs a network.
        setImmediate(() => socket.destroy(new Error('far enough')));
      });
    };
    subscribe('net.client.socket', onSocket);
    t.after(() => unsubscribe('net.client.socket', onSocket));
    const send = createWebhookSender(STRICT);
    const sent = await send({ ...MESSAGE, url: 'https://hooks.example:9/' });
    assert.equal(sent.ok, false);
    assert.deepEqual([tried, asked()], [['8.8.8.8'], 1]);
  });

  test('is not followed elsewhere, and a receiver that says nothing costs little', async (t) => {
    const [receiver, other] = [await startReceiver(t), await startReceiver(t)];
    receiver.answer(307, { location: other.url });
    const send = createWebhookSender({ allowPrivate: true });
    const sent = await send({ ...MESSAGE, url: receiver.url });
    assert.match(sent.ok ? '' : sent.error.message, /answered 307, and redirects are not followed/);
    assert.deepEqual([receiver.received.length, other.received.length], [1, 0]);
    const nobody = await send({ ...MESSAGE, url: 'http://127.0.0.1:1/' });
    assert.match(nobody.ok ? '' : nobody.error.message, /The receiver was not reached \(ECONNREFUSED\)/);
  });
});
