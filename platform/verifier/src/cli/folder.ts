import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { readReceipt } from '@platform/proof/checks/schema';
import { nodeCrypto } from '@platform/proof/node';
import type { Level } from '@platform/proof/verdict-words';
import type { Verdict, VerifyOptions } from '@platform/proof/verification';
import { verify } from '@platform/proof/verify';
import type { KeySet } from '@platform/protocol/key-entry';
import type { Receipt } from '@platform/protocol/receipt';
import { readReceiptText } from './input.ts';
import { type Missing, readPruned } from './pruned.ts';

/** A receipt's place in its chain, and its file. */
interface Link {
  readonly file: string;
  readonly id: string;
  readonly tenant: string;
  readonly sequence: number;
  readonly level: Level;
}

/** Receipts of one tenant, in the order of their numbers. */
interface Chain {
  readonly tenant: string;
  readonly links: readonly Link[];
}

export interface FolderVerdict {
  /** The worst of all receipts; `failed` if a chain has a gap or the log shows two faces. */
  readonly verdict: Verdict;
  /** The weakest of all receipts; null where there is none. */
  readonly level: Level | null;
  readonly receipts: number;
  /** In words, one for each chain. */
  readonly chains: readonly string[];
  /** In words, each with the file. */
  readonly problems: readonly string[];
  /** Kids relied on that are not pinned. */
  readonly unpinned: readonly string[];
}

/**
 * Verifies every receipt in `<folder>/receipts`, or in the folder itself (the authority's `out/`), each against the one
 * before it in its chain. What single receipts cannot show is checked as well: a number that is missing between two
 * others, two receipts with one number, and two tree heads of one size with different roots.
 */
export function verifyFolder(
  folder: string,
  options: Omit<VerifyOptions, 'previous'>,
): Result<FolderVerdict, 'folder_unusable'> {
  const files = receiptFiles(folder);
  if (!files.ok) return files;
  const problems: string[] = [];
  const links = files.value.flatMap((file) => {
    const receipt = load(file);
    if (receipt.ok) return [linkOf(file, receipt.value)];
    problems.push(receipt.error.message);
    return [];
  });
  const chains = chainsOf(links);
  const unpinned = new Set<string>();
  const roots = new Map<string, string>();
  let verdict: Verdict = 'verified';
  const pruned = readPruned(folder, options.keys ?? ownKeys(links));
  problems.push(...pruned.problems);
  for (const chain of chains) {
    problems.push(...gapsOf(chain, pruned.of(chain.tenant)));
    verifyChain(chain, options, {
      problems,
      roots,
      seen: (outcome, kids) => {
        if (outcome !== 'verified' && verdict !== 'failed') verdict = outcome;
        for (const kid of kids) unpinned.add(kid);
      },
    });
  }
  return ok({
    verdict: problems.length > 0 ? 'failed' : verdict,
    level: links.find(({ level }) => level === 'L1-sim')?.level ?? links[0]?.level ?? null,
    receipts: links.length,
    chains: chains.map((chain) => describe(chain, pruned.of(chain.tenant))),
    problems,
    unpinned: [...unpinned].sort(),
  });
}

function receiptFiles(folder: string): Result<readonly string[], 'folder_unusable'> {
  try {
    const inner = join(folder, 'receipts');
    const isExport = statSync(inner, { throwIfNoEntry: false })?.isDirectory() ?? false;
    const place = isExport ? inner : folder;
    const names = readdirSync(place).filter((name) => /^rcpt_.*\.json$/.test(name));
    if (names.length > 0) return ok(names.sort().map((name) => join(place, name)));
    return fail('folder_unusable', `${place} has no receipt: expected files named rcpt_….json`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail('folder_unusable', `${folder} cannot be read: ${why}`);
  }
}

function load(file: string): Result<Receipt> {
  const text = readReceiptText(file);
  if (!text.ok) return text;
  const receipt = readReceipt(text.value);
  return receipt.ok ? receipt : fail('not_a_receipt', `${file}: ${receipt.error.message}`);
}

function linkOf(file: string, { receipt_id: id, who, what, bundle }: Receipt): Link {
  return { file, id, tenant: who.tenant, sequence: bundle.sequence, level: what.level_achieved };
}

function chainsOf(links: readonly Link[]): readonly Chain[] {
  const byTenant = Map.groupBy(links, ({ tenant }) => tenant);
  return [...byTenant]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([tenant, chain]) => ({ tenant, links: chain.sort((a, b) => a.sequence - b.sequence) }));
}

/** Without pinned keys, those that the newest receipt brings: then nothing here is more than self-consistent. */
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

interface Tally {
  readonly problems: string[];
  /** Root of each log and tree size that a receipt names. */
  readonly roots: Map<string, string>;
  readonly seen: (verdict: Verdict, unpinned: readonly string[]) => void;
}

function verifyChain({ links }: Chain, options: VerifyOptions, tally: Tally): void {
  let previous: Receipt | null = null;
  for (const { file, id, sequence } of links) {
    const receipt = load(file);
    if (!receipt.ok) {
      tally.problems.push(receipt.error.message);
      continue;
    }
    const follows: boolean = previous?.bundle.sequence === sequence - 1;
    const { verdict, checks, unpinned } = verify(nodeCrypto, receipt.value, {
      ...options,
      ...(previous !== null && follows ? { previous } : {}),
    });
    tally.seen(verdict, unpinned);
    const failure = checks.find(({ outcome }) => outcome === 'fail');
    if (failure !== undefined) {
      tally.problems.push(`${file} (${id}): check ${failure.number}, ${failure.name}: ${failure.detail}`);
    }
    tally.problems.push(...headProblems(file, receipt.value, tally.roots));
    previous = receipt.value;
  }
}

/** One log has one root for each size: two of them are a view made for somebody. */
function headProblems(file: string, { status: { log } }: Receipt, roots: Map<string, string>): string[] {
  if (log === null) return [];
  const { log_id: id, tree_size: size, root_hash: root } = log.tree_head;
  const head = `${id} ${size}`;
  const known = roots.get(head) ?? root;
  roots.set(head, known);
  return known === root
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
