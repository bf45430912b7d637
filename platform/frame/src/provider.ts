import type { Result } from '@common/base/result';
import type { Settled } from '@platform/core/objects/settled';
import type { TSchema } from 'typebox';
import type { Binding } from './acknowledge.ts';

/** What the provider did, as it told the adapter. */
export interface Done {
  readonly kind: 'done';
  /** Fields of the acknowledgment, read from the answer: the provider's own id among them. */
  readonly fields: Readonly<Record<string, string>>;
  /** The bytes of the answer, as text. They are kept, and their hash is signed. */
  readonly answer: string;
  /** The provider gave it up for good: nothing was paid, and nothing will be. */
  readonly failed?: true | undefined;
  /** What has become of it since it was accepted, and when, by the provider's clock; absent while that is open. */
  readonly later?: Pick<Settled, 'state' | 'at'> | undefined;
}

interface Unknown {
  readonly kind: 'unknown';
  readonly why: string;
}

export type Sent =
  | Done
  /** The provider did nothing, and will not for this request. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** This request had no effect, and another may: the provider took too many, or could not be reached. */
  | { readonly kind: 'not_now'; readonly why: string }
  | Unknown;

export type Found = Done | { readonly kind: 'absent' } | Unknown;

/** What an adapter is asked to do. */
export interface Order extends Binding {
  /** RFC 3339, by the authority's clock: nothing was sent for it before. Connectors of older versions lack it. */
  readonly granted_at?: string | undefined;
}

/** What an adapter is made of, besides the frame: two functions, and what they need to be called. */
export interface Provider<Body extends Order> {
  /** As the connector's `adapter` names it. */
  readonly name: string;
  /** As the connector names the operation; the path is `/<operation>`. */
  readonly operation: string;
  readonly request: TSchema;
  /** How long one request to the provider may take. */
  readonly timeoutMs: number;
  /** After a request is given up, how long it may still have its effect there. */
  readonly quietMs: number;
  /** Accepting is not all: what became of it is looked up for as long as the connector says. */
  readonly settles?: true;
  /** Asks the provider once, under the platform's idempotency key. */
  send(body: Body): Promise<Sent>;
  /** What the provider did under this key, by its own list; nothing that was done before `sinceMs` is asked for. */
  lookUp(body: Body, sinceMs: number): Promise<Found>;
  /** What the provider sends of its own accord: the key that there is something to look up for. */
  readonly webhook?: {
    readonly path: `/${string}`;
    read(
      headers: Readonly<Record<string, string | string[] | undefined>>,
      body: string,
      nowMs: number,
    ): Result<Heard, 'webhook_invalid'>;
  };
  /** A balance that is read there. */
  balance?(currency: string): Promise<Result<Readonly<Record<string, string>>, 'provider_unavailable'>>;
}

export interface Heard {
  /** The provider's id of the event, which comes again if the event does. */
  readonly eventId: string;
  readonly what: string;
  /** Null: it is about nothing that we sent. */
  readonly key: string | null;
}
