import { readFile } from 'node:fs/promises';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { createHttpClient } from '@common/kit/http/client';
import type { JobWatch } from '@common/kit/jobs';
import type { Database } from '@common/kit/sql/database';
import type { Log } from '@common/kit/telemetry/log';
import { parseLogPolicy, type Quorum } from '@platform/core/log/note/log-policy';
import type { AuthoritySchema } from '../store/schema.ts';
import type { AskDeps } from './ask-witness.ts';
import type { Witness } from './judge-claim.ts';
import { createWitnessClient } from './witness-http.adapter.ts';
import { readLags, type WitnessFigures } from './witness-lag.ts';
import { createWitnessJob, type WitnessJob } from './witnesses.job.ts';
import { createWitnessMemory } from './witnesses.sql.ts';

const POLL_MS = 1_000;
const FIRST_LOOK_MS = 3_000;

/** Stands in for the job if there are no witnesses: it does nothing and refuses nothing. */
const NO_WITNESSES: OpenedWitnesses = {
  start() {},
  refusal: async () => null,
  stop: async () => {},
  figures: { lags: async () => ({}), quorumLag: async () => 0, alarms: () => 0 },
};

interface OpenedWitnesses extends Omit<WitnessJob, 'alarms'> {
  readonly figures: WitnessFigures;
}

/** The witnesses that an authority asks, and the quorum that its operator requires. */
interface AskedWitnesses {
  readonly witnesses: readonly Witness[];
  readonly quorum: Quorum | null;
}

/** Reads the witnesses to ask, and their quorum, from the `witness` and `quorum` lines of the file. */
export async function readWitnesses(
  file: string | undefined,
): Promise<Result<AskedWitnesses, 'unusable_settings'>> {
  if (file === undefined) return ok({ witnesses: [], quorum: null });
  const refuse = (why: string) => fail('unusable_settings', `LOG_WITNESSES: ${file}${why}`);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return refuse(' cannot be read.');
  const policy = parseLogPolicy(nodeCrypto, text);
  if (!policy.ok) return refuse(`: ${policy.error.message}`);
  const witnesses: Witness[] = [];
  for (const { name, key, url } of policy.value.witnesses) {
    if (url === null || !isAddress(url)) {
      return refuse(
        `: the witness ${name} needs its address at the end of its line, such as https://witness.example: no user, no query.`,
      );
    }
    witnesses.push({ name, key, url });
  }
  return ok({ witnesses, quorum: policy.value.quorum });
}

function isAddress(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) return false;
  return `${parsed.username}${parsed.password}${parsed.search}${parsed.hash}` === '';
}

interface WitnessParts {
  readonly database: Database<AuthoritySchema>;
  readonly jobs: JobWatch;
  readonly log: Log;
}

export function openWitnesses(
  deps: Pick<AskDeps, 'store' | 'crypto' | 'logSigner'> & { readonly clock: () => number },
  { witnesses, quorum }: AskedWitnesses,
  { database, jobs, log }: WitnessParts,
): OpenedWitnesses {
  if (witnesses.length === 0) return NO_WITNESSES;
  const http = createHttpClient();
  const asking = { ...deps, memory: createWitnessMemory(database), ...createWitnessClient(http) };
  const lags = () => readLags(asking, { witnesses, quorum });
  const job = createWitnessJob({
    deps: asking,
    witnesses,
    clock: deps.clock,
    pollMs: POLL_MS,
    firstLookMs: FIRST_LOOK_MS,
    jobs,
    log,
  });
  return {
    ...job,
    figures: {
      lags: async () => (await lags()).lags,
      quorumLag: async () => (await lags()).quorum,
      alarms: job.alarms,
    },
    async stop() {
      await job.stop();
      http.close();
    },
  };
}
