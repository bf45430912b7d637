import { type Database, write } from '@common/kit/sql/database';
import type { AgentTokenRecord, SignedAgentToken } from '@platform/core/objects/agent-token';
import type { Kysely } from 'kysely';
import type { AgentTokenReads, AgentTokenWrites } from './agent-tokens.store.ts';
import type { AuthoritySchema } from './schema.ts';
import { isAfter } from './sql-reads.ts';

type Db = Kysely<AuthoritySchema>;

export function readAgentTokens(database: Database<AuthoritySchema>): AgentTokenReads {
  const { db } = database;
  return {
    agentToken: (tokenId) => readToken(db, tokenId),
    async agentTokens(tokenIds) {
      const rows = await db.selectFrom('agent_token').selectAll().where('token_id', 'in', tokenIds).execute();
      return rows.map(toToken);
    },
    async agentTokensOf({ mandateId, tokenId, goodAt, tenants, after, limit }) {
      let query = db.selectFrom('agent_token').selectAll();
      if (tenants !== null) query = query.where('tenant', 'in', tenants);
      if (tokenId !== null) query = query.where('token_id', '=', tokenId);
      if (goodAt !== null) query = query.where('end_json', 'is', null).where('expires_at', '>', goodAt);
      if (mandateId !== null) {
        const own = db
          .selectFrom('agent_token_mandate')
          .select('token_id')
          .where('contract_id', '=', mandateId);
        query = query.where('token_id', 'in', own);
      }
      if (after !== null) query = query.where(isAfter('registered_at', 'token_id', after));
      const rows = await query
        .orderBy('registered_at', 'desc')
        .orderBy('token_id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toToken);
    },
    async noteTokensUsed(tokenIds, at) {
      await write(database, (trx) =>
        trx.updateTable('agent_token').set({ last_used_at: at }).where('token_id', 'in', tokenIds).execute(),
      );
    },
  };
}

export function writeAgentTokens(trx: Db): AgentTokenWrites {
  return {
    agentToken: (tokenId) => readToken(trx, tokenId),
    async insertAgentToken({ token, token_hash, signature, registered_at }) {
      const { token_id, tenant, contracts, expires_at } = token;
      const signed: SignedAgentToken = { token, token_hash, signature };
      const row = { token_id, tenant, expires_at, registered_at, last_used_at: null, end_json: null };
      await trx
        .insertInto('agent_token')
        .values({ ...row, token_json: JSON.stringify(signed) })
        .execute();
      await trx
        .insertInto('agent_token_mandate')
        .values(contracts.map((contract_id) => ({ contract_id, token_id })))
        .execute();
    },
    async endAgentToken(tokenId, end) {
      await trx
        .updateTable('agent_token')
        .set({ end_json: JSON.stringify(end) })
        .where('token_id', '=', tokenId)
        .execute();
    },
  };
}

async function readToken(db: Db, tokenId: string): Promise<AgentTokenRecord | null> {
  const query = db.selectFrom('agent_token').selectAll().where('token_id', '=', tokenId);
  const row = await query.executeTakeFirst();
  return row === undefined ? null : toToken(row);
}

function toToken({
  token_json,
  registered_at,
  last_used_at,
  end_json,
}: AuthoritySchema['agent_token']): AgentTokenRecord {
  const signed: SignedAgentToken = JSON.parse(token_json);
  return { ...signed, registered_at, last_used_at, end: end_json === null ? null : JSON.parse(end_json) };
}
