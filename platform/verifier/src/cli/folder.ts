import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { unreadableWords } from '@common/base/unreadable-file';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Level } from '@platform/core/verify/verdict-words';
import type { Verdict } from '@platform/core/verify/verification';
import { hasAnchors, readFolderAnchors } from './folder-anchors.ts';
import { type FileReport, type FolderOptions, type Link, load, type Stretch } from './folder-work.ts';
import { type Missing, readPruned } from './pruned.ts';
import { openHands, type Threads } from './threads.ts';

/** How many receipts one thread gets at once. */
const AT_ONCE = 50;
/** Where the authority’s `out/` has receipts of a past day. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The receipts of one tenant, in the order of their numbers. */
interface Chain {
  readonly tenant: string;
  readonly links: readonly Link[];
}

export interface FolderVerdict {
  /** The worst verdict of all receipts; `failed` if a chain has a gap or the log shows two faces. */
  readonly verdict: Verdict;
  /** Whether no receipt is a view, which withholds something. */
  readonly isWhole: boolean;
  /** The weakest level of all receipts; null if there is none. */
  readonly level: Level | null;
  readonly receipts: number;
  /** Sentences, one for each chain. */
  readonly chains: readonly string[];
  /** What `anchors/` shows, in sentences; empty without it. */
  readonly anchored: readonly string[];
  /** Sentences, each with the file. */
  readonly problems: readonly string[];
  /** Sentences about receipts that change nothing in the verdict. */
  readonly remarks: readonly string[];
  /** The kids of keys that were relied on but are not pinned. */
  readonly unpinned: readonly string[];
}

/**
 * Verifies every receipt in `<folder>/receipts`, with its anchor in `<folder>/anchors`, or those in the
 * folder itself and its folders of days (the authority’s `out/`), each against the one before it in its chain. It also checks what
 * single receipts cannot show: a missing number between two others, two receipts with one number, and two
 * tree heads of one size with different roots. The result does not depend on the threads.
 */
export async function verifyFolder(
  folder: string,
  options: FolderOptions,
  anchoring: Parameters<typeof readFolderAnchors>[1],
  threads: Threads | null = null,
): Promise<Result<FolderVerdict>> {
  const files = receiptFiles(folder);
  if (!files.ok) return files;
  await using hands = openHands(options, files.value.length, threads);
  const read = (await hands.all('read', parts(files.value))).flat();
  const links = read.flatMap((link) => (link.ok ? [link.value] : []));
  const chains = chainsOf(links);
  const pruned = readPruned(folder, options.keys ?? ownKeys(links));
  const anchors = folderAnchors(folder, links, anchoring);
  if (!anchors.ok) return anchors;
  const found = (await hands.all('verify', chains.flatMap(stretchesOf))).flat();
  const roots = new Map<string, string>();
  const byFile = new Map(found.map((one) => [one.file, one]));
  const problems = [
    ...read.flatMap((link) => (link.ok ? [] : [link.error.message])),
    ...pruned.problems,
    ...chains.flatMap((chain) => [
      ...gapsOf(chain, pruned.of(chain.tenant)),
      ...chain.links.flatMap(({ file }) => problemsOf(byFile.get(file), roots)),
    ]),
    ...anchors.value.problems,
  ];
  const isConsistent = found.some(({ verdict }) => verdict === 'self-consistent');
  const isPartial = found.some(({ verdict }) => verdict === 'partial');
  const isFailed = problems.length > 0 || found.some(({ verdict }) => verdict === 'failed');
  return ok({
    isWhole: found.every(({ isWhole }) => isWhole),
    verdict: isFailed ? 'failed' : isConsistent ? 'self-consistent' : isPartial ? 'partial' : 'verified',
    level: links.find(({ level }) => level === 'L1-sim')?.level ?? links[0]?.level ?? null,
    receipts: links.length,
    anchored: anchors.value.said,
    chains: chains.map((chain) => describe(chain, pruned.of(chain.tenant))),
    problems,
    remarks: chains.flatMap(({ links }) => links.flatMap(({ file }) => byFile.get(file)?.remarks ?? [])),
    unpinned: [...new Set(found.flatMap(({ unpinned }) => unpinned))].sort(),
  });
}

function folderAnchors(
  folder: string,
  links: readonly Link[],
  anchoring: Parameters<typeof readFolderAnchors>[1],
): ReturnType<typeof readFolderAnchors> {
  if (hasAnchors(folder)) {
    const files = new Map(links.map(({ id, file }) => [id, file]));
    return readFolderAnchors(folder, anchoring, (id) => {
      const receipt = load(files.get(id) ?? '');
      return receipt.ok ? receipt.value : null;
    });
  }
  const asked = Object.values(anchoring.given).some((file) => file !== undefined);
  if (!asked) return ok({ said: [], problems: [] });
  return fail(
    'options_incomplete',
    `--policy, --trusted-root and --anchor-key are about anchors/, which ${folder} does not have`,
  );
}

