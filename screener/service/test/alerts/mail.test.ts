import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { AUTHORITY } from '@common/kit/testing/certificates';
import { type AlertEvent, eventLines, eventTitle } from '../../src/alerts/alert-event.ts';
import { createMailSender } from '../../src/alerts/mail.adapter.ts';
import { startPostOffice } from './post-office.ts';

const FROM = 'alerts@sanad.example';
const MAIL = { to: 'anna@example.org', id: 'alr_1', subject: 'A change', text: 'It changed.\n' };
const TRUSTED = getCACertificates('default');
const NOT_TAKEN = 'The mail server did not take the mail.';

const messageOf = (sent: Awaited<ReturnType<ReturnType<typeof createMailSender>>>) =>
  sent.ok ? 'sent' : sent.error.message;

describe('the mail of alerts, at a real server', () => {
  afterEach(() => setDefaultCACertificates(TRUSTED));

  test('is encrypted and signed in by STARTTLS, and says that a program sent it', async (t) => {
    setDefaultCACertificates([...TRUSTED, AUTHORITY]);
    const { posts, at } = await startPostOffice(t, { authOptional: false });
    const url = at('user:right@').replace('127.0.0.1', 'localhost');
    assert.equal(messageOf(await createMailSender(url, FROM)(MAIL)), 'sent');
    assert.equal(posts.length, 1);
    const [post] = posts;
    assert.deepEqual(
      [post?.from, post?.to, post?.encrypted, post?.user, post?.body],
      [FROM, [MAIL.to], true, 'user', 'It changed.\r\n'],
    );
    assert.match(post?.head ?? '', /^Message-ID: <alr_1@sanad\.example>\r$/im);
    assert.match(post?.head ?? '', /^Auto-Submitted: auto-generated\r$/im);
    assert.equal(messageOf(await createMailSender(at('user:wrong@'), FROM)(MAIL)), NOT_TAKEN);
  });

  test('goes to no server whose certificate nobody vouches for', async (t) => {
    const { posts, signIns, at } = await startPostOffice(t);
    assert.equal(messageOf(await createMailSender(at('user:right@'), FROM)(MAIL)), NOT_TAKEN);
    assert.deepEqual([posts, signIns], [[], []]);
  });

  test('tells no password to a server elsewhere that does not encrypt', async (t) => {
    // Another address of this machine: to the sender, it is elsewhere.
    const { posts, signIns, at } = await startPostOffice(
      t,
      { hideSTARTTLS: true, allowInsecureAuth: true },
      '127.0.0.2',
    );
    assert.equal(messageOf(await createMailSender(at('user:right@'), FROM)(MAIL)), NOT_TAKEN);
    assert.deepEqual([posts, signIns], [[], []]);
    assert.equal(messageOf(await createMailSender(at(), FROM)(MAIL)), 'sent');
  });

  test('has the headers that we gave it, and one recipient, whatever names and addresses contain', async (t) => {
    const { posts, at } = await startPostOffice(t, { hideSTARTTLS: true });
    const send = createMailSender(at(), FROM);
    const attack = 'x\r\nBcc: eve@evil.example\r\n\r\nAnother body\r\n.\r\nMAIL FROM:<eve@evil.example>\r\n';
    const event = {
      type: 'verdict.changed',
      timestamp: '2026-02-26T15:00:00.000Z',
      data: {
        ...{ symbol: attack, name: `${attack} \u2028 \u0000 é`, rules: 'current', as_of: '2026-02-26' },
        ...{ before: 'compliant', after: 'questionable', checks: [], cause: 'filing', figure: null },
        ...{ filing: null, missing: attack, engine_version: '1', link: 'https://sanad.example/' },
      },
    } satisfies AlertEvent;
    const hostile = { subject: eventTitle(event), text: `${eventLines(event).join('\n')}\n.\nQUIT\n` };
    for (const to of [
      ...[MAIL.to, 'a,eve@evil.example', 'a;eve@evil.example', 'group:eve@evil.example', 'a b@example.org'],
      ...['a@example.org\r\nRCPT TO:<eve@evil.example>', 'a@example.org>\r\nDATA', '@evil.example', ''],
    ]) {
      const sent = messageOf(await send({ ...hostile, id: 'alr_2', to }));
      assert.ok(sent === 'sent' || sent === NOT_TAKEN, sent);
      const post = posts.pop();
      assert.equal(post === undefined, sent !== 'sent', to);
      if (post === undefined) continue;
      assert.equal(post.to.length, 1, `${to}: ${post.to}`);
      const [recipient = ''] = post.to;
      assert.ok(!/^(RCPT|eve@)/i.test(recipient) && !/[\r\n]/.test(recipient), recipient);
      const names = post.head
        .split('\r\n')
        .flatMap((line) => /^([\w-]+):/.exec(line)?.[1]?.toLowerCase() ?? []);
      assert.equal(new Set(names).size, names.length, post.head);
      assert.deepEqual(
        names.toSorted().filter((name) => !/^(content-|mime-)/.test(name)),
        ['auto-submitted', 'date', 'from', 'message-id', 'subject', 'to'],
      );
    }
    assert.equal(messageOf(await send(MAIL)), 'sent', 'the usual one still goes');
    assert.deepEqual(
      posts.map(({ to }) => to),
      [[MAIL.to]],
    );
  });
});
