import { type Database, write } from '@common/kit/sql/database';
import { prepare, type Slot, slots } from '@common/kit/sql/prepared';
import { type ColumnType, type Insertable, type Kysely, sql } from 'kysely';

export interface TokenSchema {
  used_token: { jti: string; expires_at: ColumnType<number | string | bigint, number, number> };
}

/** Broker tokens that were used. */
export interface TokenStore {
  /** Returns false if the token was used before. The token is stored until `expiresAt`, in seconds. */
  claimToken(jti: string, expiresAt: number): Promise<boolean>;
  /** Forgets tokens that had expired by then, in seconds: they are accepted no longer. */
  sweepTokens(nowS: number): void;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
}

/** Records used broker tokens: of a read by itself, of an order in its own transaction (`earlierOutcome`). */
export function tokenOperations<Schema extends TokenSchema>(database: Database<Schema>): TokenStore {
  const answers = database as unknown as Database<TokenSchema>;
  let sweptAt = 0;
  return {
    claimToken: (jti, expiresAt) => write(answers, (db) => claimToken(db, { jti, exp: expiresAt })),
    sweepTokens(nowS) {
      if (nowS < sweptAt + SWEEP_EVERY_S) return;
      sweptAt = nowS;
      // A failure leaves them for the next time.
      write(answers, (db) => db.deleteFrom('used_token').where('expires_at', '<', nowS).execute()).catch(
        () => undefined,
      );
    },
    async ping() {
      await sql`select 1`.execute(answers.db);
    },
  };
}

const SWEEP_EVERY_S = 10;

/** Uses a token up, in the transaction of what it is for; false if it was used before. */
export async function claimToken(
  db: Kysely<TokenSchema>,
  { jti, exp }: { readonly jti: string; readonly exp: number },
): Promise<boolean> {
  return (await CLAIM_TOKEN.run(db, { jti, expires_at: exp })) === 1;
}

const CLAIM_TOKEN = prepare((db: Kysely<TokenSchema>, value: Slot<Insertable<TokenSchema['used_token']>>) =>
  db
    .insertInto('used_token')
    .values(slots(value, ['jti', 'expires_at']))
    .onConflict((conflict) => conflict.column('jti').doNothing()),
);
