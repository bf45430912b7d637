import { nodeCrypto } from '@platform/proof/node';
import { verifyLog } from '../use-cases/verify-log.ts';
import { type CliProcess, withBooks } from './open-books.ts';

const FAULTS_FOUND = 1;

/** `sanad authority fsck`. */
export async function runFsck(process: CliProcess): Promise<void> {
  await withBooks(process, async ({ store, keys }) => {
    const faults = await verifyLog({ store, keys, crypto: nodeCrypto });
    const size = (await store.treeHead(null))?.tree_head.tree_size ?? 0;
    for (const { leafIndex, message } of faults) {
      process.stdout.write(`${leafIndex === null ? 'log' : `leaf ${leafIndex}`}: ${message}\n`);
    }
    process.stdout.write(
      faults.length === 0 ? `log of ${size} leaves: intact\n` : `${faults.length} faults\n`,
    );
    if (faults.length > 0) process.exitCode = FAULTS_FOUND;
  });
}
