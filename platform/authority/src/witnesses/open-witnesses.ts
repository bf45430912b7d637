import { readFile } from 'node:fs/promises';
import { fail, ok, type Result } from '@common/base/result';
import { createHttpClient } from '@common/kit/http/client';
import type { Log } from '@common/kit/log';
import type { Database } from '@common/kit/sql';
import { nodeCrypto } from '@platform/proof/node';
import { parseLogPolicy } from '@platform/proof/note/log-policy';
import type { AuthoritySchema } from '../store/schema.ts';
import type { AskDeps } from './ask-witness.ts';
import type { Witness } from './judge-claim.ts';
import { createWitnessClient } from './witness-http.adapter.ts';
import { createWitnessJob, type WitnessJob } from './witnesses.job.ts';
import { createWitnessMemory } from './witnesses.sql.ts';

const POLL_MS = 1_000;
const FIRST_LOOK_MS = 3_000;

/** Without witnesses there is nothing to do, and nothing to refuse. */
const NO_WITNESSES: WitnessJob = { start() {}, refusal: async () => null, stop: async () => {} };

/** Who is asked to cosign: the lines `witness` of the file. */
export async function readWitnesses(
  file: string | undefined,
): Promise<Result<readonly Witness[], 'unusable_settings'>> {
  if (file === undefined) return ok([]);
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
  return ok(witnesses);
}

function isAddress(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) return false;
  return `${parsed.username}${parsed.password}${parsed.search}${parsed.hash}` === '';
}

export function openWitnesses(
  deps: Pick<AskDeps, 'store' | 'crypto' | 'logSigner'> & { readonly clock: () => number },
  witnesses: readonly Witness[],
  { database, log }: { readonly database: Database<AuthoritySchema>; readonly log: Log },
): WitnessJob {
  if (witnesses.length === 0) return NO_WITNESSES;
  const http = createHttpClient();
  const job = createWitnessJob({
    deps: { ...deps, memory: createWitnessMemory(database), ...createWitnessClient(http) },
    ...{ witnesses, clock: deps.clock, pollMs: POLL_MS, firstLookMs: FIRST_LOOK_MS, log },
  });
  return {
    ...job,
    async stop() {
      await job.stop();
      http.close();
    },
  };
}
