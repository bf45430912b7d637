import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { PLATFORM_CONFIGS } from '../docs/platform-config-page.ts';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { ALLOCATOR, SERVICES } from '../start/services.ts';

const read = (path: string) => readFileSync(join(ROOT_FOLDER, 'deploy', path), 'utf8');

describe('compose.yaml', () => {
  const text = read('compose.yaml');
  /** A service's block, by its name. */
  const blockOf = (name: string): string =>
    new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)+)`, 'm').exec(text)?.[1] ?? '';

  test('runs what npm start does, each in a container of its own', () => {
    for (const { name, entry, options } of SERVICES) {
      const command = ['node', ...options, entry].join(', ');
      assert.match(blockOf(name), new RegExp(`^ {4}command: \\[${command}\\]$`, 'm'), name);
    }
  });

  test('asks each service for its health at its own port', () => {
    for (const { name } of [
      ...SERVICES.filter((service) => service.name !== 'screener'),
      { name: 'witness' },
    ]) {
      const schema = PLATFORM_CONFIGS[name];
      const port = schema?.[`${name.toUpperCase()}_PORT`]?.default;
      assert.match(
        blockOf(name),
        new RegExp(`HEALTH_URL: http://127\\.0\\.0\\.1:${port}/healthz$`, 'm'),
        name,
      );
    }
  });

  test('publishes ports to this machine alone, and only those that the proxy needs', () => {
    const published = [...text.matchAll(/^ +ports: \['([^']+)'\]$/gm)].map(([, port]) => port);
    assert.deepEqual(
      published,
      [8090, 8000, 8080, 8006].map((port) => `127.0.0.1:${port}:${port}`),
    );
    assert.equal(text.match(/ports:/g)?.length, published.length);
  });

  test('gives no container a capability, a writable root or an unpinned base', () => {
    assert.match(text, /^ {2}read_only: true$/m);
    assert.match(text, /^ {2}cap_drop: \[ALL\]$/m);
    assert.match(text, /^ {2}security_opt: \['no-new-privileges:true'\]$/m);
    assert.match(text, /\$\{BASE_IMAGE:\?/);
    assert.doesNotMatch(text, /privileged: true|cap_add|network_mode: host/);
    const services = text.slice(text.indexOf('\nservices:'), text.indexOf('\nvolumes:\n'));
    assert.equal(services.match(/<<: \*(sanad|platform)$/gm)?.length, SERVICES.length + 2);
  });

  test('has every database of the services in PostgreSQL, where it is asked to', () => {
    const names = SERVICES.flatMap(({ name }) =>
      Object.keys(PLATFORM_CONFIGS[name] ?? {}).filter((setting) => setting.endsWith('DATABASE_URL')),
    );
    assert.equal(names.length, 6);
    const overlay = parse(read('compose.postgres.yaml')).services;
    for (const name of [...new Set(names), 'DATABASE_URL']) {
      // Backups and doctor run in a container of the screener.
      assert.match(overlay.screener.environment[name] ?? '', /^postgres:/, name);
      if (name === 'DATABASE_URL') continue;
      const services = Object.entries<{ environment: object }>(overlay).filter(
        ([service, { environment }]) => service !== 'screener' && name in environment,
      );
      assert.equal(services.length, 1, name);
    }
  });
});

test('image and units tell the allocator what npm start tells it', () => {
  const settings = Object.entries(ALLOCATOR).map(([name, value]) => `${name}=${value}`);
  assert.match(
    readFileSync(join(ROOT_FOLDER, 'Dockerfile'), 'utf8'),
    new RegExp(`^ENV ${settings.join(' ')}$`, 'm'),
  );
  assert.match(
    read('systemd/sanad-.service.d/10-all.conf'),
    new RegExp(`^Environment=${settings.join(' ')}$`, 'm'),
  );
});

describe('recipes for a proxy', () => {
  for (const file of ['proxy/Caddyfile', 'proxy/nginx.conf']) {
    test(`${file} names the settings that belong to it, and keeps the operator's paths in`, () => {
      for (const name of ['TRUST_PROXY', 'PUBLIC_URL', 'CONSOLE_ORIGIN', 'CONSOLE_PASSWORD'])
        assert.match(read(file), new RegExp(`^# +${name}=`, 'm'));
      assert.equal(read(file).match(/\/metrics/g)?.length, 3);
      assert.match(read(file), /\/tasks\//);
    });
  }

  test('nginx takes its recipe', { skip: has('nginx', '-v') ? false : 'nginx is not here' }, () => {
    inFolder((folder) => {
      const kept = join(ROOT_FOLDER, 'common/kit/src/testing/certificates');
      const recipe = read('proxy/nginx.conf')
        .replace('/etc/ssl/sanad/fullchain.pem', join(kept, 'server.pem'))
        .replace('/etc/ssl/sanad/privkey.pem', join(kept, 'server-key.pem'))
        // An ordinary user may not have these ports, and a machine may have no IPv6.
        .replaceAll(/^ +listen \[::\].*\n/gm, '')
        .replaceAll(/listen (80|443)/g, (_, port) => `listen 127.0.0.1:${Number(port) + 20_000}`);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      mkdirSync(join(folder, 'logs'));
      writeFileSync(join(folder, 'recipe.conf'), recipe);
      writeFileSync(
        join(folder, 'nginx.conf'),
        [
          `pid ${folder}/pid; error_log stderr; events {} http { access_log off;`,
          ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
          `include ${folder}/recipe.conf; }`,
        ].join('\n'),
      );
      const args = ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')];
      const { status, stderr } = spawnSync('nginx', args, { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    });
  });

  test('Caddy takes its recipe', { skip: has('caddy', 'version') ? false : 'caddy is not here' }, () => {
    inFolder((folder) => {
      const args = [
        'validate',
        '--adapter',
        'caddyfile',
        '--config',
        join(ROOT_FOLDER, 'deploy/proxy/Caddyfile'),
      ];
      const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
      const { status, stdout, stderr } = spawnSync('caddy', args, { encoding: 'utf8', env });
      assert.equal(status, 0, stderr);
      assert.match(`${stdout}${stderr}`, /Valid configuration/);
    });
  });
});

function has(program: string, version: string): boolean {
  return spawnSync(program, [version]).status === 0;
}

function inFolder(act: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-proxy-'));
  try {
    act(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
