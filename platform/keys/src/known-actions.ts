import { formatInstant, requiredMs } from '@common/base/instant';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { toInteger } from '@common/kit/sql/portable';
import { prepare, type Slot, slots } from '@common/kit/sql/prepared';
import type { Engine } from '@common/kit/sql/url';
import {
  comparedParams,
  type EarlierAction,
  type FoundActions,
  type Likeness,
  type LikenessKeys,
  likenessKeys,
  likenessSubjects,
  likenessTo,
  subjectFields,
} from '@platform/core/decide/possible-duplicate';
import type { Action, ActionParams } from '@platform/core/objects/grant';
import type { FacadeSpec } from '@platform/core/objects/plugin';
import { type Expression, type Insertable, type Kysely, sql } from 'kysely';

/**
 * The actions that a new one is compared with, in the databases of authority and enforcement point. An action is stored
 * once, and a narrow row for each key by which another may be found to be the same. Instants are milliseconds since the
 * epoch.
 */
export interface KnownActionsSchema {
  known_action: {
    grant_id: string;
    tenant: string;
    facade: string;
    proposed_at: number;
    /** JSON of the compared params. */
    params: string;
    /** JSON array of the action's keys, to remove them by. */
    keys: string;
  };
  /** `key` has 64 bits (`hashedKeys`). */
  known_key: { key: string; proposed_at: number; grant_id: string };
  /** By which rules the keys of a tenant's actions were made. */
  known_rules: { tenant: string; facade: string; rules: string };
}

type Db = Kysely<KnownActionsSchema>;
type Row = Insertable<KnownActionsSchema['known_action']>;
type Rules = KnownActionsSchema['known_rules'];

/**
 * The newest with one key, within its time. INVARIANT: what is not read is not taken for different: an action is held
 * where there are more.
 */
const MOST_FOUND = 500;
/** Rows of keys that are read of one subject; an action has a few. */
export const MOST_KEYS_OF_SUBJECT = 2_000;
const END_OF_TIME = requiredMs('9999-12-31T23:59:59.999Z');
/** How many actions are read at once when the keys are made anew. */
const BATCH = 500;
const COLUMNS = ['grant_id', 'tenant', 'facade', 'proposed_at', 'params', 'keys'] as const;

/** A key, and when the actions were proposed among which it is looked up. */
interface AskedKey {
  readonly key: string;
  readonly since: number;
  readonly until: number;
}

const RULES_OF = prepare((db: Db, value: Slot<Rules>) =>
  db
    .selectFrom('known_rules')
    .select('facade')
    .where('tenant', '=', value('tenant'))
    .where('facade', '=', value('facade'))
    .where('rules', '=', value('rules')),
);

const FIND = prepare((db: Db, value: Slot<Rules & AskedKey>) =>
  db
    .selectFrom('known_key')
    .innerJoin('known_action', 'known_action.grant_id', 'known_key.grant_id')
    .select(['known_key.grant_id', 'known_key.proposed_at', 'params'])
    .where('key', '=', value('key'))
    .where('tenant', '=', value('tenant'))
    .where('facade', '=', value('facade'))
    .where('known_key.proposed_at', '>=', value('since'))
    .where('known_key.proposed_at', '<=', value('until'))
    .orderBy('known_key.proposed_at', 'desc')
    .limit(MOST_FOUND + 1),
);

interface AskedAtOnce extends Rules {
  readonly keys: readonly string[];
  readonly since: readonly number[];
  readonly until: readonly number[];
}

/** No row if the keys were made by other rules, and at least one if not. */
const FIND_AT_ONCE = prepare((db: Db, value: Slot<AskedAtOnce>) =>
  db
    .selectFrom('known_rules')
    .leftJoinLateral(
      (rules) =>
        rules
          .selectFrom(
            sql<AskedKey>`unnest(${value('keys')}::bigint[], ${value('since')}::bigint[], ${value('until')}::bigint[])`.as<'asked'>(
              sql`asked(key, since, until)`,
            ),
          )
          .innerJoinLateral(
            (of) =>
              of
                .selectFrom('known_key')
                .innerJoin('known_action', 'known_action.grant_id', 'known_key.grant_id')
                .select([sql<string>`known_key.key::text`.as('key'), 'params'])
                .select(['known_key.grant_id', 'known_key.proposed_at'])
                .whereRef('known_key.key', '=', 'asked.key')
                .whereRef('known_key.proposed_at', '>=', 'asked.since')
                .whereRef('known_key.proposed_at', '<=', 'asked.until')
                .where('known_action.tenant', '=', value('tenant'))
                .where('known_action.facade', '=', value('facade'))
                .orderBy('known_key.proposed_at', 'desc')
                .limit(MOST_FOUND + 1)
                .as('one'),
            (join) => join.onTrue(),
          )
          .select(['one.key', 'one.grant_id', 'one.proposed_at', 'one.params'])
          .as('found'),
      (join) => join.onTrue(),
    )
    .select(['found.key', 'found.grant_id', 'found.proposed_at', 'found.params'])
    .where('known_rules.tenant', '=', value('tenant'))
    .where('known_rules.facade', '=', value('facade'))
    .where('rules', '=', value('rules')),
);

