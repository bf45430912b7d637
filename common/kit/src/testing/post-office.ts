import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { LOCALHOST } from './certificates.ts';

interface Post {
  readonly from: string;
  readonly to: readonly string[];
  readonly encrypted: boolean;
  readonly user: string | undefined;
  readonly head: string;
  readonly body: string;
}

/** A real mail server; `signIns` are the passwords that it was told. */
export async function startPostOffice(t: TestContext, options: SMTPServerOptions = {}, host = '127.0.0.1') {
  const posts: Post[] = [];
  const signIns: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    ...LOCALHOST,
    ...options,
    onAuth({ username, password }, _session, done) {
      signIns.push(password ?? '');
      if (password === 'right') done(null, { user: username ?? '' });
      else done(new Error('wrong password'));
    },
    onData(stream, session, done) {
      const keep = async () => {
        const [head = '', ...rest] = (await text(stream)).split('\r\n\r\n');
        const { mailFrom, rcptTo } = session.envelope;
        posts.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          encrypted: session.secure,
          user: session.user,
          head,
          body: rest.join('\r\n\r\n'),
        });
      };
      keep().then(() => done(), done);
    },
  });
  // A client that does not trust it breaks off.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, host, () => resolve()));
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { posts, signIns, at: (credentials = '') => `smtp://${credentials}${host}:${port}` };
}

/** Quoted-printable text as it reads. */
export function decodeMail(body: string): string {
  return body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
