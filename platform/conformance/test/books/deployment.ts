import { AUTHORITY_FILE } from '@common/kit/testing/certificates';
import { useDeployment } from '../support/use-deployment.ts';

/** Where an approver's receiver may be. */
export const RECEIVERS = { NOTICE_HOSTS: 'localhost,127.0.0.1', NOTICE_ALLOW_PRIVATE: 'on' };

export const used = useDeployment({
  alone: [],
  env: { authority: { ...RECEIVERS, NODE_EXTRA_CA_CERTS: AUTHORITY_FILE } },
});
