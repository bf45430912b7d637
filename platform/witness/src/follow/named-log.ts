import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { KEY_TYPES, type NoteKey, parseNoteKey } from '@platform/core/log/note/note-key';

/** A log as a command names it: its address, and its keys, which all have one name. */
export interface NamedLog {
  readonly url: string;
  readonly origin: string;
  readonly keys: readonly NoteKey[];
}

export function nameLog(
  crypto: Crypto,
  url: string,
  vkeys: readonly string[],
): Result<NamedLog, 'arguments_unusable'> {
  const { protocol = '', search = '', username = '' } = URL.parse(url) ?? {};
  if (!['http:', 'https:'].includes(protocol) || search !== '' || username !== '') {
    return fail(
      'arguments_unusable',
      'The log is named by its address, such as https://log.example/1: no user, no query.',
    );
  }
  const keys: NoteKey[] = [];
  for (const vkey of vkeys) {
    const key = parseNoteKey(crypto, vkey);
    if (!key.ok) return fail('arguments_unusable', `--vkey ${vkey}: ${key.error.message}`);
    if (key.value.type !== KEY_TYPES.log) {
      return fail('arguments_unusable', `--vkey ${vkey}: this is the key of a witness, not of a log.`);
    }
    keys.push(key.value);
  }
  const [origin, ...others] = new Set(keys.map(({ name }) => name));
  if (origin === undefined || others.length > 0) {
    return fail(
      'arguments_unusable',
      'Give --vkey for one log: its key, and again for one that it had before.',
    );
  }
  return ok({ url, origin, keys });
}
