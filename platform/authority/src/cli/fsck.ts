import { join } from 'node:path';
import { readKeyFile } from '@common/kit/private-file';
import { fromHex } from '@platform/proof/bytes';
import { nodeCrypto } from '@platform/proof/node';
import { readPrivateKey } from '@platform/trust/keys/key-pair';
import { verifyCheckpoints } from '../use-cases/verify-checkpoints.ts';
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
    if (faults.length > 0) process.exitCode = FAULTS_FOUND;
  });
}

/** Against the key beside the others, which this only reads. */
async function checkpointFaults({ config, store }: Books): Promise<readonly LogFault[]> {
  if ((await store.treeHead(null)) === null) return [];
  const file = join(config.SERVICE_KEYS_DIR, 'checkpoint.pem');
  const pem = await readKeyFile(file, 'private');
  if (pem === undefined) {
    return [{ leafIndex: null, message: `${file}, which signs checkpoints, is missing: restore it` }];
  }
  const publicKey = fromHex(readPrivateKey(pem, file).public_key) ?? new Uint8Array();
  return verifyCheckpoints({
    ...{ store, crypto: nodeCrypto },
    logSigner: { publicKey, originOf: (logId) => config.LOG_ORIGIN ?? `sanad.invalid/${logId}` },
  });
}
