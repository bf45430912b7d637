import type { Receipt } from '../../../src/objects/receipt.ts';
import type { Random } from './random.ts';
import { HONEST } from './world.ts';

/** Receipts changed by someone who holds no key. */

type Path = readonly (string | number)[];
type Members = Record<string | number, unknown>;

/** Every member of a value, objects and lists as well as what is in them. */
export function membersOf(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [...path, name],
    ...membersOf(member, [...path, name]),
  ]);
}

function parentOf(value: unknown, path: Path): Members {
  return path.slice(0, -1).reduce((part, name) => (part as Members)[name], value) as Members;
}

type Mutation = (receipt: Receipt, path: Path, random: Random) => string;

/** JSON text of the receipt with one member replaced by `change`. */
function withMember(
  receipt: Receipt,
  path: Path,
  change: (value: unknown, parent: Members) => unknown,
): string {
  const copy = structuredClone(receipt);
  const parent = parentOf(copy, path);
  const name = path.at(-1) ?? '';
  parent[name] = change(parent[name], parent);
  return JSON.stringify(copy);
}

const OTHER_TYPES: readonly unknown[] = [null, true, 0, -1, 1.5, 'x', '', [], {}, ['x'], { x: 1 }, 1e300];
const MARK = 'the member to write twice';

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  drop: (receipt, path) => {
    const copy = structuredClone(receipt);
    const parent = parentOf(copy, path);
    if (Array.isArray(parent)) parent.splice(Number(path.at(-1)), 1);
    else delete parent[path.at(-1) ?? ''];
    return JSON.stringify(copy);
  },
  'another value': (receipt, path, random) => withMember(receipt, path, (value) => another(value, random)),
  'another type': (receipt, path, random) => withMember(receipt, path, () => random.pick(OTHER_TYPES)),
  'the value of its neighbour': (receipt, path, random) =>
    withMember(receipt, path, (_, parent) => random.pick(Object.values(parent))),
  'the value that another receipt has there': (receipt, path, random) =>
    withMember(receipt, path, () => {
      const other = random.pick(HONEST);
      return path.reduce<unknown>((part, name) => (part as Members | null)?.[name] ?? null, other);
    }),
  'one more member': (receipt, path, random) => {
    const name = random.pick(['note', 'constructor', 'toString', '__proto__', 'type ', 'Kid', '0']);
    const copy = structuredClone(receipt);
    Object.defineProperty(parentOf(copy, path), name, {
      value: MARK,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    return JSON.stringify(copy);
  },
  'written twice': (receipt, path, random) => {
    const name = path.at(-1) ?? '';
    let given: unknown;
    const marked = withMember(receipt, path, (value) => {
      given = value;
      return MARK;
    });
    const [first, second] = random
      .pick([
        [given, another(given, random)],
        [another(given, random), given],
        [given, given],
      ])
      .map((value) => JSON.stringify(value));
    const one = JSON.stringify(MARK);
    // In a list, the element.
    return typeof name === 'number' || marked.includes(`"${name}":${one}`)
      ? marked.replace(`"${name}":${one}`, `"${name}":${first},"${name}":${second}`)
      : marked.replace(one, `${first},${second}`);
  },
};

/** Of the same type, and of a form that the schema may well allow. */
function another(value: unknown, random: Random): unknown {
  if (typeof value === 'number') return random.pick([value + 1, value - 1, value * 10, 0]);
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return value === null ? 'x' : random.pick([null, [], {}]);
  const digit = value.search(/[0-9](?=[^0-9]*$)/);
  return random.pick([
    digit === -1
      ? `${value}x`
      : `${value.slice(0, digit)}${(Number(value[digit]) + 1) % 10}${value.slice(digit + 1)}`,
    value.slice(0, -1),
    `${value} `,
    value.toUpperCase() === value ? value.toLowerCase() : value.toUpperCase(),
    `${value}\u200b`,
  ]);
}

/** The first receipt with one to three of its parts from the second. */
export function swapParts(random: Random): string {
  const copy = structuredClone(random.pick(HONEST)) as unknown as Record<string, Members>;
  const other = structuredClone(random.pick(HONEST)) as unknown as Record<string, Members>;
  for (let parts = 1 + random.below(3); parts > 0; parts -= 1) {
    const section = random.pick(Object.keys(copy));
    const [into, from] = [copy[section], other[section]];
    if (typeof into !== 'object' || from === undefined || random.below(4) === 0)
      Object.assign(copy, { [section]: from });
    else {
      const member = random.pick(Object.keys(into));
      into[member] = from[member];
    }
  }
  return JSON.stringify(copy);
}
