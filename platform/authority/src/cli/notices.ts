import { formatInstant } from '@common/base/instant';
import type { StoredNotice } from '../store/notices.store.ts';
import { type CliProcess, withBooks } from './open-books.ts';

const REFUSED = 2;
const SHOWN = 200;

/** `sanad authority notices list`. */
export async function listNotices(process: CliProcess, all: boolean): Promise<void> {
  await withBooks(process, async ({ notices }) => {
    const found = await notices.notices(all ? null : 'given_up', SHOWN);
    if (found.length === 0) process.stdout.write(all ? 'none\n' : 'none that was given up\n');
    for (const notice of found) process.stdout.write(`${line(notice)}\n`);
  });
}

function line({ id, entered_at, type, person, grant_id, state, attempts, problem }: StoredNotice): string {
  const facts = [id, formatInstant(entered_at), type, person, grant_id, `${state} after ${attempts}`];
  return [...facts, ...(problem === null ? [] : [problem])].join('  ');
}

/** `sanad authority notices resend`: running authorities pick the notice up. */
export async function resendNotice(process: CliProcess, id: string): Promise<void> {
  await withBooks(process, async ({ store, notices }) => {
    const known = await notices.notice(id);
    const grant = known === null ? null : await store.grant(known.grant_id);
    const refusal =
      known === null || known.state !== 'given_up'
        ? `there is no notice ${id} that was given up: see sanad authority notices list`
        : grant?.status !== 'pending' || known.until <= Date.now()
          ? `${known.person} is no longer asked: the grant ${known.grant_id} is ${grant?.status ?? 'gone'}`
          : null;
    if (refusal === null && (await notices.sendAgain(id, Date.now()))) {
      process.stdout.write(`${id} is sent again\n`);
      return;
    }
    process.stderr.write(`authority: ${refusal ?? `${id} is being sent already`}\n`);
    process.exitCode = REFUSED;
  });
}
