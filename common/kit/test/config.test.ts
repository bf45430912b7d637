import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { describeConfig, integer, oneOf, onOff, path, readConfig, text, url } from '@common/kit/config';

const schema = {
  PORT: integer({ description: 'Where to listen.', default: 8090, minimum: 0, maximum: 65_535 }),
  DATABASE_URL: text({ description: 'The database.', default: 'sqlite:data/a.db', secret: true }),
  ADMIN_TOKEN: text({ description: 'For /tasks.', secret: true, optional: true, minLength: 16 }),
  LOG_LEVEL: oneOf(['info', 'debug'], { description: 'How much to log.', default: 'info' }),
  INTEREST_YIELD_BOUND: onOff({ description: 'The yield bound.', default: true }),
  BASE_URL: url({ description: 'How others reach us.' }),
  DATA_DIR: path({ description: 'Where data lies.', default: 'data' }),
  SEC_CONTACT: text({
    description: 'The operator, for the SEC.',
    pattern: '^\\S+@\\S+$',
    expected: 'an e-mail address',
  }),
} as const;

const least = { BASE_URL: 'https://a.example', SEC_CONTACT: 'ops@a.example' };

function read(env: Record<string, string | undefined>) {
  const result = readConfig(schema, { ...least, ...env });
  assert.ok(result.ok, result.ok ? '' : result.error.message);
  return result.value;
}

test('defaults apply, the empty string counts as not set, and secrets are kept apart', () => {
  const { config, secrets } = read({ PORT: '', ADMIN_TOKEN: '', UNRELATED: 'x' });
  assert.deepEqual(config, {
    PORT: 8090,
    LOG_LEVEL: 'info',
    INTEREST_YIELD_BOUND: true,
    BASE_URL: 'https://a.example',
    DATA_DIR: 'data',
    SEC_CONTACT: 'ops@a.example',
  });
  assert.deepEqual(secrets, { DATABASE_URL: 'sqlite:data/a.db', ADMIN_TOKEN: undefined });
});

test('values are typed', () => {
  const { config, secrets } = read({
    PORT: '0',
    INTEREST_YIELD_BOUND: 'OFF',
    LOG_LEVEL: 'debug',
    ADMIN_TOKEN: 'x'.repeat(16),
  });
  const port: number = config.PORT;
  const bound: boolean = config.INTEREST_YIELD_BOUND;
  const level: 'info' | 'debug' = config.LOG_LEVEL;
  const token: string | undefined = secrets.ADMIN_TOKEN;
  const database: string = secrets.DATABASE_URL;
  assert.deepEqual(
    [port, bound, level, token?.length, database],
    [0, false, 'debug', 16, 'sqlite:data/a.db'],
  );
  // @ts-expect-error a secret is not in config
  assert.equal(config.ADMIN_TOKEN, undefined);
  for (const [word, value] of Object.entries({
    on: true,
    True: true,
    '1': true,
    yes: true,
    '0': false,
    no: false,
  })) {
    assert.equal(read({ INTEREST_YIELD_BOUND: word }).config.INTEREST_YIELD_BOUND, value);
  }
});

test('relative paths, also as defaults, are resolved against the base directory', () => {
  const at = (env: Record<string, string>) => {
    const result = readConfig(schema, { ...least, ...env }, '/srv/app');
    return result.ok ? result.value.config.DATA_DIR : undefined;
  };
  assert.equal(at({}), resolve('/srv/app', 'data'));
  assert.equal(at({ DATA_DIR: '../x' }), resolve('/srv/x'));
  assert.equal(at({ DATA_DIR: '/abs' }), '/abs');
});

test('one message lists all faults by variable and repeats no value', () => {
  const result = readConfig(schema, {
    PORT: '80a',
    ADMIN_TOKEN: 'hunter2',
    LOG_LEVEL: 'loud',
    INTEREST_YIELD_BOUND: 'maybe',
    BASE_URL: 'ftp://user:hunter2@a',
    SEC_CONTACT: undefined,
  });
  assert.ok(!result.ok);
  assert.equal(result.error.code, 'invalid_config');
  assert.equal(
    result.error.message,
    [
      '6 settings are wrong:',
      '  PORT must be an integer from 0 to 65535',
      '  ADMIN_TOKEN must be at least 16 characters',
      '  LOG_LEVEL must be one of info, debug',
      '  INTEREST_YIELD_BOUND must be on or off',
      '  BASE_URL must be a URL that starts with http: or https:',
      '  SEC_CONTACT is not set: it must be an e-mail address. The operator, for the SEC.',
    ].join('\n'),
  );
  assert.doesNotMatch(JSON.stringify(result), /hunter2|80a|loud|maybe/);
});

test('numbers are read strictly', () => {
  for (const value of ['1.0', '1e3', ' 1', '0x10', '-1', '65536', '9007199254740993', 'NaN']) {
    assert.ok(!readConfig(schema, { ...least, PORT: value }).ok, value);
  }
});

test('rows for the documentation', () => {
  const rows = describeConfig(schema);
  assert.deepEqual(
    rows.map(({ name }) => name),
    Object.keys(schema),
  );
  assert.deepEqual(rows[0], {
    name: 'PORT',
    type: 'an integer from 0 to 65535',
    required: false,
    default: '8090',
    description: 'Where to listen.',
    secret: false,
  });
  const row = (name: string) => rows.find((candidate) => candidate.name === name);
  assert.equal(row('INTEREST_YIELD_BOUND')?.default, 'on');
  assert.deepEqual([row('ADMIN_TOKEN')?.required, row('ADMIN_TOKEN')?.secret], [false, true]);
  assert.equal(row('BASE_URL')?.required, true);
});

test('an address to which a secret is sent takes plain http only on this machine', () => {
  const setting = { API_URL: url({ description: 'Where the key is sent.', secretsSent: true }) };
  const taken = (address: string) => readConfig(setting, { API_URL: address }).ok;
  assert.deepEqual(
    ['https://bank.example', 'http://127.0.0.1:9200', 'http://[::1]:9200', 'http://bank.example'].map(taken),
    [true, true, true, false],
  );
  // A host that only begins like this machine's address.
  assert.equal(taken('http://127.0.0.1.bank.example'), false);
});
