import { randomBytes } from 'node:crypto';
import { ok } from '@common/base/result';
import type { Access } from '@screener/service/accounts/access';
import { normaliseEmail } from '@screener/service/accounts/mailbox';
import { openAccess } from '@screener/service/accounts/open-access';
import { issuePartnerKey, signUp } from '@screener/service/accounts/sign-up';
import { SANAD } from '@screener/words/commands';
import type { Command } from 'commander';
import { type CliContext, EXIT, type ExitCode, print, refuse, withScreener } from '../context.ts';

/** `sanad api-keys issue|list|end`, for the operator of a service. */
export function addApiKeysCommand(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  const keys = program.command('api-keys').description('manage API keys');
  keys
    .command('issue')
    .description('issue a key and print it; it is shown only once')
    .argument('<email>', 'owner of the key')
    .option(
      '--partner',
      'issue a partner key (default: a free key); the keys that the address has are not affected',
    )
    .action((email: string, options: { readonly partner?: true }) =>
      settle(withAccess(context, (access) => issue(context, access, email, options.partner === true))),
    );
  keys
    .command('list')
    .description('list the keys of an address, newest first; the keys themselves are never stored')
    .argument('<email>')
    .action((email: string) => settle(withAccess(context, (access) => list(context, access, email))));
  keys
    .command('end')
    .description('end a key: it is refused from then on')
    .argument('<label>', 'as shown by `list`: snd_live_Ab3dEf9h...')
    .action((label: string) => settle(withAccess(context, (access) => end(context, access, label))));
}

async function issue(
  context: CliContext,
  access: Access,
  email: string,
  isPartner: boolean,
): Promise<ExitCode> {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email.trim())) {
    return refuse(context, { message: `${email} is not an e-mail address.` });
  }
  const { clock } = context;
  const deps = { store: access.accessStore, keySecret: access.keySecret, randomBytes, clock };
  const issued = isPartner
    ? ok(await issuePartnerKey(deps, email))
    : await signUp(deps, { email, useCase: 'operator', attribution: null });
  if (!issued.ok) return refuse(context, issued.error);
  print(context, `${issued.value.key}\n`);
  return EXIT.answered;
}

async function list(context: CliContext, { accessStore }: Access, email: string): Promise<ExitCode> {
  const keys = await accessStore.keysOf(normaliseEmail(email));
  if (keys.length === 0) return refuse(context, { message: `${email} has no key.` });
  for (const { label, tier, createdAt, endedAt, endsAt } of keys) {
    const end = endOf(endedAt, endsAt, context.clock());
    print(context, `${label}  ${tier.padEnd(7)}  issued ${day(createdAt)}  ${end}\n`);
  }
  return EXIT.answered;
}

async function end(context: CliContext, { accessStore }: Access, label: string): Promise<ExitCode> {
  if (!(await accessStore.endKey(label, context.clock()))) {
    return refuse(context, {
      message: `${label} is not a current key. To list them: ${SANAD} api-keys list <email>`,
    });
  }
  print(context, `${label} ended\n`);
  return EXIT.answered;
}

function withAccess(context: CliContext, work: (access: Access) => Promise<ExitCode>): Promise<ExitCode> {
  return withScreener(context, async (_deps, { settings, database }) => {
    const access = await openAccess(settings, database, context.clock);
    return access.ok ? work(access.value) : refuse(context, access.error, EXIT.failed);
  });
}

function endOf(endedAt: number | null, endsAt: number | null, now: number): string {
  if (endedAt !== null) return `ended ${day(endedAt)}`;
  if (endsAt === null) return 'current';
  return `${endsAt <= now ? 'ended' : 'ends'} ${day(endsAt)}`;
}

function day(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
