import { hashOf } from '@common/evidence/hash';
import { applyEntry, type DirectoryState, emptyDirectory } from '@platform/core/directory/state';
import { appendLeaf, rootCoordinates, rootOf } from '@platform/core/log/merkle/tree';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { SignedTreeHead } from '@platform/core/objects/log';
import { entryLeaf, receiptLeaf } from '@platform/core/receipt/assemble';
import { isWhole } from '@platform/core/receipt/open-receipt';
import { verifySigned } from '@platform/core/signed/signed';
import type { LoggedLeaf } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';

export interface LogFault {
  readonly leafIndex: number | null;
  readonly message: string;
}

type Deps = Pick<AuthorityDeps, 'store' | 'crypto' | 'keys'>;

const PAGE = 500;

/**
 * Rebuilds the whole log from receipts, entries of directories and addenda, compares every node and head, and rebuilds each
 * directory from its entries. Empty if all is well.
 */
export async function verifyLog(deps: Deps): Promise<readonly LogFault[]> {
  const faults: LogFault[] = [];
  const heads = new Map(
    (await deps.store.treeHeads(Number.MAX_SAFE_INTEGER, null)).map((head) => [
      head.tree_head.tree_size,
      head,
    ]),
  );
  const directories = followDirectories(deps);
  let tree: { readonly size: number; readonly frontier: readonly string[] } = { size: 0, frontier: [] };
  for (;;) {
    const page = await deps.store.leaves(tree.size, PAGE);
    if (page.length === 0) break;
    for (const logged of page) {
      const { leafIndex, entry } = logged;
      if (leafIndex !== tree.size) faults.push({ leafIndex, message: `leaf ${tree.size} is missing` });
      const fault =
        leafFault(deps, logged) ?? ('signed' in logged ? directories.follow(logged.signed) : null);
      if (fault !== null) faults.push({ leafIndex, message: fault });
      const appended = appendLeaf(deps.crypto, tree, entryLeaf(deps.crypto, entry));
      const stored = await deps.store.logNodes(appended.nodes);
      for (const { level, index, hash } of appended.nodes) {
        if (stored.get(`${level}:${index}`) !== hash) {
          faults.push({ leafIndex, message: `node ${level}:${index} does not match its leaves` });
        }
      }
      tree = appended;
      const head = heads.get(tree.size);
      if (head !== undefined && head.tree_head.root_hash !== rootOf(deps.crypto, tree.frontier)) {
        faults.push({ leafIndex, message: `the head of size ${tree.size} has a different root` });
      }
    }
  }
  faults.push(...(await headFaults(deps, [...heads.values()])));
  const newest = Math.max(0, ...heads.keys());
  if (newest !== tree.size || rootCoordinates(newest).length !== tree.frontier.length) {
    faults.push({
      leafIndex: null,
      message: `the newest head has ${newest} leaves, but the log has ${tree.size}`,
    });
  }
  return faults;
}

function leafFault({ crypto }: Deps, logged: LoggedLeaf): string | null {
  if ('signed' in logged) {
    const { entry, entry_hash: hash } = logged.signed;
    return hashOf(crypto, entry) === hash ? null : `${nameOf(logged.signed)} was changed`;
  }
  if ('addendum' in logged) {
    const { settled, settled_hash: hash } = logged.addendum;
    return hashOf(crypto, settled) === hash ? null : 'the addendum was changed';
  }
  const { receipt, entry } = logged;
  const isChanged =
    receipt !== null &&
    (receiptLeaf(crypto, receipt) !== entryLeaf(crypto, entry) || !isWhole(crypto, receipt));
  return isChanged ? 'the receipt was changed' : null;
}

async function headFaults(
  { crypto, keys: readKeys }: Deps,
  heads: readonly SignedTreeHead[],
): Promise<readonly LogFault[]> {
  const keys = await readKeys();
  return heads.flatMap(({ tree_head: object, tree_head_hash: hash, signature }) => {
    const valid = verifySigned(crypto, { object, hash, signature, keys, at: object.timestamp });
    return valid.ok ? [] : [{ leafIndex: null, message: `head ${object.tree_size}: ${valid.error.message}` }];
  });
}

/** A directory’s entries stand in the log in their own order. What follows on a fault of a directory is not told. */
function followDirectories({ crypto }: Deps) {
  const states = new Map<string, DirectoryState | null>();
  return {
    /** What is wrong with the next entry of its directory. */
    follow(signed: SignedEntry): string | null {
      const { deployment, tenant, profile, directory } = signed.entry;
      const key = [tenant, profile, directory].join('/');
      const before = states.get(key);
      if (before === null) return null;
      const id = { deployment, tenant, profile, directory };
      const applied = applyEntry(crypto, before ?? emptyDirectory(id), signed);
      states.set(key, applied.ok ? applied.value : null);
      if (applied.ok) return null;
      const { code, message } = applied.error;
      const why = code === 'entry_out_of_order' ? 'it does not follow on the one before it' : message;
      return `${nameOf(signed)}: ${why}`;
    },
  };
}

function nameOf({ entry: { tenant, profile, directory, sequence } }: SignedEntry): string {
  return `entry ${sequence} of the directory ${directory} of ${profile} and ${tenant}`;
}
