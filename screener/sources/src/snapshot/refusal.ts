import { fail, type Result } from '@common/base/result';

export type BuildRefusal = 'snapshot_input_refused';

export function refused(message: string): Result<never, BuildRefusal> {
  return fail('snapshot_input_refused', message);
}
