import type { Codebase } from './codebase.ts';
import { isTestPath } from './codebase.ts';

/** A unit with its own plan. */
export const PRODUCTS = ['common', 'screener', 'platform'] as const;

/** Rooms and the imports between them, without programs that are only started. */
interface RoomPlan {
  readonly rooms: readonly string[];
  /** From room to room, each with one import as an example. */
  readonly arrows: readonly Arrow[];
}

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly example: string;
}

/** The packages of a product: `roomsOfProduct(codebase, 'screener')` has `engine`, `service` and so on. */
export function roomsOfProduct(codebase: Codebase, product: string): RoomPlan {
  return planOf(codebase, (path) => {
    const [side, room, folder] = path.split('/');
    return side === product && folder === 'src' ? room : undefined;
  });
}

/**
 * The folders directly below a package's `src`. A file beside them is a separate room, since `main.ts` is
 * above all of them and `config.ts` below.
 */
export function roomsOfPackage(codebase: Codebase, folder: string): RoomPlan {
  return planOf(codebase, (path) => {
    const rest = path.startsWith(`${folder}/src/`) ? path.slice(folder.length + 5) : undefined;
    return rest?.split('/')[0];
  });
}

function planOf(codebase: Codebase, roomOf: (path: string) => string | undefined): RoomPlan {
  const shipped = codebase.sources.filter((path) => !isTestPath(path));
  const arrows = new Map<string, Arrow>();
  for (const { path, line, target, kind } of codebase.edges) {
    if (target === null || kind === 'program' || isTestPath(path)) continue;
    const [from, to] = [roomOf(path), roomOf(target)];
    if (from === undefined || to === undefined || from === to || arrows.has(`${from} ${to}`)) continue;
    arrows.set(`${from} ${to}`, { from, to, example: `${path}:${line}` });
  }
  const rooms = new Set(shipped.map(roomOf).filter((room) => room !== undefined));
  return { rooms: [...rooms].toSorted(), arrows: [...arrows.values()] };
}

/** Sets of rooms that can all reach one another: each is a circle, or several that touch. */
export function circlesIn({ rooms, arrows }: RoomPlan): readonly (readonly string[])[] {
  const reach = new Map(rooms.map((room) => [room, reachableFrom(room, arrows)]));
  const circles = rooms
    .filter((room) => reach.get(room)?.has(room))
    .map((room) => rooms.filter((other) => reach.get(room)?.has(other) && reach.get(other)?.has(room)));
  return circles.filter((circle, index) => circles.findIndex(([first]) => first === circle[0]) === index);
}

function reachableFrom(room: string, arrows: readonly Arrow[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const queue = [room];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const { from, to } of arrows) {
      if (from !== next || seen.has(to)) continue;
      seen.add(to);
      queue.push(to);
    }
  }
  return seen;
}

/**
 * A plan as lines of text: a room stands one floor above the highest room that it imports; the lowest floor comes last.
 * Rooms in a circle have no floor, and are named as such.
 */
export function drawPlan(title: string, plan: RoomPlan): readonly string[] {
  const circles = circlesIn(plan);
  const back = plan.arrows.filter(({ from, to }) =>
    circles.some((circle) => circle.includes(from) && circle.includes(to)),
  );
  const floors = new Map<string, number>();
  const floorOf = (room: string): number => {
    const known = floors.get(room);
    if (known !== undefined) return known;
    const below = plan.arrows.filter((arrow) => arrow.from === room && !back.includes(arrow));
    const floor = 1 + Math.max(0, ...below.map(({ to }) => floorOf(to)));
    floors.set(room, floor);
    return floor;
  };
  const highest = Math.max(0, ...plan.rooms.map(floorOf));
  const lines = Array.from({ length: highest }, (_, index) => {
    const rooms = plan.rooms.filter((room) => floors.get(room) === highest - index);
    return `  ${rooms.map((room) => `${room}${targetsOf(room, plan)}`).join('   ')}`;
  });
  const turns =
    back.length === 0
      ? 'none back up'
      : `${back.length} in circles: ${circles.map((each) => each.join(', ')).join('; ')}`;
  return [`${title}: ${plan.rooms.length} rooms, ${plan.arrows.length} arrows, ${turns}`, ...lines];
}

function targetsOf(room: string, { arrows }: RoomPlan): string {
  const targets = arrows.filter(({ from }) => from === room).map(({ to }) => to);
  return targets.length === 0 ? '' : ` -> ${targets.toSorted().join(', ')}`;
}
