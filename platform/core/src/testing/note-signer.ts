import { fromHex, utf8 } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { type Checkpoint, formatCheckpoint } from '../log/note/checkpoint.ts';
import { cosignatureLine, cosignatureMessage } from '../log/note/cosignature.ts';
import { KEY_TYPES, type NoteKey, noteKey } from '../log/note/note-key.ts';
import { formatNote, type NoteSignature } from '../log/note/signed-note.ts';

/** A log or witness whose key is derived from its name, so that every run signs the same bytes. */
export interface NoteSigner {
  readonly key: NoteKey;
  readonly sign: (message: Uint8Array) => Uint8Array;
}

export function noteSigner(
  crypto: Crypto,
  name: string,
  type: NoteKey['type'] = KEY_TYPES.log,
  seed = name,
): NoteSigner {
  const secret = fromHex(crypto.sha256(`a key for tests: ${seed}`)) ?? new Uint8Array(32);
  return {
    key: noteKey(crypto, { name, type, publicKey: ed25519.getPublicKey(secret) }),
    sign: (message) => ed25519.sign(message, secret),
  };
}

/** A checkpoint's note: by its log, and by witnesses at `timeS`. */
export function signCheckpoint(
  log: NoteSigner,
  checkpoint: Omit<Checkpoint, 'origin'> & { readonly origin?: string },
  { witnesses = [], timeS = 1_800_000_000 }: CosignOptions = {},
): string {
  const text = formatCheckpoint({ origin: log.key.name, ...checkpoint });
  const signatures = [
    { name: log.key.name, keyId: log.key.id, signature: log.sign(utf8(text)) },
    ...witnesses.map((witness) => cosign(witness, text, timeS)),
  ];
  return formatNote({ text, signatures });
}

interface CosignOptions {
  readonly witnesses?: readonly NoteSigner[];
  readonly timeS?: number;
}

export function cosign({ key, sign }: NoteSigner, text: string, timeS: number): NoteSignature {
  return cosignatureLine(key, timeS, sign(cosignatureMessage(text, timeS)));
}
