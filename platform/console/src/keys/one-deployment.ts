import { fail, ok, type Result } from '@common/base/result';
import type { KeySet } from '@platform/core/objects/key-entry';
import { printable } from '@platform/core/verify/report-html';
import { fromTemplate, type PageElement } from '../browser/dom.ts';

interface KeySets {
  /**
   * The keys under which this page checks signatures: those that its reader trusts, or else those that the
   * authority shows.
   */
  readonly keys: KeySet;
  /** The keys that the authority shows. */
  readonly shown: KeySet;
}

/**
 * Returns the deployment that a key is enrolled for. INVARIANT: all keys that the reader trusts and all that
 * the authority shows name it, because an enrolment signed for another deployment counts there.
 */
export function oneDeployment({ keys, shown }: KeySets): Result<string> {
  const [own, others] = [deploymentsOf(keys), deploymentsOf(shown)];
  const [deployment] = own;
  if (deployment === undefined) return fail('no_keys', 'No keys are known here. Do not sign.');
  const all = new Set([...own, ...others]);
  if (all.size === 1) return ok(deployment);
  const words =
    own.length > 1
      ? `The keys here are of several deployments: ${[...all].join(', ')}.`
      : `The keys that you trust are of ${deployment}; the authority shows keys of ${others.join(', ')}.`;
  const now = 'Do not sign. Tell the person who runs this console, or choose at /verify which keys to trust.';
  return fail('deployments_differ', printable(`${words} ${now}`));
}

function deploymentsOf(keys: KeySet): readonly string[] {
  return [...new Set(Object.values(keys).map(({ deployment }) => deployment))];
}

/** Shows the deployment, and whose word names it. */
export function deploymentRow(deployment: string, areTrusted: boolean): PageElement {
  const id = areTrusted ? 'deployment-trusted' : 'deployment-shown';
  return fromTemplate(id, { deployment: printable(deployment) });
}
