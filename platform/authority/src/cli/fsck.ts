import { nodeCrypto } from '@common/evidence/node';
import { logKeyFiles, readLogKeys } from '@platform/keys/key-files/log-keys';
import { logSignerOf } from '../open-authority.ts';
import { verifyCheckpoints } from '../use-cases/verify-checkpoints.ts';
import { verifyDocuments } from '../use-cases/verify-documents.ts';
import { type LogFault, verifyLog } from '../use-cases/verify-log.ts';
import { type Books, type CliProcess, withBooks } from './open-books.ts';

const FAULTS_FOUND = 1;

/** `sanad authority fsck`. */
export async function runFsck(process: CliProcess): Promise<void> {
  await withBooks(process, async (books) => {
    const { store, keys } = books;
    const inLog = await verifyLog({ store, keys, crypto: nodeCrypto });
    const faults = [...inLog, ...(await checkpointFaults(books))];
    const size = (await store.treeHead(null))?.tree_head.tree_size ?? 0;
    for (const { leafIndex, message } of faults) {
      process.stdout.write(`${leafIndex === null ? 'log' : `leaf ${leafIndex}`}: ${message}\n`);
    }
    process.stdout.write(
      faults.length === 0 ? `log of ${size} leaves: intact\n` : `${faults.length} faults\n`,
    );
    const documents = await verifyDocuments({ store, crypto: nodeCrypto });
    for (const fault of documents.faults) process.stdout.write(`${fault}\n`);
    if (documents.count > 0 && documents.faults.length === 0)
      process.stdout.write(`${documents.count} documents: intact\n`);
    if (faults.length + documents.faults.length > 0) process.exitCode = FAULTS_FOUND;
  });
}

/** Verifies checkpoints against the log's keys in the keys folder, which this only reads. */
async function checkpointFaults({ config, store }: Books): Promise<readonly LogFault[]> {
  if ((await store.treeHead(null)) === null) return [];
  const keys = await readLogKeys(config.SERVICE_KEYS_DIR);
  if (keys.signing.length === 0) {
    const { first } = logKeyFiles(config.SERVICE_KEYS_DIR);
    return [
      { leafIndex: null, message: `${first}, which signs checkpoints, is missing or retired: restore it` },
    ];
  }
  return verifyCheckpoints({ store, crypto: nodeCrypto, logSigner: logSignerOf(config, () => keys) });
}
