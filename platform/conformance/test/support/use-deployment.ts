import { after, before } from 'node:test';
import { type Client, createClient } from '../../client.ts';
import { type Deployment, type DeploymentOptions, openDeployment } from '../../deployment.ts';

export interface Used {
  readonly d: Deployment;
  readonly client: Client;
}

/** Of all tests that share a deployment: what was begun last ends first. */
interface Cleanup {
  after(work: () => void | Promise<void>): void;
}

/**
 * One deployment for all tests of a file or suite, available once the tests run. Options that need something made before are
 * given as a function; `opened` does what is to be done before the first test. (Hooks of a file do not wait for one another.)
 */
export function useDeployment(
  options: DeploymentOptions | ((t: Cleanup) => Promise<DeploymentOptions>) = {},
  opened: (used: Used, t: Cleanup) => Promise<void> = async () => {},
): () => Used {
  let used: Used | undefined;
  const cleanups: (() => void | Promise<void>)[] = [];
  before(async () => {
    const t: Cleanup = { after: (work) => cleanups.unshift(work) };
    const d = await openDeployment(typeof options === 'function' ? await options(t) : options);
    t.after(() => d.close());
    const made = { d, client: createClient(d) };
    await opened(made, t);
    used = made;
  });
  after(async () => {
    for (const work of cleanups) await work();
  });
  return () => {
    if (used === undefined) throw new Error('the deployment is not available before the tests run');
    return used;
  };
}
