import type { Result } from '@common/base/result';
import type {
  ScreenAnswer,
  ScreenRefusal,
  UnderstoodRequest,
} from '@screener/service/use-cases/screen-ticker';

/** Screens, or returns the screening that was made a moment ago from the same facts. */
export type Screen = (request: UnderstoodRequest) => Promise<Result<ScreenAnswer, ScreenRefusal>>;
