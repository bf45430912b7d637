import { test } from 'node:test';
import { openDeployment } from './deployment.ts';
import type { Answer, Deployment } from './types.ts';

/** A test with a deployment of its own, which ends with it. */
export function deploymentTest(name: string, work: (d: Deployment) => Promise<void>): void {
  test(name, async () => {
    const d = await openDeployment();
    try {
      await work(d);
    } finally {
      await d.close();
    }
  });
}

/** An answer’s status, and the name of its refusal. */
export function outcome({ status, body }: Answer): readonly [status: number, error: unknown] {
  return [status, (body.detail as { readonly error?: unknown } | undefined)?.error];
}

/** What a refusal says to a person. */
export function messageOf({ body }: Answer): string {
  return String((body.detail as { readonly message?: unknown } | undefined)?.message);
}
