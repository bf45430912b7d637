import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDirectory } from '@common/kit/testing';
import { PLUGINS } from '../../counterparties.ts';
import { useDeployment } from '../support/use-deployment.ts';

/** On a copy of the plugins' folder, which a test may edit. */
export const used = useDeployment(async (t) => {
  const plugins = await mkdtemp(join(tmpdir(), 'sanad-plugins-'));
  t.after(() => removeDirectory(plugins));
  await cp(PLUGINS, plugins, { recursive: true });
  // For an agent's receiver on this machine.
  const authority = { NOTICE_HOSTS: '127.0.0.1', NOTICE_ALLOW_PRIVATE: 'on' };
  return { plugins, isOther: false, alone: [], env: { authority } };
});
