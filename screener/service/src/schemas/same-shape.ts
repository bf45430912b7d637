import type { Static, TSchema } from 'typebox';

/**
 * What a schema describes, read only as answers are. A body that is sent as bytes is checked against it by the compiler
 * alone.
 */
export type AnswerOf<Schema extends TSchema> = ReadOnly<Static<Schema>>;

/**
 * Holds a schema to the type of the answer that it describes: `true satisfies Same<Answer, typeof AnswerSchema>;` beside
 * the schema compiles only if both have the same members with the same types. Otherwise the compiler prints which members
 * differ, and how.
 *
 * Members are compared one by one, down to strings and numbers: asked about whole types, the compiler treats those nested
 * more than three levels deep as the same.
 */
export type Same<Answer, Schema extends TSchema> = Compared<Answer, Static<Schema>>;

type Word = string | number | boolean | null | undefined;

type Compared<A, B> = [unknown, unknown] extends [A, B]
  ? true
  : [A] extends [Word]
    ? ComparedWhole<A, B>
    : IsOne<Extract<A, null>, Extract<B, null>> extends true
      ? ComparedPresent<NonNullable<A>, NonNullable<B>>
      : Differ<A, B>;

type ComparedPresent<A, B> = [A, B] extends [readonly (infer Item)[], readonly (infer Described)[]]
  ? Compared<Item, Described>
  : [IsUnion<A>, IsUnion<B>] extends [false, false]
    ? ComparedMembers<A, B>
    : // The members of a union are compared where each has its own schema.
      ComparedWhole<ReadOnly<A>, ReadOnly<B>>;

type ComparedMembers<A, B> = {
  readonly [Name in keyof A | keyof B as ComparedMember<A, B, Name> extends true
    ? never
    : Name]: ComparedMember<A, B, Name>;
} extends infer Differing
  ? keyof Differing extends never
    ? true
    : Differing
  : never;

type ComparedMember<A, B, Name> = Name extends keyof A
  ? Name extends keyof B
    ? IsOne<IsOptional<A, Name>, IsOptional<B, Name>> extends true
      ? Compared<A[Name], B[Name]>
      : 'optional on one side'
    : 'only in the answer'
  : 'only in the schema';

type ComparedWhole<A, B> = IsOne<A, B> extends true ? true : Differ<A, B>;

interface Differ<A, B> {
  readonly answer: A;
  readonly schema: B;
}

type IsOne<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type IsOptional<T, Name extends keyof T> = Record<never, never> extends Pick<T, Name> ? true : false;

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : false;

type ReadOnly<T> = unknown extends T
  ? T
  : T extends Word
    ? T
    : T extends readonly (infer Item)[]
      ? readonly ReadOnly<Item>[]
      : { readonly [Name in keyof T]: ReadOnly<T[Name]> };