const OF_SUBJECT = prepare(
  (db: Db, value: Slot<Omit<Rules, 'rules'> & { readonly lowest: string; readonly highest: string }>) =>
    db
      .selectFrom('known_key')
      .innerJoin('known_action', 'known_action.grant_id', 'known_key.grant_id')
      .select(['known_key.grant_id', 'params'])
      .where('key', '>=', value('lowest'))
      .where('key', '<=', value('highest'))
      .where('tenant', '=', value('tenant'))
      .where('facade', '=', value('facade'))
      .limit(MOST_KEYS_OF_SUBJECT),
);

/** The keys in a JSON array, on the engine. */
const LISTED = {
  sqlite: (keys: Expression<string>) => sql<{ value: string }>`json_each(${keys})`,
  postgres: (keys: Expression<string>) => sql<{ value: string }>`json_array_elements_text(${keys}::json)`,
} as const;

const INSERT_ACTION = prepare((db: Db, value: Slot<Row>) =>
  db
    .insertInto('known_action')
    .values(slots(value, COLUMNS))
    .onConflict((conflict) => conflict.doNothing()),
);

const INSERT_KEYS = byEngine((engine) =>
  prepare((db: Db, value: Slot<Pick<Row, 'grant_id'>>) =>
    db
      .insertInto('known_key')
      .columns(['key', 'proposed_at', 'grant_id'])
      .expression(ofActions(db, engine, sql<boolean>`known_action.grant_id = ${value('grant_id')}`))
      .onConflict((conflict) => conflict.doNothing()),
  ),
);

const REMOVE_KEYS = byEngine((engine) =>
  prepare((db: Db, value: Slot<Pick<Row, 'grant_id'>>) =>
    deleteKeys(db, engine, sql<boolean>`known_action.grant_id = ${value('grant_id')}`),
  ),
);

const REMOVE_ACTION = prepare((db: Db, value: Slot<Pick<Row, 'grant_id'>>) =>
  db.deleteFrom('known_action').where('grant_id', '=', value('grant_id')),
);

const WRITE_RULES = prepare((db: Db, value: Slot<Rules>) =>
  db
    .insertInto('known_rules')
    .values(slots(value, ['tenant', 'facade', 'rules']))
    .onConflict((conflict) => conflict.columns(['tenant', 'facade']).doUpdateSet(slots(value, ['rules']))),
);

/** The rows of the keys of actions. */
function ofActions(db: Db, engine: Engine, where: Expression<boolean>) {
  return db
    .selectFrom('known_action')
    .innerJoin(
      ({ ref }) => LISTED[engine](ref('known_action.keys')).as<'listed'>(sql`listed`),
      (join) => join.onTrue(),
    )
    .select([sql<string>`cast(listed.value as bigint)`.as('key'), 'proposed_at', 'grant_id'])
    .where(where);
}

function deleteKeys(db: Db, engine: Engine, where: Expression<boolean>) {
  return db
    .deleteFrom('known_key')
    .where(sql<boolean>`(key, proposed_at, grant_id) in (${ofActions(db, engine, where)})`);
}

function byEngine<Value>(make: (engine: Engine) => Value): Readonly<Record<Engine, Value>> {
  return { sqlite: make('sqlite'), postgres: make('postgres') };
}

export interface KnownActions {
  /**
   * Actions with one of these keys, newest first; null if the keys of the facade were not made by these rules. An
   * instant may decide which only by days, to either side: the clocks of two processes differ, and one clock can be
   * set back.
   */
  find(asked: Rules & { readonly keys: readonly AskedKey[] }): Promise<FoundActions | null>;
  add(facade: FacadeSpec, action: Action): Promise<void>;
  remove(grantId: string): Promise<void>;
  /** Removes the facade's actions, and says by which rules those that are added from now on have their keys. */
  beginAnew(rules: Rules): Promise<void>;
  /** Makes the next `find` of the tenant return null. */
  forget(tenant: string): Promise<void>;
}

