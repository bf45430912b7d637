import { type Description, readDescription } from '@common/kit/testing/described';
import { useService } from './service.ts';

/** The one screener that the tests over HTTP ask; each of them with addresses and keys of its own. */
export const service = useService();

let read: Promise<Description> | undefined;

/** Its description, read once: compiling the schemas costs more than the requests. */
export function describedOnce(): Promise<Description> {
  read ??= readDescription(service);
  return read;
}
