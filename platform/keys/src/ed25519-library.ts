import { preferLibsodium } from '@common/evidence/node';
import type { Log } from '@common/kit/telemetry/log';

/** For a service that signs or verifies all day: libsodium if it loads here. The log says which library it is. */
export function chooseEd25519(log: Log): void {
  log.info({ library: preferLibsodium() }, 'Ed25519 chosen');
}
