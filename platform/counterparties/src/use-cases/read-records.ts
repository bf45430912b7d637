import { fail, ok, type Result } from '@common/base/result';
import type { RecipientStore } from '../store/store.ts';
import { digestOf } from './release-record.ts';

export async function readRecord(store: RecipientStore, recordId: string) {
  const record = await store.record(recordId);
  if (record === null) return fail('record_unknown', `There is no record ${recordId}.`);
  const { sensitivity, title } = record;
  return ok({ record_id: recordId, sensitivity, title, digest: digestOf(record) });
}

export async function readRequester(
  store: RecipientStore,
  requesterId: string,
): Promise<Result<{ requester_id: string; name: string; verified: boolean }, 'requester_unknown'>> {
  const requester = await store.requester(requesterId);
  if (requester === null) return fail('requester_unknown', `There is no requester ${requesterId}.`);
  return ok({ requester_id: requesterId, name: requester.name, verified: requester.verified });
}
