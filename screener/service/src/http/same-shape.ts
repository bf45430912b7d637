import type { Static, TSchema } from 'typebox';

/**
 * What a schema describes, read only as answers are. A body that is sent as bytes is checked against it by the compiler
 * alone.
 */
export type AnswerOf<Schema extends TSchema> = Plain<Static<Schema>>;

/**
 * Holds a schema to the type of the answer that it describes: `true satisfies Same<Answer, typeof AnswerSchema>;` beside
 * the schema compiles only where both have the same members of the same types. Otherwise the compiler prints which
 * members differ, and how.
 */
export type Same<Answer, Schema extends TSchema> = Compared<Plain<Answer>, AnswerOf<Schema>>;

type Compared<Answer, Described> =
  IsOne<Answer, Described> extends true ? true : Difference<Answer, Described>;

type IsOne<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** A type with its aliases and intersections written out, and all of it read only. */
type Plain<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Plain<Item>[]
      : { readonly [Name in keyof T]: Plain<T[Name]> };

type Difference<A, B> = [NonNullable<A>, NonNullable<B>] extends [
  readonly (infer Item)[],
  readonly (infer Described)[],
]
  ? Difference<Item, Described>
  : [NonNullable<A>, NonNullable<B>] extends [object, object]
    ? {
        readonly [Name in keyof NonNullable<A> | keyof NonNullable<B> as IsOne<
          Member<A, Name>,
          Member<B, Name>
        > extends true
          ? never
          : Name]: Name extends keyof NonNullable<A>
          ? Name extends keyof NonNullable<B>
            ? Difference<NonNullable<A>[Name], NonNullable<B>[Name]>
            : 'only in the answer'
          : 'only in the schema';
      }
    : { readonly answer: A; readonly schema: B };

/** As an object, so that an optional member is not one that may be undefined. */
type Member<T, Name> = Name extends keyof NonNullable<T> ? Pick<NonNullable<T>, Name> : never;
