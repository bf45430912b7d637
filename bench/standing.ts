import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { withTempDir } from '@common/kit/testing';
import { MIGRATIONS } from '@platform/authority/store/migrations';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { createSqlStore } from '@platform/authority/store/sql-store';
import type { AuthorityStore } from '@platform/authority/store/store';
import { enterEndings, proveStanding } from '@platform/authority/use-cases/endings';
import { growLog } from '@platform/authority/use-cases/grow-log';
import { leafHash, nodeHash } from '@platform/core/log/merkle/tree';
import { checkStanding, endingKey } from '@platform/core/log/standing/endings';
import { EMPTY_MAP, type MapNode } from '@platform/core/log/standing/sparse-map';
import type { Endable } from '@platform/core/objects/standing';
import { generatePrivateKey, readPrivateKey } from '@platform/keys/key-files/key-pair';
import { openLogKeys } from '@platform/keys/key-files/log-keys';
import { judge, median, printTable, readable } from './support/report.ts';

/**
 * The map of all that has ended (ADR 0031) on SQLite with durable commits, among none, 1,000 and 1,000,000 endings: what
 * one more costs, what a head costs, and the proof that a receipt carries, in time and in bytes. The nodes are read from
 * the store: what each round asks about was never asked before.
 */
const LARGEST = Number(process.env.BENCH_ROWS ?? 1_000_000);
const SIZES = [0, 1_000, LARGEST];
const ROUNDS = 30;
const WARM_UP_ROUNDS = 3;
/** Mandate, profile, an entry, and the keys and enrolments of a few people. */
const THINGS = 8;
/** Endings per transaction while filling. */
const FILL = 20_000;

const pair = readPrivateKey(generatePrivateKey('ed25519'), 'bench');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

interface Round {
  readonly endMs: number;
  readonly headMs: number;
  readonly proveMs: number;
  readonly checkMs: number;
  readonly oneBytes: number;
  readonly allBytes: number;
}

interface Book {
  readonly at: number;
  readonly store: AuthorityStore;
  readonly rounds: Round[];
}

await withTempDir(async (folder) => {
  const { keys } = await openLogKeys(folder);
  const deps = {
    deployment: 'dp_0123456789abcdef01234567',
    crypto: nodeCrypto,
    authority: { kid: 'authority', alg: pair.alg, sign: pair.sign },
    logSigner: { keys, originOf: (logId: string) => `log.example/${logId}` },
    clock: Date.now,
    randomBytes,
  };
  await using opened = new AsyncDisposableStack();
  const books: Book[] = [];
  for (const at of SIZES) {
    const database = await openDatabase<AuthoritySchema>({ url: `sqlite:${join(folder, `${at}.sqlite`)}` });
    opened.defer(() => database.close());
    await migrate(database, MIGRATIONS);
    const store = createSqlStore(database);
    await fill(store, at);
    books.push({ at, store, rounds: [] });
  }
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const book of round % 2 === 0 ? books : books.toReversed()) {
      const measured = await measure(deps, book.store, `round ${round}`);
      if (round >= 0) book.rounds.push(measured);
    }
  }
  report(books);
});

/** Writes a map of that many endings from its leaves, without the roots in between. */
async function fill(store: AuthorityStore, count: number): Promise<void> {
  const endings = Array.from({ length: count }, (_, number) => {
    const ending = { ...ended(`${number}`), ended_at: '2026-01-01T00:00:00.000Z' };
    return { number, key: endingKey(nodeCrypto, ending), ending };
  });
  const nodes: [string, MapNode][] = [];
  const leaves = endings.map(({ key, ending }) => ({ key, value: hashOf(nodeCrypto, ending) }));
  const root = build(leaves, 0, nodes);
  const head = { size: count, root_hash: root };
  for (let start = 0; start < nodes.length; start += FILL) {
    const some = {
      endings: endings.slice(start, start + FILL),
      nodes: new Map(nodes.slice(start, start + FILL)),
    };
    await store.atomically((unit) =>
      unit.insertEndings({ ...some, head, replaced: new Map(), forgetBefore: 0 }),
    );
  }
}