/** `db` is a transaction on a database with those tables. */
export function knownActionsIn<Schema extends KnownActionsSchema>(
  db: Kysely<Schema>,
  engine: Engine,
): KnownActions {
  const own = db as unknown as Db;
  return {
    async find({ keys, ...rules }) {
      const rows = engine === 'postgres' ? await atOnce(own, keys, rules) : await oneByOne(own, keys, rules);
      if (rows === null) return null;
      const perKey = Map.groupBy(rows, ({ key }) => key);
      const actions = [...new Map(rows.map((row) => [row.grant_id, row])).values()]
        .toSorted((a, b) => b.proposed_at - a.proposed_at)
        .map((row) => ({
          grantId: row.grant_id,
          proposedAt: formatInstant(row.proposed_at),
          params: JSON.parse(row.params),
        }));
      return { actions, isCut: [...perKey.values()].some(({ length }) => length > MOST_FOUND) };
    },
    async add(facade, { tenant, grant_id, proposed_at, params }) {
      const { subjects, own: keys } = keysOf(facade, params);
      if (keys.length === 0) return;
      await INSERT_ACTION.run(own, {
        grant_id,
        tenant,
        facade: facade.name,
        proposed_at: requiredMs(proposed_at),
        params: JSON.stringify(comparedParams(facade, params)),
        keys: `[${hashedKeys(tenant, subjects, keys).join()}]`,
      });
      await INSERT_KEYS[engine].run(own, { grant_id });
    },
    async remove(grantId) {
      await REMOVE_KEYS[engine].run(own, { grant_id: grantId });
      await REMOVE_ACTION.run(own, { grant_id: grantId });
    },
    async beginAnew(rules) {
      const { tenant, facade } = rules;
      const isOf = sql<boolean>`known_action.tenant = ${tenant} and known_action.facade = ${facade}`;
      await deleteKeys(own, engine, isOf).execute();
      await own.deleteFrom('known_action').where(isOf).execute();
      await WRITE_RULES.run(own, rules);
    },
    async forget(tenant) {
      await own.deleteFrom('known_rules').where('tenant', '=', tenant).execute();
    },
  };
}

interface FoundRow {
  readonly key: string;
  readonly grant_id: string;
  readonly proposed_at: number;
  readonly params: string;
}

async function oneByOne(db: Db, keys: readonly AskedKey[], rules: Rules): Promise<FoundRow[] | null> {
  if ((await RULES_OF.first(db, rules)) === undefined) return null;
  const rows: FoundRow[] = [];
  for (const asked of keys)
    for (const row of await FIND.all(db, { ...rules, ...asked })) rows.push({ ...row, key: asked.key });
  return rows;
}

async function atOnce(db: Db, keys: readonly AskedKey[], rules: Rules): Promise<FoundRow[] | null> {
  const rows = await FIND_AT_ONCE.all(db, {
    ...rules,
    keys: keys.map(({ key }) => key),
    since: keys.map(({ since }) => since),
    until: keys.map(({ until }) => until),
  });
  if (rows.length === 0) return null;
  return rows.flatMap(({ key, grant_id, proposed_at, params }) =>
    key === null || grant_id === null || params === null
      ? []
      : [{ key, grant_id, proposed_at: toInteger(proposed_at), params }],
  );
}

/** The live actions that have one subject in common with an action. */
interface KnownOfSubject {
  readonly fields: readonly string[];
  readonly grantIds: readonly string[];
  /** There are more than are read. */
  readonly isCut: boolean;
}

/** The known actions of each of an action’s subjects, without itself. */
export async function knownOfSubjects<Schema extends KnownActionsSchema>(
  db: Kysely<Schema>,
  facade: FacadeSpec,
  { tenant, grant_id: own, params }: Pick<Action, 'tenant' | 'grant_id' | 'params'>,
): Promise<readonly KnownOfSubject[]> {
  const subjects = likenessSubjects(facade, params);
  const found: KnownOfSubject[] = [];
  for (const [index, fields] of subjectFields(facade).entries()) {
    const subject = subjects[index] ?? '';
    const rows = await OF_SUBJECT.all(db as unknown as Db, {
      tenant,
      facade: facade.name,
      ...rangeOf(tenant, subject),
    });
    // Another subject may have the same beginning.
    const same = rows.filter(
      (row) => row.grant_id !== own && likenessSubjects(facade, JSON.parse(row.params))[index] === subject,
    );
    const grantIds = [...new Set(same.map(({ grant_id }) => grant_id))];
    found.push({ fields, grantIds, isCut: rows.length === MOST_KEYS_OF_SUBJECT });
  }
  return found;
}

