import { withTempDir } from '@common/kit/testing';
import { readLog } from '../platform/conformance/read-log/read-log.ts';
import { serveSeededLog } from '../platform/conformance/seeded-log.ts';
import { judge, printTable, readable } from './support/report.ts';

/**
 * A log of 100,000 receipts, read over HTTP by the client that shares no code with it: every entry, every tile, the root.
 * The bars limit what it costs the reader, whatever the machine does.
 */
const SIZE = 100_000;
/** Of an entry with its length, its leaf, and its part of the tiles above. */
const MOST_BYTES_PER_ENTRY = 99;

await withTempDir(async (folder) => {
  const log = await serveSeededLog(folder, SIZE);
  try {
    const start = performance.now();
    const read = await readLog(log);
    const seconds = (performance.now() - start) / 1_000;
    printTable(
      ['entries', 'requests', 'bytes', 'entries/s', 'root'],
      [
        [
          ...[String(read.entries), String(read.requests), String(read.bytes)],
          ...[readable(read.entries / seconds), read.root.slice(0, 16)],
        ],
      ],
    );
    const perTile = (read.requests * 256) / read.entries;
    judge([
      {
        what: 'bytes per entry',
        measured: read.bytes / read.entries,
        is: 'at most',
        limit: MOST_BYTES_PER_ENTRY,
      },
      { what: 'requests per 256 entries', measured: perTile, is: 'at most', limit: 2.1 },
    ]);
  } finally {
    await log.close();
  }
});
