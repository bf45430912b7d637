import { concatBytes, fromHex, toHex } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';

const integer = (...digits: readonly string[]) => BigInt(`0x${digits.join('')}`);

/** A key of 2048 bits that stands here for all to read: it guards nothing. RFC 8017, 3.2, names its parts. */
const KEY = {
  p: integer(
    'fec4213e342e89bcf57895bdb435c0e4b5c170209ac4f04504fa478af22cc02ed4427fd632557a972374ffa075a5eb62',
    'c9e182cce82102842f97ba54d7c31a1512ce7af40c84dfc611ed21279f9289c3e2abdaeb94143b80d8300c4094a4d4e8',
    '07c41928f7c767cd72c0b3c93855f45b5a04c8d9c38cadb691c62f27eb024f1b',
  ),
  q: integer(
    'c19ca92da8e6f8dd18d610ff2f58f3e58201c1659e8778955901f2d07dfe84dd1e7b2541451fe23696e77884b293766c',
    '594d8db6ccaf66226322285a3d8fd3904cb81ffcb2c3ec14b5c5c59964d21564096c1c65da35c533bdb3b667342daefa',
    'a45d4fd32cec769dca60a41fa341605e9d6fe15b6b75fa399eefb5dd5406c953',
  ),
  dp: integer(
    'd5f8de3ec34eeeea6074c5b74ddaf3c6638d32e27f7ab69e115f2fa5585f138e8141d4e28ee5d20f8c7d2091a11e1883',
    'a131214d7e0cf3731811e4328c00d6302ada76d3f08bccf22b6e313179497721a988535716c8a36d44a59e34c3636959',
    'f3e3d489df09807a424decf22cb9ac80e92b299214365c54013d25afee26c34f',
  ),
  dq: integer(
    '6ba27e6305ed3219287f897f74810d46605a3d7c12ffd9479dedf961734a15ef1fccf24f30f0a2c01a70a08d950169ea',
    '9e53011fc8f711deb821fb30ffdc7f8f4f3765810498eb1c3059bc9aa4742eb42890d3d0c3d8f4c2e90989b4224beb65',
    '280f401b747419156bb702471c6971fbe7a695304fb38ce28fbb4fedb592f845',
  ),
  qi: integer(
    '4a686afeb7f25396ccc9242ef34cca739a00a3a4978c666f4f6f5518c32bcd04ca205370e2e9262abd63848725cdd2bd',
    'b070c19fa2b3090af241f3e39757bc8356dce19d035c912646f035a7bb139636ce17c10e26ecdf8e5c81689347212655',
    'b7ad079ce4401699af9b357de2521a2425f0e0dca5bdc2f0f14d953ddbea9ddd',
  ),
};
const BYTES = 256;
/** DigestInfo of SHA-256, up to the digest: RFC 8017, 9.2, note 1. */
const DIGEST_INFO = '3031300d060960864801650304020105000420';

export const RSA_MODULUS = bytesOf(KEY.p * KEY.q);

/** RSASSA-PKCS1-v1_5 over SHA-256: the same bytes each time. */
export function signRs256(crypto: Pick<Crypto, 'sha256'>, message: Uint8Array): Uint8Array {
  const info = fromHex(`${DIGEST_INFO}${crypto.sha256(message)}`) ?? new Uint8Array();
  const padding = new Uint8Array(BYTES - info.length - 3).fill(0xff);
  return privately(concatBytes(Uint8Array.of(0x00, 0x01), padding, Uint8Array.of(0x00), info));
}

/** What the key makes of any block, also of one that no honest signer would sign. */
export function privately(block: Uint8Array): Uint8Array {
  const { p, q, dp, dq, qi } = KEY;
  const base = BigInt(`0x${toHex(block)}`);
  const [one, other] = [power(base % p, dp, p), power(base % q, dq, q)];
  const difference = (((one - other) % p) + p) % p;
  return bytesOf(other + q * ((difference * qi) % p));
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest % 2n === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

function bytesOf(value: bigint): Uint8Array {
  return fromHex(value.toString(16).padStart(2 * BYTES, '0')) ?? new Uint8Array();
}
