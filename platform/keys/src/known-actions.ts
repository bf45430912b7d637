import { formatInstant, requiredMs } from '@common/base/instant';
import { prepare, type Slot, slots } from '@common/kit/sql/prepared';
import type { Engine } from '@common/kit/sql/url';
import type { Crypto } from '@platform/core/crypto/crypto';
import { hashOf } from '@platform/core/crypto/hash';
import {
  comparedParams,
  type EarlierAction,
  type FoundActions,
  type Likeness,
  likenessKeys,
  likenessTo,
} from '@platform/core/decide/possible-duplicate';
import type { Action } from '@platform/core/objects/grant';
import type { FacadeSpec } from '@platform/core/objects/plugin';
import { type Insertable, type Kysely, sql } from 'kysely';

/**
 * The actions that a new one is compared with, in the databases of authority and enforcement point: a row for
 * each key by which another may be found to be the same.
 */
export interface KnownActionsSchema {
  known_action: {
    tenant: string;
    key: string;
    /** Empty, like `grant_id`, in the row that says by which rules the keys of a facade were made. */
    proposed_at: string;
    grant_id: string;
    facade: string;
    /** JSON of the compared params. */
    params: string;
  };
}

type Db = Kysely<KnownActionsSchema>;
type Row = Insertable<KnownActionsSchema['known_action']>;

/**
 * The newest with one key, within its time. INVARIANT: what is not read is not taken for different: an action is held
 * where there are more.
 */
const MOST_FOUND = 500;
/** After every instant, as `''` is before. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';
/** How many actions are read at once when the keys are made anew. */
const BATCH = 500;
const COLUMNS = ['tenant', 'key', 'proposed_at', 'grant_id', 'facade', 'params'] as const;

interface Asked {
  readonly tenant: string;
}

/** A key, and when the actions were proposed among which it is looked up. */
interface AskedKey {
  readonly key: string;
  readonly since: string;
  readonly until: string;
}

const FIND = prepare((db: Db, value: Slot<Asked & AskedKey>) =>
  db
    .selectFrom('known_action')
    .select(['key', 'grant_id', 'proposed_at', 'params'])
    .where('tenant', '=', value('tenant'))
    .where('key', '=', value('key'))
    .where('proposed_at', '>=', value('since'))
    .where('proposed_at', '<=', value('until'))
    .orderBy('proposed_at', 'desc')
    .limit(MOST_FOUND + 1),
);

interface AskedAtOnce extends Asked {
  readonly keys: readonly string[];
  readonly since: readonly string[];
  readonly until: readonly string[];
}

const FIND_AT_ONCE = prepare((db: Db, value: Slot<AskedAtOnce>) =>
  db
    .selectFrom(
      sql<AskedKey>`unnest(${value('keys')}::text[], ${value('since')}::text[], ${value('until')}::text[])`.as<'asked'>(
        sql`asked(key, since, until)`,
      ),
    )
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('known_action')
          .select(['key', 'grant_id', 'proposed_at', 'params'])
          .where('tenant', '=', value('tenant'))
          .whereRef('known_action.key', '=', 'asked.key')
          .whereRef('known_action.proposed_at', '>=', 'asked.since')
          .whereRef('known_action.proposed_at', '<=', 'asked.until')
          .orderBy('proposed_at', 'desc')
          .limit(MOST_FOUND + 1)
          .as('found'),
      (join) => join.onTrue(),
    )
    .select(['found.key', 'found.grant_id', 'found.proposed_at', 'found.params']),
);

const INSERT = prepare((db: Db, value: Slot<Row>) =>
  db
    .insertInto('known_action')
    .values(slots(value, COLUMNS))
    .onConflict((conflict) => conflict.doNothing()),
);

const INSERT_AT_ONCE = prepare(
  (db: Db, value: Slot<Omit<Row, 'key'> & { readonly keys: readonly string[] }>) =>
    db
      .insertInto('known_action')
      .columns([...COLUMNS])
      .expression(
        sql`select ${value('tenant')}::text, "key", ${value('proposed_at')}::text, ${value('grant_id')}::text,
        ${value('facade')}::text, ${value('params')}::text from unnest(${value('keys')}::text[]) as asked("key")`,
      )
      .onConflict((conflict) => conflict.doNothing()),
);

const REMOVE = prepare((db: Db, value: Slot<{ readonly grantId: string }>) =>
  db.deleteFrom('known_action').where('grant_id', '=', value('grantId')),
);

export interface KnownActions {
  /**
   * Actions with one of these keys, newest first; null if the keys of the facade were not made by these rules. An
   * instant may decide which only by days, to either side: the clocks of two processes differ, and one clock can be
   * set back.
   */
  find(
    asked: Asked & { readonly keys: readonly AskedKey[]; readonly rules: string },
  ): Promise<FoundActions | null>;
  add(facade: FacadeSpec, action: Action): Promise<void>;
  remove(grantId: string): Promise<void>;
  /** Removes the facade's actions, and says by which rules those that are added from now on have their keys. */
  beginAnew(tenant: string, facade: string, rules: string): Promise<void>;
  /** Makes the next `find` of the tenant return null. */
  forget(tenant: string): Promise<void>;
}