interface Leaf {
  readonly key: string;
  readonly value: string;
}

function build(leaves: readonly Leaf[], depth: number, nodes: [string, MapNode][]): string {
  const [only] = leaves;
  if (only === undefined) return EMPTY_MAP;
  if (leaves.length === 1) {
    const hash = leafHash(nodeCrypto, Buffer.from(only.key + only.value, 'hex'));
    nodes.push([hash, only]);
    return hash;
  }
  const half = (bit: number) =>
    leaves.filter(
      ({ key }) => ((Number.parseInt(key.charAt(depth >> 2), 16) >> (3 - (depth & 3))) & 1) === bit,
    );
  const [left, right] = [build(half(0), depth + 1, nodes), build(half(1), depth + 1, nodes)];
  const hash = nodeHash(nodeCrypto, left, right);
  nodes.push([hash, { left, right }]);
  return hash;
}

function ended(name: string) {
  return { kind: 'mandate' as const, id: `ic_${name}`, by: sha256(name) };
}

type Deps = Parameters<typeof growLog>[0];

async function measure(deps: Deps, store: AuthorityStore, name: string): Promise<Round> {
  const isEmpty = (await store.standingHead()).root_hash === EMPTY_MAP;
  // What is among none stays among none.
  const end = isEmpty
    ? Number.NaN
    : await time(() => store.atomically((unit) => enterEndings(deps, unit, [ended(name)])));
  const headMs = await time(() =>
    store.atomically(async (unit) => growLog(deps, unit, await unit.lockLog(), [sha256(name)])),
  );
  const head = await store.standingHead();
  const things = Array.from(
    { length: THINGS },
    (_, index): Endable => ({ kind: 'key', id: `${name} ${index}` }),
  );
  const before = performance.now();
  const all = await proveStanding(deps, store, head, things);
  const proveMs = performance.now() - before;
  const one = await proveStanding(deps, store, head, things.slice(0, 1));
  const start = performance.now();
  const checked = checkStanding(nodeCrypto, head, things, all);
  const checkMs = performance.now() - start;
  if (!checked.ok || checked.value.length > 0) throw new Error('a proof of absence does not hold');
  return { endMs: end, headMs, proveMs, checkMs, oneBytes: sizeOf(one), allBytes: sizeOf(all) };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function report(books: readonly Book[]): void {
  const of = ({ rounds }: Book, name: keyof Round) => median(rounds.map((round) => round[name]));
  printTable(
    [
      'endings',
      'one more, ms',
      'head, ms',
      `proof of ${THINGS}, ms`,
      'check, ms',
      'bytes of one',
      `of ${THINGS}`,
    ],
    books.map((book) => [
      String(book.at),
      ...(['endMs', 'headMs', 'proveMs', 'checkMs', 'oneBytes', 'allBytes'] as const).map((name) =>
        Number.isNaN(of(book, name)) ? '' : readable(of(book, name)),
      ),
    ]),
  );
  const [none, few, many] = books;
  if (none === undefined || few === undefined || many === undefined) throw new Error('nothing was measured');
  const among = LARGEST.toLocaleString('en-US');
  const ratio = (name: keyof Round, one: Book, other: Book) =>
    median(one.rounds.map((round, index) => round[name] / (other.rounds[index]?.[name] ?? Number.NaN)));
  judge([
    {
      what: `head among ${among} / among none`,
      measured: ratio('headMs', many, none),
      is: 'at most',
      limit: 1.5,
    },
    {
      what: `one more among ${among} / among 1,000`,
      measured: ratio('endMs', many, few),
      is: 'at most',
      limit: 4,
    },
    {
      what: `proof of ${THINGS} among ${among}`,
      measured: of(many, 'allBytes') / 1_000,
      is: 'at most',
      limit: 16,
      unit: ' kB',
    },
  ]);
}
