/**
 * Waits for all of them, even if one fails: nothing of it then runs on when the transaction that it belongs to has ended.
 * Throws the first failure in their order.
 */
export async function together<Values extends readonly unknown[]>(
  work: {
    readonly [Index in keyof Values]: Promise<Values[Index]>;
  },
): Promise<Values> {
  await Promise.allSettled(work);
  return (await Promise.all(work)) as unknown as Values;
}
