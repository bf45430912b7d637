import type { Statement } from '@common/evidence/statement';
import type { AttestedTerms } from '../../objects/attested.ts';
import type { Because } from '../../objects/decision-values.ts';
import type { DirectoryTerms } from '../../objects/directory.ts';
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
  /** Which lists stand in directories, on what terms, and what is known of the action there. */
  readonly directories: Directories;
  /** Whose statements count, and those that the action carries. */
  readonly attested: Attested;
}

/** The entry of a directory that an action is judged by, as of the instant of the proposal. */
export interface EntryFound {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  /** Added, or changed the last time. */
  readonly change: 'added' | 'changed';
  /** From when it is new. */
  readonly sinceMs: number;
  /** A person approved an action by this entry before. */
  readonly isApproved: boolean;
}

export interface Directories {
  readonly terms: Readonly<Record<string, DirectoryTerms>>;
  /** By directory; absent where no entry in force fits. */
  readonly found: Readonly<Record<string, EntryFound>>;
  readonly nowMs: number;
}

/** A statement of an action, and what is wrong with its key or its signature; null if nothing is. */
export interface StatementFound {
  readonly statement: Statement;
  readonly kid: string;
  /** `stranger`: no attester of the deployment has this key; `over`: not valid when the statement was issued. */
  readonly signer: 'stranger' | 'forged' | 'over' | 'stolen' | null;
}

interface Attested {
  readonly terms: Readonly<Record<string, AttestedTerms>>;
  /** By rule. */
  readonly found: Readonly<Record<string, StatementFound>>;
  readonly nowMs: number;
}

interface Use {
  readonly counter: string;
  readonly amount: string;
}

/** `uses`: what the action would add to counters, if it is allowed or held. */
export type RuleVerdict =
  | { readonly outcome: 'pass'; readonly uses?: readonly Use[] }
  | { readonly outcome: 'hold'; readonly because: Because; readonly uses?: readonly Use[] }
  | { readonly outcome: 'deny'; readonly because: Because };

export const pass: RuleVerdict = { outcome: 'pass' };

export function deny(because: Because): RuleVerdict {
  return { outcome: 'deny', because };
}

export function hold(because: Because): RuleVerdict {
  return { outcome: 'hold', because };
}

/**
 * INVARIANT: if a rule does not find what it needs, it refuses. It never counts as a rule that does not
 * apply.
 */
export function unbounded(rule: string, bound: string): RuleVerdict {
  return deny({ why: 'bound_missing', rule, bound });
}

/** A param's text; undefined if it is missing or not text. */
export function textParam({ params }: Pick<RuleContext, 'params'>, name: string): string | undefined {
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** A param for people to read: what an action does not give has no value. */
export function shownParam(context: Pick<RuleContext, 'params'>, name: string): string {
  return textParam(context, name) ?? 'not given';
}

/** The value of a mandate or profile under a name; undefined if there is none. */
export function ruleValue(rules: RuleSet, name: string): unknown {
  return Object.hasOwn(rules, name) ? rules[name] : undefined;
}
