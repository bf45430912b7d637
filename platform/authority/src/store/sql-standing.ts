import { formatInstant } from '@common/base/instant';
import { toInteger } from '@common/kit/sql/portable';
import type { Engine } from '@common/kit/sql/url';
import { TRANSITIONS } from '@platform/core/decide/grant-states';
import { knownOfSubjects } from '@platform/keys/known-actions';
import { standingIn } from '@platform/keys/standing';
import { type Kysely, sql } from 'kysely';
import type { AuthoritySchema } from './schema.ts';
import type { AuthorityStore } from './store.ts';

/** What a person is told of a request’s mandate and payee. */
export function readStandings(
  db: Kysely<AuthoritySchema>,
  engine: Engine,
): Pick<AuthorityStore, 'counters' | 'doneLike'> {
  const standing = standingIn(db, engine);
  return {
    counters: (mandateId, asked) => standing.read(mandateId, asked),
    async doneLike(facade, action) {
      const found = await knownOfSubjects(db, facade, action);
      const done = await redeemed(
        db,
        found.flatMap(({ grantIds }) => grantIds),
      );
      return found.map(({ fields, grantIds, isCut }) => {
        const times = grantIds.flatMap((id) => done.get(id) ?? []);
        const at = (ms: number) => (times.length === 0 ? null : formatInstant(ms));
        return {
          fields: [...fields],
          times: times.length,
          is_cut: isCut,
          first_at: at(Math.min(...times)),
          last_at: at(Math.max(...times)),
        };
      });
    },
  };
}

/** When those of these grants were proposed whose action was done, as far as is known; milliseconds since the epoch. */
async function redeemed(
  db: Kysely<AuthoritySchema>,
  grantIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (grantIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('action_grant')
    .innerJoin('known_action', 'known_action.grant_id', 'action_grant.grant_id')
    .select(['action_grant.grant_id', 'known_action.proposed_at'])
    .where('action_grant.grant_id', 'in', [...new Set(grantIds)])
    .where('status', '=', TRANSITIONS.redeem.to)
    .where('in_doubt_json', 'is', null)
    .where(sql<boolean>`action_grant.grant_id not in (select grant_id from open_redemption)`)
    .execute();
  return new Map(rows.map((row) => [row.grant_id, toInteger(row.proposed_at)]));
}
