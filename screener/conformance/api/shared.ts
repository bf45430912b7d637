import { type Description, readDescription } from '@common/kit/testing/described';
import { useService } from './service.ts';

/** The screener that all tests over HTTP share; each test has addresses and keys of its own. */
export const service = useService();

let read: Promise<Description> | undefined;

/** Reads the service's description once, because compiling the schemas costs more than the requests. */
export function describedOnce(): Promise<Description> {
  read ??= readDescription(service);
  return read;
}
