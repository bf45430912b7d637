import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createJobWatch } from '@common/kit/jobs';
import { createMailSender } from '@common/kit/mail/send-mail';
import { createLog } from '@common/kit/telemetry/log';
import { decodeMail, startPostOffice } from '@common/kit/testing/post-office';
import { type Receiver, startReceiver, verified } from '@common/kit/testing/webhook-receiver';
import { createWebhookSender } from '@common/kit/webhooks/send';
import { startNotices } from '@platform/authority/notices/notices.job';
import { createNoticeSender } from '@platform/keys/send-notice';
import { transfer } from './support/actions.ts';
import { openDeployment } from './support/deployment.ts';
import { ALONE, add, draft, withDirectory } from './support/directories.ts';
import { SINK_SECRET, watchedSinks } from './support/sinks.ts';

const LINK = 'https://console.example';
/** What somebody who may name a payee could try on those who read of it. */
const HOSTILE =
  '<!channel> *Acme* ~\u202e\r\nBcc: thief@evil.example\r\n\r\n<https://evil.example|Approve> & more';

async function until<Found>(what: string, find: () => Promise<Found | null> | Found | null): Promise<Found> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const found = await find();
    if (found !== null) return found;
    await setTimeout(10);
  }
  throw new Error(`waited in vain until ${what}`);
}

type Posts = Awaited<ReturnType<typeof startPostOffice>>['posts'];

function checkMails(posts: Posts, held: string): void {
  const mails = posts.map((post) => ({ ...post, text: decodeMail(post.body) }));
  const mail = mails.find(({ text }) => text.includes('initrode')) ?? assert.fail();
  assert.deepEqual(mail.to, ['treasury@example.com']);
  assert.match(mail.head, /^Subject: Sanad: A payee was added$/m);
  assert.match(mail.head, /^Message-ID: <ntc_[0-9a-f]{24}@example\.com>$/m);
  assert.doesNotMatch(mail.head, /evil|Bcc|initrode/i);
  assert.deepEqual(mail.text.trimEnd().split('\r\n'), [
    'A payee was added.',
    'clerk_lina added initrode (<!channel> *Acme* ~\\u{202e}\\u{d}\\u{a}Bcc: thief@evil[.]example\\u{d}\\u{a}\\u{d}\\u{a}<https[:]//evil[.]example|Approve> & more).',
    `${LINK}/payees/tn_test/treasury.v1/beneficiaries`,
    '',
    'This message approves nothing and asks for no password. Only a signature with your own key decides.',
  ]);
  const asked = mails.find(({ to }) => to[0] === 'cfo@example.com') ?? assert.fail();
  assert.match(asked.head, /^Subject: Sanad: A request needs approval$/m);
  assert.match(asked.text, new RegExp(`${LINK}/approvals/${held}\r\n`));
  assert.doesNotMatch(asked.text, /1,?500|acme|INV-80/);
}

function checkChannel({ received }: Receiver): void {
  const texts = received.map(({ body }) => JSON.parse(body));
  const text = texts.find((body) => body.text.includes('initrode')) ?? assert.fail();
  assert.equal(text.mrkdwn, false);
  assert.doesNotMatch(text.text, /[<>]|&(?!amp;|lt;|gt;)/, 'no mention and no link');
  assert.match(text.text, /&lt;!channel&gt;/);
}

