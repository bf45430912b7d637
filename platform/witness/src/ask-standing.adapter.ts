import { parseStrict } from '@common/evidence/canonical';
import { LogStanding } from '@platform/core/objects/log';
import { askFor, type Endable, type StandingProof } from '@platform/core/objects/standing';
import { Value } from 'typebox/value';
import { openRemoteLog } from './follow/remote-log.adapter.ts';

const MOST_BYTES = 1_048_576;

/** What a log shows of things at its head of that size; null if it does not answer, or with something else. */
export async function askStanding(
  url: string,
  things: readonly Endable[],
  size: number,
): Promise<StandingProof | null> {
  const source = openRemoteLog(url);
  const path = `log/standing?things=${askFor(things)}&tree_size=${size}`;
  const read = await source.read(path, MOST_BYTES);
  source.close();
  const parsed = read.ok ? parseStrict(Buffer.from(read.value).toString('utf8')) : read;
  return parsed.ok && Value.Check(LogStanding, parsed.value) ? parsed.value.standing : null;
}