function receiptFiles(folder: string): Result<readonly string[], 'folder_unusable'> {
  try {
    const inner = join(folder, 'receipts');
    const isExport = statSync(inner, { throwIfNoEntry: false })?.isDirectory() ?? false;
    const place = isExport ? inner : folder;
    const names = readdirSync(place);
    // A file that is moved to its day while we look is seen in both places, and counts once.
    const files = new Map(
      ['', ...names.filter((name) => DAY.test(name))]
        .flatMap((day) => receiptsIn(join(place, day)))
        .map((file) => [basename(file), file]),
    );
    if (files.size > 0) return ok([...files.values()]);
    return fail(
      'folder_unusable',
      `${place} has no receipt: expected files named rcpt_….json, in it or in folders of days (YYYY-MM-DD)`,
    );
  } catch (error) {
    return fail('folder_unusable', unreadableWords(folder, error));
  }
}

function receiptsIn(place: string): readonly string[] {
  return readdirSync(place)
    .filter((name) => /^rcpt_.*\.json$/.test(name))
    .sort()
    .map((name) => join(place, name));
}

function parts<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / AT_ONCE);
  return Array.from({ length: count }, (_, part) => items.slice(part * AT_ONCE, (part + 1) * AT_ONCE));
}

function stretchesOf({ links }: Chain): Stretch[] {
  return parts(links).map((part, index) => ({ before: links[index * AT_ONCE - 1] ?? null, links: part }));
}

function chainsOf(links: readonly Link[]): readonly Chain[] {
  // The bundle also runs on Node 20, which has no `Map.groupBy`.
  const byTenant = new Map<string, Link[]>();
  for (const link of links) {
    const chain = byTenant.get(link.tenant);
    if (chain === undefined) byTenant.set(link.tenant, [link]);
    else chain.push(link);
  }
  return [...byTenant]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([tenant, chain]) => ({ tenant, links: chain.sort((a, b) => a.sequence - b.sequence) }));
}

/**
 * The keys in the newest receipt, used if none are pinned. Then nothing here is more than self-consistent.
 */
function ownKeys(links: readonly Link[]): KeySet {
  const last = links.at(-1);
  const receipt = last === undefined ? null : load(last.file);
  return receipt?.ok ? receipt.value.bundle.keys : {};
}

function gapsOf({ tenant, links }: Chain, { deleted, lost }: Missing): string[] {
  return links.slice(1).flatMap(({ sequence, file }, index) => {
    const before = links[index];
    if (before === undefined || sequence === before.sequence + 1) return [];
    if (sequence === before.sequence) {
      return [`${file} and ${before.file} have the same number ${sequence} in the chain of ${tenant}`];
    }
    const gap = Array.from(
      { length: sequence - before.sequence - 1 },
      (_, offset) => before.sequence + 1 + offset,
    );
    const unexplained = gap.filter((number) => !deleted.has(number) && !lost.has(number));
    const [from, to] = [unexplained[0], unexplained.at(-1)];
    if (from === undefined) return [];
    const missing =
      from === to
        ? `number ${from} of ${tenant} is missing`
        : `numbers ${from} to ${to} of ${tenant} are missing`;
    return [`${missing}: nobody can tell what they would show`];
  });
}

/** The problems in the order in which one thread would find them. */
function problemsOf(found: FileReport | undefined, roots: Map<string, string>): readonly string[] {
  return found === undefined ? [] : [...found.problems, ...headProblems(found, roots)];
}

/** A log has one root for each size. Two of them mean that it made a view for somebody. */
function headProblems({ file, head }: FileReport, roots: Map<string, string>): string[] {
  if (head === null) return [];
  const known = roots.get(head.log) ?? head.root;
  roots.set(head.log, known);
  const size = head.log.split(' ').at(-1);
  return known === head.root
    ? []
    : [`${file} names another root for the log of ${size} leaves than a receipt before it`];
}

function describe({ tenant, links }: Chain, { deleted, lost }: Missing): string {
  const [first, last] = [links[0]?.sequence ?? 0, links.at(-1)?.sequence ?? 0];
  const range = first === last ? `number ${first}` : `numbers ${first} to ${last}`;
  const start = first === 0 ? 'from the first on' : `those before ${first} are not in this folder`;
  const signed = [
    ['bodies deleted after their time', deleted.size],
    ['receipts lost with a database', lost.size],
  ] as const;
  const without = signed.map(([what, count]) =>
    count === 0 ? '' : `; ${what}, as the authority signed: ${count}`,
  );
  return `${tenant}: ${range} (${start}${without.join('')})`;
}