test('notices reach a mail server, a program and a channel; slow, endless and redirecting receivers hold up nobody', async (t) => {
  const d = await openDeployment();
  const office = await startPostOffice(t, { hideSTARTTLS: true });
  const names = ['program', 'room', 'slow-a', 'slow-b', 'slow-c', 'endless', 'moved', 'elsewhere'] as const;
  const receivers = new Map<string, Receiver>();
  for (const name of names) receivers.set(name, await startReceiver(t));
  const at = (name: (typeof names)[number]): Receiver => receivers.get(name) ?? assert.fail(name);
  for (const name of ['slow-a', 'slow-b', 'slow-c'] as const) at(name).fallSilent();
  at('endless').answerEndlessly(200);
  at('moved').answer(307, { location: at('elsewhere').url });
  const s = watchedSinks(d, LINK);
  withDirectory(d, ALONE);
  const mandate = await d.register({
    approval: {
      routes: [
        {
          approver_type: 'officer',
          approvers: ['cfo'],
          wait_s: 3_600,
          notify: ['app'],
          assurance: 'signature',
        },
      ],
    },
  });
  assert.equal((await add(d, draft(d, 'added', 'acme'))).status, 201);
  await s.tell();
  const common = { id: `addr_${'1'.repeat(24)}`, enrolled_at: d.now() };
  for (const name of names.slice(0, -1)) {
    await d.sinks.write({
      ...common,
      ...{ name, url: at(name).url, secret: SINK_SECRET },
      kinds: ['directory.changed'],
      ...(name === 'room' ? { slack: true, details: true } : {}),
    });
  }
  const treasury = { ...common, name: 'treasury', mail: 'treasury@example.com', details: true } as const;
  await d.sinks.write({ ...treasury, kinds: ['directory.changed'] });
  // Several to each slow receiver, so that they would take all workers if nothing kept some free.
  const entries = ['initrode', 'hooli', 'umbrella', 'vandelay', 'wonka', 'tyrell'];
  for (const name of entries.slice(1)) assert.equal((await add(d, draft(d, 'added', name))).status, 201);
  const hostile = { ...draft(d, 'added', 'initrode'), label: HOSTILE };
  assert.equal((await add(d, hostile)).status, 201);
  const held = await d.propose(mandate, transfer({ amount: '1500', memo: 'INV-80' }));
  assert.equal(held.status, 'pending');
  const cfo = { ...common, person: 'cfo', mail: 'cfo@example.com' };
  const stop = startNotices({
    deps: {
      ...s.deps,
      addresses: { address: async (person) => (person === 'cfo' ? cfo : null) },
      sendNotice: createNoticeSender({
        sendWebhook: createWebhookSender({ allowPrivate: true }, { timeoutMs: 60_000 }),
        sendMail: createMailSender(office.at(), 'sanad@example.com'),
      }),
    },
    pollMs: 20,
    jobs: createJobWatch(),
    log: createLog({ level: 'silent' }),
  });
  t.after(async () => {
    await stop();
    await d.close();
  });
  await until('all who answer were told', () =>
    office.posts.length === entries.length + 1 &&
    at('program').received.length === entries.length &&
    at('room').received.length === entries.length
      ? true
      : null,
  );

  checkMails(office.posts, held.grant.grant_id);
  const [first] = at('program').received;
  assert.ok(first !== undefined);
  const event = Object(verified(t, SINK_SECRET, first, d.deps.clock()));
  assert.equal(event.type, 'directory.changed');
  assert.deepEqual(Object.keys(event.data), [
    ...['tenant', 'profile', 'directory', 'sequence', 'change', 'link'],
  ]);
  checkChannel(at('room'));

  const ended = async (sink: string) =>
    (await d.notices.notices(null, 200, { sinks: true })).filter(
      ({ recipient }) => recipient === `sink:${sink}`,
    );
  await until('the endless body was left alone', async () =>
    (await ended('endless')).every(({ state }) => state === 'delivered') ? true : null,
  );
  const moved = await until('the redirect failed', async () => {
    const all = await ended('moved');
    return all.every(({ problem }) => problem !== null) ? all : null;
  });
  assert.match(moved[0]?.problem ?? '', /307, and redirects are not followed/);
  assert.equal(at('elsewhere').received.length, 0);
  for (const name of ['slow-a', 'slow-b', 'slow-c'] as const) {
    assert.equal(at(name).received.length, 2, 'two at once, which are still waited for');
    assert.ok((await ended(name)).every(({ problem }) => problem === null));
  }
});
