import { type Static, Type } from 'typebox';
import { SignedEnforcement } from './event.ts';
import { RedeemResponse, SignedRedemption } from './grant.ts';
import { closed, nullable } from './primitives.ts';

/** A grant that an enforcement point has spent, in the form that an authority needs if it has lost it. */
export const SpentGrant = closed({
  ...SignedRedemption.properties,
  /** The authority's answer. */
  redeemed: RedeemResponse,
  /** How it ended, once that is decided. */
  enforcement: nullable(SignedEnforcement),
});
export type SpentGrant = Static<typeof SpentGrant>;

/** `GET /intents` of an enforcement point: by grant id. */
export const SpentGrants = Type.Array(SpentGrant, { maxItems: 100 });
export type SpentGrants = Static<typeof SpentGrants>;