/** `db` is a transaction on a database with that table. */
export function knownActionsIn<Schema extends KnownActionsSchema>(
  db: Kysely<Schema>,
  engine: Engine,
): KnownActions {
  const own = db as unknown as Db;
  const insert = async ({ keys, ...row }: Omit<Row, 'key'> & { readonly keys: readonly string[] }) => {
    if (engine === 'postgres') await INSERT_AT_ONCE.run(own, { ...row, keys });
    else for (const key of keys) await INSERT.run(own, { ...row, key });
  };
  return {
    async find({ keys, rules, ...asked }) {
      const all = [...keys, ever(rules)];
      const rows =
        engine === 'postgres'
          ? await FIND_AT_ONCE.all(own, {
              ...asked,
              keys: all.map(({ key }) => key),
              since: all.map(({ since }) => since),
              until: all.map(({ until }) => until),
            })
          : (await Promise.all(all.map((key) => FIND.all(own, { ...asked, ...key })))).flat();
      if (!rows.some(({ grant_id }) => grant_id === '')) return null;
      const perKey = Map.groupBy(rows, ({ key }) => key);
      const found = new Map(rows.filter(({ grant_id }) => grant_id !== '').map((row) => [row.grant_id, row]));
      const actions = [...found.values()]
        .toSorted((a, b) => (a.proposed_at < b.proposed_at ? 1 : -1))
        .map((row) => ({
          grantId: row.grant_id,
          proposedAt: row.proposed_at,
          params: JSON.parse(row.params),
        }));
      return { actions, isCut: [...perKey.values()].some(({ length }) => length > MOST_FOUND) };
    },
    async add(facade, { tenant, grant_id, proposed_at, params }) {
      const { own: keys } = likenessKeys(facade, params);
      if (keys.length === 0) return;
      const compared = JSON.stringify(comparedParams(facade, params));
      const at = formatInstant(requiredMs(proposed_at));
      await insert({ tenant, keys, proposed_at: at, grant_id, facade: facade.name, params: compared });
    },
    async remove(grantId) {
      await REMOVE.run(own, { grantId });
    },
    async beginAnew(tenant, facade, rules) {
      await own
        .deleteFrom('known_action')
        .where('tenant', '=', tenant)
        .where('facade', '=', facade)
        .execute();
      await insert({ tenant, keys: [rules], proposed_at: '', grant_id: '', facade, params: '{}' });
    },
    async forget(tenant) {
      await own.deleteFrom('known_action').where('grant_id', '=', '').where('tenant', '=', tenant).execute();
    },
  };
}

function ever(key: string): AskedKey {
  return { key, since: '', until: END_OF_TIME };
}

/** An action in the database, and its place in the order in which they are read. */
export interface LiveAction {
  readonly place: string;
  readonly action: Action;
}

interface Comparison {
  readonly crypto: Crypto;
  readonly facade: FacadeSpec;
  readonly action: Action;
  /** The tenant's actions that count, after that place. */
  readonly live: (after: string, limit: number) => Promise<readonly LiveAction[]>;
  /** Leaves out the actions that were compared with this one before; by default there are none. */
  readonly uncompared?: (actions: readonly EarlierAction[]) => Promise<readonly EarlierAction[]>;
}

/**
 * Compares an action with the known ones. After an upgrade, a change of the plugin or a restored grant, the
 * actions that count are made known first: those of earlier versions of the plugin too.
 */
export async function compareWithKnown(
  known: KnownActions,
  { crypto, facade, action, live, uncompared = async (all) => all }: Comparison,
): Promise<Likeness> {
  const { tenant, grant_id, params, proposed_at: proposedAt } = action;
  const { asked: askedEver, askedOfLate, withinMs } = likenessKeys(facade, params);
  const at = requiredMs(proposedAt);
  const [since, until] = [formatInstant(at - withinMs), formatInstant(at + withinMs)];
  const keys = [...askedEver.map(ever), ...askedOfLate.map((key) => ({ key, since, until }))];
  if (keys.length === 0) return { duplicateOf: null, possible: null };
  const rules = JSON.stringify(['rules', facade.name, rulesHash(crypto, facade)]);
  const asked = { tenant, keys, rules };
  let found = await known.find(asked);
  if (found === null) {
    await known.beginAnew(tenant, facade.name, rules);
    await makeKnown(known, facade, live);
    found = await known.find(asked);
  }
  const { actions, isCut } = found ?? { actions: [], isCut: false };
  const others = await uncompared(actions.filter(({ grantId }) => grantId !== grant_id));
  return likenessTo(facade, { params, proposedAt }, { actions: others, isCut });
}

async function makeKnown(known: KnownActions, facade: FacadeSpec, live: Comparison['live']): Promise<void> {
  let after = '';
  for (;;) {
    const batch = await live(after, BATCH);
    for (const { action } of batch) if (action.facade === facade.name) await known.add(facade, action);
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return;
    after = last.place;
  }
}

const HASHES = new WeakMap<FacadeSpec, string>();

/** Raise it when `likenessKeys` or `comparedParams` change. */
const RULES = 4;

/** Of what decides the keys. */
function rulesHash(crypto: Crypto, facade: FacadeSpec): string {
  const hash =
    HASHES.get(facade) ??
    hashOf(crypto, { rules: RULES, params: facade.params, idempotency: facade.idempotency });
  HASHES.set(facade, hash);
  return hash;
}