/** The range of the keys of each of an action’s subjects. */
export function subjectRanges(facade: FacadeSpec, { tenant, params }: Pick<Action, 'tenant' | 'params'>) {
  return likenessSubjects(facade, params).map((subject) => ({ subject, ...rangeOf(tenant, subject) }));
}

/** The lowest and the highest key of a subject. */
function rangeOf(tenant: string, subject: string): { readonly lowest: string; readonly highest: string } {
  const start = startOf(tenant, subject);
  const [low, high] = ['0', 'f'].map((digit) => start + digit.repeat(HEX_DIGITS_OF_REST));
  return { lowest: signedKey(low ?? ''), highest: signedKey(high ?? '') };
}

const HEX_DIGITS_OF_SUBJECT = 6;
const HEX_DIGITS_OF_REST = 10;
/** The end of a key is a number of at most four digits, below it. */
const END = 2 ** 14;
const BITS_OF_STEM = 26;
const LAST_DIGITS = /^(.*?)([0-9]{1,4})([^0-9]*)$/su;

/**
 * Keys in 64 bits: 24 of the tenant and the subject, and 40 of the key. Keys that differ only in their last digits are
 * neighbours, so a payee's next invoice is written on the pages of its last. INVARIANT: two that collide only yield one
 * action more of the same tenant and facade, which is compared and found to be different; one of another tenant is never
 * read, whatever its key.
 */
function hashedKeys(tenant: string, subjects: readonly string[], keys: readonly string[]): readonly string[] {
  const starts = subjects.map((subject) => startOf(tenant, subject));
  const ends = keys.map((key) => {
    const [, before = key, digits = '', after = ''] = LAST_DIGITS.exec(key) ?? [];
    const stem = Number.parseInt(nodeCrypto.sha256(`${before}#${after}`).slice(0, 8), 16);
    const rest = (stem >>> (32 - BITS_OF_STEM)) * END + Number(digits);
    return rest.toString(16).padStart(HEX_DIGITS_OF_REST, '0');
  });
  return starts.flatMap((start) => ends.map((end) => signedKey(start + end)));
}

function startOf(tenant: string, subject: string): string {
  return nodeCrypto.sha256(JSON.stringify([tenant, subject])).slice(0, HEX_DIGITS_OF_SUBJECT);
}

/** As the column has it. */
function signedKey(hex: string): string {
  return BigInt.asIntN(64, BigInt(`0x${hex}`)).toString();
}

const KEYS = new WeakMap<ActionParams, { readonly facade: FacadeSpec; readonly keys: LikenessKeys }>();

/** An action is compared, and then added: its references are read once. */
function keysOf(facade: FacadeSpec, params: ActionParams): LikenessKeys {
  const made = KEYS.get(params);
  if (made?.facade === facade) return made.keys;
  const keys = likenessKeys(facade, params);
  KEYS.set(params, { facade, keys });
  return keys;
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
  const { subjects, asked: askedEver, askedOfLate, withinMs } = keysOf(facade, params);
  const at = requiredMs(proposedAt);
  const keys = [
    ...hashedKeys(tenant, subjects, askedEver).map((key) => ({ key, since: 0, until: END_OF_TIME })),
    ...hashedKeys(tenant, subjects, askedOfLate).map((key) => ({
      key,
      since: at - withinMs,
      until: at + withinMs,
    })),
  ];
  if (keys.length === 0) return { duplicateOf: null, possible: null };
  const rules = { tenant, facade: facade.name, rules: rulesHash(crypto, facade) };
  let found = await known.find({ ...rules, keys });
  if (found === null) {
    await known.beginAnew(rules);
    await makeKnown(known, facade, live);
    found = await known.find({ ...rules, keys });
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

/** Raise it when `likenessKeys`, `comparedParams` or `hashedKeys` change. */
const RULES = 5;

/** Of what decides the keys. */
function rulesHash(crypto: Crypto, facade: FacadeSpec): string {
  const hash =
    HASHES.get(facade) ??
    hashOf(crypto, { rules: RULES, params: facade.params, idempotency: facade.idempotency });
  HASHES.set(facade, hash);
  return hash;
}
