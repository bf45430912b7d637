import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { parseStrict } from '@common/evidence/canonical';
import { SignedSession } from '@platform/core/objects/session';
import { Compile } from 'typebox/compile';

/** Room for any session, with a signature of the longest key. */
const MOST_BYTES = 16_384;
const form = Compile(SignedSession);

/** A signed session as a cookie and a bearer token carry it: deflated, because both are short of room. */
export function writeSessionToken(signed: SignedSession): string {
  return deflateRawSync(JSON.stringify(signed)).toString('base64url');
}

/** Null for a text that is no such session; whether it counts, `readSession` says. */
export function readSessionToken(token: string): SignedSession | null {
  let text: string;
  try {
    text = inflateRawSync(Buffer.from(token, 'base64url'), { maxOutputLength: MOST_BYTES }).toString('utf8');
  } catch {
    return null;
  }
  const parsed = parseStrict(text);
  return parsed.ok && form.Check(parsed.value) ? parsed.value : null;
}
