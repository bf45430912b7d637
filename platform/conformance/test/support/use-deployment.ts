import { after, before } from 'node:test';
import { type Client, createClient } from '../../client.ts';
import { type Deployment, type DeploymentOptions, openDeployment } from '../../deployment.ts';

export interface Used {
  readonly d: Deployment;
  readonly client: Client;
}

/** One deployment for all tests of a suite, available once the tests run. */
export function useDeployment(options: DeploymentOptions = {}): () => Used {
  let used: Used | undefined;
  before(async () => {
    const d = await openDeployment(options);
    used = { d, client: createClient(d) };
  });
  after(() => used?.d.close());
  return () => {
    if (used === undefined) throw new Error('the deployment is not available before the tests run');
    return used;
  };
}
