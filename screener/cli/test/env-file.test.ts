import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { setInEnvFile } from '../src/env-file.ts';

const CONTACT = 'you@example.org';

/** What the file holds after a setting was written, or the refusal's message. */
async function after(before: string, values: Readonly<Record<string, string>>) {
  let found = { text: '', message: '' };
  await withTempDir(async (directory) => {
    const file = join(directory, '.env');
    await writeFile(file, before);
    const written = await setInEnvFile(file, values);
    found = { text: await readFile(file, 'utf8'), message: written.ok ? '' : written.error.message };
  });
  return found;
}

describe('setting a variable in an env file', () => {
  const intact: Readonly<Record<string, string>> = {
    'a line of another value that looks like the setting': 'NOTE="x\nSEC_USER_AGENT=inside\ny"\nA=1\n',
    'the same with CRLF': 'NOTE="x\r\nSEC_USER_AGENT=inside\r\ny"\r\n',
    'a setting whose own value has several lines, one like another setting':
      'SEC_USER_AGENT="x\nADMIN_TOKEN=inside"\nA=1\n',
  };
  for (const [what, before] of Object.entries(intact)) {
    test(`${what}: refused, and the file is left as it is`, async () => {
      const { text, message } = await after(before, { SEC_USER_AGENT: CONTACT });
      assert.equal(text, before);
      assert.match(message, /was left as it is: (NOTE|ADMIN_TOKEN) would change, .*Write SEC_USER_AGENT/);
    });
  }

  test('a value of several lines that is not touched stays', async () => {
    const before = '# keys\nNOTE="x\n\ny"\nSEC_USER_AGENT=old@example.org\n';
    const { text, message } = await after(before, { SEC_USER_AGENT: CONTACT });
    assert.deepEqual([text, message], [`# keys\nNOTE="x\n\ny"\nSEC_USER_AGENT="${CONTACT}"\n`, '']);
  });

  const endings: Readonly<Record<string, readonly [string, string]>> = {
    CRLF: [
      'A=1\r\nSEC_USER_AGENT=old\r\nB=2\r\n\r\n',
      `A=1\r\nB=2\r\nSEC_USER_AGENT="${CONTACT}"\r\nX="y"\r\n`,
    ],
    'CRLF without one at the end': ['A=1\r\nB=2', `A=1\r\nB=2\r\nSEC_USER_AGENT="${CONTACT}"\r\nX="y"\r\n`],
    LF: ['A=1\nB=2', `A=1\nB=2\nSEC_USER_AGENT="${CONTACT}"\nX="y"\n`],
    'an empty file': ['', `SEC_USER_AGENT="${CONTACT}"\nX="y"\n`],
  };
  for (const [what, [before, expected]] of Object.entries(endings)) {
    test(`the line ending is kept: ${what}`, async () => {
      const { text, message } = await after(before, { SEC_USER_AGENT: CONTACT, X: 'y' });
      assert.deepEqual([text, message], [expected, '']);
    });
  }

  for (const value of ['a\nADMIN_TOKEN=x', 'a\rb', 'a\u0000b', 'a\tb', 'a\u001b[31mb', 'a\u0085b']) {
    test(`a value with a control character is refused: ${JSON.stringify(value)}`, async () => {
      const { text, message } = await after('A=1\n', { MARKET_API_TOKEN: value });
      assert.equal(text, 'A=1\n');
      assert.match(message, /^MARKET_API_TOKEN has a line break or another control character in it\.$/);
    });
  }
});
