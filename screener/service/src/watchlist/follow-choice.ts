import { ok } from '@common/base/result';
import type { Choice, ChoiceStore } from '../accounts/choice.store.ts';
import { screenBatch } from '../use-cases/screen-batch.ts';
import { screenTicker } from '../use-cases/screen-ticker.ts';
import type { WatchDeps } from './watch-ticker.ts';

interface FollowDeps extends WatchDeps {
  readonly choices: ChoiceStore;
}

/** The form is answered after this time at the latest. */
const LIMIT_MS = 4_000;

/**
 * Saves what an account follows. What it watches is first screened by an edition that is new to it, so that alerts begin
 * with what comes after, not with what changed before anybody here looked.
 */
export async function followChoice(
  deps: FollowDeps,
  account: string,
  choice: Choice,
  onFailure: (error: unknown, symbol: string) => void,
): Promise<void> {
  const { rules } = choice;
  if ((await deps.choices.choiceOf(account)).rules !== rules) {
    await screenBatch(
      {
        async screen(request) {
          const screened = await screenTicker(deps, request);
          return screened.ok ? ok(null) : screened;
        },
        ...{ clock: deps.clock, batchLimitMs: LIMIT_MS, onFailure, rules },
      },
      await deps.watchlist.symbolsOf(account),
    );
  }
  await deps.choices.saveChoice(account, choice);
}
