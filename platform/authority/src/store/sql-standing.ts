import { formatInstant } from '@common/base/instant';
import { toInteger } from '@common/kit/sql/portable';
import type { Engine } from '@common/kit/sql/url';
import { TRANSITIONS } from '@platform/core/decide/grant-states';
import { likenessSubjects, subjectFields } from '@platform/core/decide/possible-duplicate';
import type { FacadeSpec } from '@platform/core/objects/plugin';
import { knownOfSubjects, MOST_KEYS_OF_SUBJECT, subjectRanges } from '@platform/keys/known-actions';
import { standingIn } from '@platform/keys/standing';
import { type Kysely, sql } from 'kysely';
import type { AuthoritySchema } from './schema.ts';
import type { AuthorityStore } from './store.ts';

/** What a person is told of a request’s mandate and payee. */
export function readStandings(
  db: Kysely<AuthoritySchema>,
  engine: Engine,
): Pick<AuthorityStore, 'counters' | 'doneLike' | 'lastDoneLike'> {
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
    async lastDoneLike(asked) {
      const ranges = asked.flatMap(({ facade, action }) =>
        subjectRanges(facade, action).map((range) => ({ ...range, facade, tenant: action.tenant })),
      );
      // Many wait for the same payee.
      const distinct = [...new Map(ranges.map((range) => [nameOf(range), range])).values()];
      const found = await newestIn(db, engine, distinct);
      const last = new Map(
        distinct.map((range, index) => [nameOf(range), lastOf(range, found[index] ?? [])]),
      );
      return asked.map(({ facade, action }) =>
        subjectFields(facade).map((fields, index) => {
          const { subject } = subjectRanges(facade, action)[index] ?? { subject: '' };
          const at = last.get(nameOf({ tenant: action.tenant, subject })) ?? null;
          return { fields: [...fields], last_at: at === null ? null : formatInstant(at) };
        }),
      );
    },
  };
}

interface AskedRange {
  readonly subject: string;
  readonly lowest: string;
  readonly highest: string;
  readonly facade: FacadeSpec;
  readonly tenant: string;
}

type Newest = readonly (readonly [proposedAt: number, params: string])[];

/**
 * Actions with the keys of one subject that are compared with it. Another subject shares its keys once in millions; a
 * person is then told of a first time that is none.
 */
const MOST_COMPARED = 32;

function nameOf({ tenant, subject }: Pick<AskedRange, 'tenant' | 'subject'>): string {
  return JSON.stringify([tenant, subject]);
}

function lastOf({ facade, subject }: AskedRange, newest: Newest): number | null {
  const same = newest.find(([, params]) => likenessSubjects(facade, JSON.parse(params)).includes(subject));
  return same?.[0] ?? null;
}

/** What the engines call the rows of an array in JSON, and rows as one. */
const JSON_OF = {
  sqlite: {
    rows: (json: string) => sql`json_each(${json}) as asked`,
    array: sql`json_group_array(json_array(proposed_at, params))`,
  },
  postgres: {
    rows: (json: string) => sql`json_array_elements(${json}::json) as asked(value)`,
    array: sql`coalesce(json_agg(json_build_array(proposed_at, params)), '[]')::text`,
  },
} as const;

/** The newest actions that were done, of each range, with one statement. */
async function newestIn(
  db: Kysely<AuthoritySchema>,
  engine: Engine,
  ranges: readonly AskedRange[],
): Promise<readonly Newest[]> {
  if (ranges.length === 0) return [];
  const { rows: rowsOf, array } = JSON_OF[engine];
  const json = JSON.stringify(
    ranges.map(({ lowest, highest, tenant, facade }, place) => [place, lowest, highest, tenant, facade.name]),
  );
  const keys = sql`select grant_id from known_key
    where key >= cast(asked.value ->> 1 as bigint) and key <= cast(asked.value ->> 2 as bigint)
    limit ${sql.lit(MOST_KEYS_OF_SUBJECT)}`;
  const newest = sql`select known_action.proposed_at, known_action.params
    from known_action inner join action_grant on action_grant.grant_id = known_action.grant_id
    where known_action.grant_id in (${keys})
      and known_action.tenant = asked.value ->> 3 and known_action.facade = asked.value ->> 4 and ${IS_DONE}
    order by known_action.proposed_at desc limit ${sql.lit(MOST_COMPARED)}`;
  const { rows } = await sql<{ place: number; found: string }>`
    select cast(asked.value ->> 0 as integer) as place, (select ${array} from (${newest}) as newest) as found
    from ${rowsOf(json)}`.execute(db);
  const found = new Map(rows.map((row) => [row.place, JSON.parse(row.found)]));
  return ranges.map((_range, place) => found.get(place) ?? []);
}

/** Done as far as is known. */
const IS_DONE = sql<boolean>`(status = ${sql.lit(TRANSITIONS.redeem.to)} and in_doubt_json is null
  and action_grant.grant_id not in (select grant_id from open_redemption))`;

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
    .where(IS_DONE)
    .execute();
  return new Map(rows.map((row) => [row.grant_id, toInteger(row.proposed_at)]));
}
