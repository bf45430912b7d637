import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { fromBase64url } from '@platform/core/crypto/device/base64url';
import { challengeOf, passkeyOptions, readRegistration } from '@platform/keys/enrolment/passkey';
import type { NewKey, RegisteredPasskey } from '../use-cases/passkey-enrolment.ts';
import { createChallenges } from './challenges.ts';

interface Deps {
  /** Returns the origin under which people open the pages, and for which passkeys are made. */
  readonly origin: () => string;
  /** Certificates (PEM) of makers whose attestations count. */
  readonly roots: readonly string[];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

type RegistrationRefusal =
  | 'challenge_unknown'
  | 'kid_waiting'
  | 'registrations_too_many'
  | 'registration_invalid'
  | 'passkey_synced'
  | 'key_kind';

/** Passkeys that wait for a principal’s signature. */
export interface Registrations {
  /** Returns the options for `navigator.credentials.create`. */
  begin(asked: NewKey, knownCredentials: readonly string[]): ReturnType<typeof passkeyOptions>;
  /** Refuses if a passkey waits under this name. */
  free(kid: string): Result<void, 'kid_waiting'>;
  /**
   * Checks the browser’s answer, which came from `network`. INVARIANT: each challenge is answered once, for
   * the name that it was made for, and no two passkeys wait under one name, because a principal could mistake
   * one for the other. All wait but that of a principal of every tenant, which signs itself, so that nobody
   * is asked to sign it. A waiting passkey is never displaced.
   */
  answer(response: unknown, network: string): Promise<Result<RegisteredPasskey, RegistrationRefusal>>;
  /** The passkeys that wait for a principal, newest first. */
  waiting(): readonly RegisteredPasskey[];
  find(id: string): RegisteredPasskey | null;
  done(id: string): void;
}

const MINUTE_MS = 60_000;
const WAITING_MS = 24 * 60 * MINUTE_MS;
/** Anyone who reaches the console may make a passkey, so the number is limited. Later ones are refused. */
const MOST = 200;
const MOST_OF_ONE_NETWORK = 20;
const ID_BYTES = 16;

interface PendingRegistration {
  readonly registered: RegisteredPasskey;
  readonly network: string;
  readonly until: number;
}

/** A root of trust speaks for every tenant, and nobody enrols it. */
function signsItself({ role, tenants }: NewKey): boolean {
  return role === 'principal' && tenants?.includes('*') === true;
}

const NOT_ASKED =
  'This console did not ask for this passkey, or not within the last ten minutes: begin again.';
const SYNCED =
  'This passkey may be copied to other devices, so it is never hardware: use another device, or enrol it as a signature.';

/**
 * Registrations in this process’s memory alone. A restart forgets them, and people begin again: a passkey
 * that this process did not ask for never counts, and none counts before a principal signs it.
 */
export function createRegistrations({ origin, roots, clock, randomBytes }: Deps): Registrations {
  const challenges = createChallenges({ clock, randomBytes });
  const made = new Map<string, PendingRegistration>();
  const tidy = (): void => {
    for (const [id, { until }] of made) if (until <= clock()) made.delete(id);
  };
  const room = (network: string): Result<void, 'registrations_too_many'> => {
    const own = [...made.values()].filter((other) => other.network === network).length;
    if (own < MOST_OF_ONE_NETWORK && made.size < MOST) return ok(undefined);
    const whose = own < MOST_OF_ONE_NETWORK ? made.size : `${own} from your network`;
    return fail(
      'registrations_too_many',
      `There wait ${whose} passkeys for a principal already, under Keys: have those signed that somebody here made. The rest goes after a day, or when the console is started again.`,
    );
  };
  const free = (kid: string): Result<void, 'kid_waiting'> => {
    tidy();
    if (![...made.values()].some(({ registered }) => registered.kid === kid)) return ok(undefined);
    return fail(
      'kid_waiting',
      `A passkey for ${kid} waits for a principal already, under Keys: name this device otherwise. If nobody here made that one, tell the principal not to sign it.`,
    );
  };
  return {
    free,
    begin: async (newKey, knownCredentials) => {
      const rpId = new URL(origin()).hostname;
      const challenge = challenges.make(newKey);
      return passkeyOptions({ rpId, challenge }, newKey, knownCredentials);
    },
    answer: async (response, network) => {
      tidy();
      const challenge = challengeOf(response) ?? '';
      // The challenge is used up even if the answer is wrong, so nobody tries twice with one.
      const newKey = challenges.take(fromBase64url(challenge) ?? new Uint8Array());
      if (newKey === null) return fail('challenge_unknown', NOT_ASKED);
      const page = { rpId: new URL(origin()).hostname, origins: [origin()] };
      const read = await readRegistration({ ...page, response, challenge, roots, nowMs: clock() });
      if (!read.ok) return read;
      const { webauthn } = read.value;
      if (webauthn === undefined) return fail('key_kind', 'This is no passkey: begin again.');
      if (newKey.wantsHardware && webauthn.backup_eligible) {
        return fail('passkey_synced', SYNCED);
      }
      // The name is checked again, because several passkeys may have been asked for under it before one was
      // made.
      const isFree = free(newKey.kid);
      if (!isFree.ok) return isFree;
      const id = Buffer.from(randomBytes(ID_BYTES)).toString('hex');
      const registeredAt = formatInstant(clock());
      const registered: RegisteredPasskey = {
        ...newKey,
        id,
        registeredAt,
        facts: { ...read.value, webauthn },
      };
      if (signsItself(newKey)) return ok(registered);
      const hasRoom = room(network);
      if (!hasRoom.ok) return hasRoom;
      made.set(id, { registered, network, until: clock() + WAITING_MS });
      return ok(registered);
    },
    waiting: () => {
      tidy();
      return [...made.values()].map(({ registered }) => registered).reverse();
    },
    find: (id) => {
      tidy();
      return made.get(id)?.registered ?? null;
    },
    done: (id) => {
      made.delete(id);
    },
  };
}
