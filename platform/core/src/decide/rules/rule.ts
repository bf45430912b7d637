import type { ActionParams } from '../../objects/grant.ts';
import type { FacadeSpec } from '../../objects/plugin.ts';
import type { RuleSet } from '../../objects/rules.ts';

/** What a rule may look at. */
export interface RuleContext {
  readonly facade: FacadeSpec;
  readonly params: ActionParams;
  /** The mandate's `rules`. */
  readonly mandate: RuleSet;
  /** The profile's `rules`. */
  readonly profile: RuleSet;
  /** The use so far in the current period under this mandate, by counter. */
  readonly counters: Readonly<Record<string, string>>;
}

interface Use {
  readonly counter: string;
  readonly amount: string;
}

/** `uses`: what the action would add to counters, if it is allowed or held. */
export type RuleVerdict =
  | { readonly outcome: 'pass'; readonly uses?: readonly Use[] }
  | { readonly outcome: 'hold'; readonly detail: string; readonly uses?: readonly Use[] }
  | { readonly outcome: 'deny'; readonly detail: string };

export const pass: RuleVerdict = { outcome: 'pass' };

export function deny(detail: string): RuleVerdict {
  return { outcome: 'deny', detail };
}

export function hold(detail: string): RuleVerdict {
  return { outcome: 'hold', detail };
}

/**
 * INVARIANT: if a rule does not find what it needs, it refuses. It never counts as a rule that does not
 * apply.
 */
export function unbounded(what: string): RuleVerdict {
  return deny(`${what} is not given, so nothing is allowed under this rule`);
}

/** A param's text; undefined if it is missing or not text. */
export function textParam({ params }: RuleContext, name: string): string | undefined {
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The value of a mandate or profile under a name; undefined if there is none. */
export function ruleValue(rules: RuleSet, name: string): unknown {
  return Object.hasOwn(rules, name) ? rules[name] : undefined;
}
