/** Does one job after another. */
export type Hand<Job, Answer> = (job: Job) => Answer | Promise<Answer>;

/**
 * Has the hands do the jobs, each hand one at a time, and yields the answers in the order of the jobs. INVARIANT: at most
 * `most` jobs are begun whose answers the caller has not taken, so a slow caller or a slow job bounds the memory.
 */
export async function* answersInOrder<Job, Answer>(
  jobs: Iterable<Job> | AsyncIterable<Job>,
  hands: readonly Hand<Job, Answer>[],
  most: number,
): AsyncGenerator<Answer> {
  const free = [...hands];
  const waiting: ((hand: Hand<Job, Answer>) => void)[] = [];
  const work = async (job: Job): Promise<Answer> => {
    const hand = free.pop() ?? (await new Promise<Hand<Job, Answer>>((resolve) => waiting.push(resolve)));
    try {
      return await hand(job);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free.push(hand);
      else next(hand);
    }
  };
  const begun: Promise<Answer>[] = [];
  for await (const job of jobs) {
    const answer = work(job);
    // The caller learns of a failure when its turn comes, or has left by then.
    answer.catch(() => {});
    begun.push(answer);
    const first = begun.length < most ? undefined : begun.shift();
    if (first !== undefined) yield await first;
  }
  for (const answer of begun) yield await answer;
}
