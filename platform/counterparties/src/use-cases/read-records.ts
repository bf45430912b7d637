import { fail, ok, type Result } from '@common/base/result';
import type { RecipientStore, Requester } from '../store/store.ts';
import { digestOf } from './release-record.ts';

export async function readRecord(store: RecipientStore, recordId: string) {
  const record = await store.record(recordId);
  if (record === null) return fail('record_unknown', `There is no record ${recordId}.`);
  return ok({ ...record, digest: digestOf(record) });
}

export async function readRequester(
  store: RecipientStore,
  requesterId: string,
): Promise<Result<Requester, 'requester_unknown'>> {
  const requester = await store.requester(requesterId);
  if (requester === null) return fail('requester_unknown', `There is no requester ${requesterId}.`);
  return ok(requester);
}
