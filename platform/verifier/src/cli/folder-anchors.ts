import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { OpenReceipt } from '@platform/core/objects/receipt';
import { judgeAnchored } from '@platform/core/verify/judge';
import { ANCHORED_WORDS } from '@platform/core/verify/verdict-words';
import { type InputOptions, readBesideFiles } from './input.ts';

/** What an export’s `anchors/` shows about the receipts beside it. */
interface FolderAnchors {
  /** Sentences, one for each kind of answer. */
  readonly said: readonly string[];
  /** Sentences, each with the file. */
  readonly problems: readonly string[];
}

const NAME = /^(rcpt_.*)\.json$/;

/** Whether the folder has an `anchors/`. */
export function hasAnchors(folder: string): boolean {
  return statSync(join(folder, 'anchors'), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Judges `<folder>/anchors/<receipt_id>.json`, each with the receipt of that id. Fails if the reader’s own
 * files about them are unusable; an unusable anchor is a problem, like one that does not hold.
 */
export function readFolderAnchors(
  folder: string,
  {
    given,
    now,
  }: { readonly given: Pick<InputOptions, 'policy' | 'trustedRoot' | 'anchorKey'>; readonly now: number },
  receiptOf: (id: string) => OpenReceipt | null,
): Result<FolderAnchors> {
  const counts = { public: 0, claimed: 0 };
  const problems: string[] = [];
  for (const name of readdirSync(join(folder, 'anchors')).sort()) {
    const [, id] = NAME.exec(name) ?? [];
    if (id === undefined) continue;
    const file = join(folder, 'anchors', name);
    const receipt = receiptOf(id);
    const beside = readBesideFiles({ ...given, anchor: file }, now);
    if (!beside.ok) {
      if (beside.error.detail?.input !== 'anchor') return beside;
      problems.push(`${file}: ${beside.error.detail.why}`);
    } else if (receipt === null) problems.push(`${file} is of no receipt in this folder`);
    else if (beside.value.anchor !== undefined) {
      const { anchored, reasons } = judgeAnchored(nodeCrypto, receipt, beside.value.anchor);
      if (anchored === 'no') problems.push(`${file}: ${reasons.join(' ')}`);
      else counts[anchored] += 1;
    }
  }
  const said = (['public', 'claimed'] as const).flatMap((kind) =>
    counts[kind] === 0 ? [] : [`${ANCHORED_WORDS[kind]}: ${countOf(counts[kind])}${adviceOf(kind, given)}`],
  );
  return ok({ said, problems });
}

function countOf(count: number): string {
  return count === 1 ? 'one receipt' : `${count} receipts`;
}

/** What the reader can give so that more than the anchors vouches for them. */
function adviceOf(
  kind: 'public' | 'claimed',
  { policy, trustedRoot }: Pick<InputOptions, 'policy' | 'trustedRoot'>,
): string {
  const missing = [
    ...(trustedRoot === undefined ? ['the public logs that you trust (--trusted-root)'] : []),
    ...(policy === undefined ? ['the log’s own key (--policy)'] : []),
  ];
  return kind === 'public' ? '.' : `; only the anchors say so: give ${missing.join(' and ')}.`;
}
