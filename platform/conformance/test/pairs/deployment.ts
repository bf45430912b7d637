import { AUTHORITY_FILE } from '@common/kit/testing/certificates';
import { useDeployment } from '../support/use-deployment.ts';

/** Where an approver's receiver may be. */
export const RECEIVERS = { NOTICE_HOSTS: 'localhost,127.0.0.1', NOTICE_ALLOW_PRIVATE: 'on' };

const authority = { ...RECEIVERS, NODE_EXTRA_CA_CERTS: AUTHORITY_FILE, LOG_LEVEL: 'debug' };
// Nothing is killed here.
const pep = { PEP_LEASE_MS: '60000' };

export const used = useDeployment({
  ...({ engine: 'postgres', authorities: 2, peps: 2, gateways: 2, drainMs: 1_000, alone: [] } as const),
  env: { authority, authority2: authority, pep, pep2: pep },
});
