import { formatInstant } from '@common/base/instant';
import { NOTICE_KINDS, type NoticeKind } from '@platform/core/objects/notice';
import { Name, TenantId } from '@platform/core/objects/primitives';
import { newAddress, type TypedAddress } from '@platform/keys/new-address';
import { openSinkBook, placeOf, type SinkAddress, wayOf } from '@platform/keys/notice-addresses';
import { noticeRules } from '@platform/keys/notice-settings';
import { Value } from 'typebox/value';
import { isOfGrant } from '../notices/notice-text.ts';
import { enterTest } from '../notices/tell-sinks.ts';
import type { StoredNotice } from '../store/notices.store.ts';
import { type Books, type CliProcess, readSettings, withBooks } from './open-books.ts';

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

function line({ id, entered_at, type, recipient, about, state, attempts, problem }: StoredNotice): string {
  const facts = [id, formatInstant(entered_at), type, recipient, about, `${state} after ${attempts}`];
  return [...facts, ...(problem === null ? [] : [problem])].join('  ');
}

/** `sanad authority notices resend`: running authorities pick the notice up. */
export async function resendNotice(process: CliProcess, id: string): Promise<void> {
  await withBooks(process, async (books) => {
    const refusal = await whyNotAgain(books, id);
    if (refusal === null && (await books.notices.sendAgain(id, Date.now()))) {
      process.stdout.write(`${id} is sent again\n`);
      return;
    }
    refuse(process, refusal ?? `${id} is being sent already`);
  });
}

async function whyNotAgain({ store, notices }: Books, id: string): Promise<string | null> {
  const known = await notices.notice(id);
  if (known === null || known.state !== 'given_up')
    return `there is no notice ${id} that was given up: see sanad authority notices list`;
  if (known.until <= Date.now()) return `${known.recipient} is no longer told: its time is over`;
  const asks = isOfGrant(known) && known.type.startsWith('approval.');
  const grant = asks ? await store.grant(known.about) : null;
  if (!asks || grant?.status === 'pending') return null;
  return `${known.recipient} is no longer asked: the grant ${known.about} is ${grant?.status ?? 'gone'}`;
}

/** What was typed of a new sink. */
export interface TypedSink extends TypedAddress {
  readonly tenant?: string;
  /** With commas; all kinds if it is not given. */
  readonly kinds?: string;
}

/** `sanad authority notices add`: running authorities read it with the next event. */
export async function addSink(
  process: CliProcess,
  name: string,
  { tenant, kinds: list, ...typed }: TypedSink,
  randomBytes: (size: number) => Uint8Array,
): Promise<void> {
  const settings = readSettings(process);
  if (settings === null) return;
  const { config, secrets } = settings;
  if (!Value.Check(Name, name)) return refuse(process, 'a name has letters, digits and _ . @ - only');
  if (tenant !== undefined && !Value.Check(TenantId, tenant))
    return refuse(process, `${tenant} is no tenant such as tn_acmecorp`);
  const kinds = kindsOf(list);
  if (kinds === null)
    return refuse(process, `kinds are ${NOTICE_KINDS.join(', ')}, with commas between them`);
  const now = () => formatInstant(Date.now());
  const made = newAddress(typed, { webhookRules: noticeRules(config), randomBytes, now });
  if (!made.ok) return refuse(process, made.error.message);
  if ('mail' in made.value && secrets.SMTP_URL === undefined)
    return refuse(process, 'set SMTP_URL first, for the authority too: without it nothing is sent by mail');
  const sink: SinkAddress = { ...made.value, name, kinds, ...(tenant === undefined ? {} : { tenant }) };
  await openSinkBook(config.SERVICE_KEYS_DIR).write(sink);
  process.stderr.write(`${name} is told at ${placeOf(sink)} from now on, of: ${kinds.join(', ')}\n`);
  if (!('secret' in sink) || sink.slack === true) return;
  process.stderr.write('The receiver checks each message with this secret, which is not shown again:\n');
  process.stdout.write(`${sink.secret}\n`);
}

function kindsOf(list: string | undefined): NoticeKind[] | null {
  if (list === undefined) return [...NOTICE_KINDS];
  const asked = list.split(',').map((kind) => kind.trim());
  const kinds = NOTICE_KINDS.filter((kind) => asked.includes(kind));
  return kinds.length > 0 && asked.every((kind) => NOTICE_KINDS.some((known) => known === kind))
    ? kinds
    : null;
}

/** `sanad authority notices sinks`. */
export async function listSinks(process: CliProcess): Promise<void> {
  const config = readSettings(process)?.config;
  if (config === undefined) return;
  const sinks = await openSinkBook(config.SERVICE_KEYS_DIR).all();
  if (sinks.length === 0) process.stdout.write('none: see sanad authority notices add\n');
  for (const sink of sinks) {
    const facts = [sink.name, wayOf(sink), placeOf(sink), sink.tenant ?? 'all tenants', sink.kinds.join(',')];
    process.stdout.write(`${[...facts, ...(sink.details === true ? ['details'] : [])].join('  ')}\n`);
  }
}

/** `sanad authority notices forget`. */
export async function forgetSink(process: CliProcess, name: string): Promise<void> {
  const config = readSettings(process)?.config;
  if (config === undefined) return;
  if (await openSinkBook(config.SERVICE_KEYS_DIR).remove(name))
    process.stdout.write(`${name} no longer gets notices\n`);
  else refuse(process, noSink(name));
}

/** `sanad authority notices test`: a running authority sends it. */
export async function testSink(
  process: CliProcess,
  name: string,
  randomBytes: (size: number) => Uint8Array,
): Promise<void> {
  await withBooks(process, async ({ config, store, notices }) => {
    const sinks = openSinkBook(config.SERVICE_KEYS_DIR);
    const entered = await enterTest({ store, notices, sinks, clock: Date.now, randomBytes }, name);
    if (entered === null) return refuse(process, noSink(name));
    if (entered === false) return refuse(process, `${name} was sent a test less than a minute ago`);
    process.stdout.write(`${entered.id} is sent: see sanad authority notices list --all\n`);
  });
}

const noSink = (name: string) => `there is no sink ${name}: see sanad authority notices sinks`;

function refuse(process: CliProcess, message: string): void {
  process.stderr.write(`authority: ${message}\n`);
  process.exitCode = REFUSED;
}
