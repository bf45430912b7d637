import { type Database, transaction } from '@common/kit/sql/database';
import type { ScreenerSchema } from '../store/schema.ts';
import type { Executor } from '../store/sql-companies.ts';
import { openAccount } from './access.sql.ts';
import type { LinkStore } from './links.store.ts';
import { claimPurchases } from './payments.sql.ts';

export function createLinkStore(database: Database<ScreenerSchema>): LinkStore {
  return {
    async ask(tokenHash, { email, next, watch }, now, since) {
      await transaction(database, async (trx) => {
        await trx.deleteFrom('sign_in_link').where('asked_at', '<', since).execute();
        await trx
          .insertInto('sign_in_link')
          .values({ token_hash: tokenHash, email, next, watch, asked_at: now })
          .execute();
      });
    },
    async linkOf(tokenHash, since) {
      const row = await database.db
        .selectFrom('sign_in_link')
        .select(['email', 'next', 'watch'])
        .where('token_hash', '=', tokenHash)
        .where('asked_at', '>=', since)
        .executeTakeFirst();
      return row ?? null;
    },
    enter: (tokenHash, since, { own, fresh, now, othersEndAt }) =>
      transaction(database, async (trx) => {
        const link = await trx
          .deleteFrom('sign_in_link')
          .where('token_hash', '=', tokenHash)
          .where('asked_at', '>=', since)
          .returning(['email', 'next', 'watch'])
          .executeTakeFirst();
        if (link === undefined) return null;
        const { email, next, watch } = link;
        const proven = await provenOf(trx, email);
        if (proven !== null) return { account: proven, next, watch };
        const account = (await prove(trx, { own, email, now })) ?? fresh.key.account;
        if (account === fresh.key.account) {
          await openAccount(trx, fresh.record, fresh.key, { password: null, provenAt: now });
        }
        await claimPurchases(trx, { id: account, email }, othersEndAt);
        return { account, next, watch };
      }),
  };
}

async function provenOf(trx: Executor, email: string): Promise<string | null> {
  const row = await trx
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .where('proven_at', 'is not', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Notes that an account proved its address; null if it has another one, or there is no such account. */
async function prove(
  trx: Executor,
  { own, email, now }: { readonly own: string | null; readonly email: string; readonly now: number },
): Promise<string | null> {
  if (own === null) return null;
  const proved = await trx
    .updateTable('account')
    .set({ proven_at: now })
    .where('id', '=', own)
    .where('email', '=', email)
    .executeTakeFirst();
  return proved.numUpdatedRows > 0n ? own : null;
}
