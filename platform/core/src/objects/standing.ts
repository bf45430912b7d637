import { type Static, Type } from 'typebox';
import { closed, Hash, Instant } from './primitives.ts';

/**
 * What can end. A mandate is named by its id; a version of a profile and an entry of a directory by their hashes; a
 * person’s key that is stolen, and the enrolment of one that was replaced, by the key’s fingerprint.
 */
const ENDING_KINDS = ['mandate', 'key', 'profile', 'payee', 'enrolment'] as const;

const thing = {
  kind: Type.Enum([...ENDING_KINDS]),
  id: Type.String({ minLength: 1, maxLength: 200 }),
};

/** What ended, when the authority recorded it, and by which signed object. */
export const Ending = closed({
  ...thing,
  ended_at: Instant,
  by: { ...Hash, description: 'Of the revocation, mark, new version, entry or enrolment that ended it' },
});
export type Ending = Static<typeof Ending>;
export type Endable = Pick<Ending, 'kind' | 'id'>;

/** How many things one question about their standing may name. */
export const MOST_ASKED = 64;

/** Things to ask about: kind and id of each, such as `mandate:ic_1,key:sha256:ab`. */
export const AskedThings = Type.String({
  pattern: `^((${ENDING_KINDS.join('|')}):[A-Za-z0-9_:-]{1,120}(,|$)){1,${MOST_ASKED}}$`,
  description: `Kind and id of each, at most ${MOST_ASKED}: \`mandate:<contract_id>\`, \`profile:<profile_hash>\`, \`payee:<entry_hash>\`, \`key:<fingerprint>\`, \`enrolment:<fingerprint>\`, with a comma between two`,
});

/**
 * Reads what `AskedThings` has the form of.
 * @example thingsIn('mandate:ic_1,key:sha256:ab')
 *   // [{ kind: 'mandate', id: 'ic_1' }, { kind: 'key', id: 'sha256:ab' }]
 */
export function thingsIn(asked: string): readonly Endable[] {
  return asked.split(',').flatMap((thing) => {
    const at = thing.indexOf(':');
    const kind = ENDING_KINDS.find((known) => known === thing.slice(0, at));
    return kind === undefined ? [] : [{ kind, id: thing.slice(at + 1) }];
  });
}

/**
 * Writes what `thingsIn` reads.
 * @example askFor([{ kind: 'mandate', id: 'ic_1' }, { kind: 'key', id: 'sha256:ab' }])
 *   // 'mandate:ic_1,key:sha256:ab'
 */
export function askFor(things: readonly Endable[]): string {
  return things.map(({ kind, id }) => `${kind}:${id}`).join(',');
}

/** The number of endings, and the root of the map of them: in each head of the log (ADR 0031). */
export const StandingHead = closed({ size: Type.Integer({ minimum: 0 }), root_hash: Hash });
export type StandingHead = Static<typeof StandingHead>;

/** One proof for several things, at one root: what of them has ended, and that nothing else of them has. */
export const StandingProof = closed({
  proof: Type.Array(Type.String({ pattern: '^(/|-|[0-9a-f]{64}|[0-9a-f]{128})$' }), {
    minItems: 1,
    maxItems: 8_192,
    description:
      'The map from its root, left before right: `/` for a node that goes on, `-` for nothing, a hash for what was not asked about, key and value for a leaf',
  }),
  ended: Type.Optional(Type.Array(Ending, { minItems: 1, maxItems: 256 })),
});
export type StandingProof = Static<typeof StandingProof>;
