import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { AUTHORITY } from '@common/kit/testing/certificates';
import { freePorts } from '@common/kit/testing/free-ports';
import { parse } from 'yaml';
import { DATABASES } from '../databases.ts';
import { PLATFORM_CONFIGS } from '../docs/platform-config-page.ts';
import { ignores } from '../image/dockerfile.ts';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { ALLOCATOR, argsOf, EVIDENCE_CHECKER, SERVICES } from '../start/services.ts';
import { MADE_LATER, SECRET, SEES } from './keys-seen.ts';

interface Container {
  readonly image?: string;
  readonly volumes?: readonly string[];
}

const read = (path: string) => readFileSync(join(ROOT_FOLDER, 'deploy', path), 'utf8');

describe('compose.yaml', () => {
  const text = read('compose.yaml');
  /** A service's block, by its name. */
  const blockOf = (name: string): string =>
    new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)+)`, 'm').exec(text)?.[1] ?? '';

  test('runs what npm start does, each in a container of its own', () => {
    for (const service of SERVICES) {
      const { name } = service;
      const command = ['node', ...argsOf(service)].join(', ');
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

  test('lets no service write code that another one runs', () => {
    // The image's own folder of compiled code is read-only; a volume would be shared, or one more for each service.
    for (const file of ['compose.yaml', 'compose.postgres.yaml']) {
      const { services } = parse(read(file), { merge: true });
      for (const [name, { image, volumes }] of Object.entries<Container>(services)) {
        if (file === 'compose.yaml') assert.equal(image, 'sanad:local', name);
        if (image === 'sanad:local') {
          const code = (volumes ?? []).filter((volume) => !/:\/var\/lib\/sanad\//.test(volume));
          assert.deepEqual(code, [], name);
        }
        if (image === undefined) assert.equal(volumes, undefined, name);
      }
      assert.doesNotMatch(read(file), /NODE_COMPILE_CACHE/);
    }
  });

  const mounts = (name: string): string[] => parse(text, { merge: true }).services[name].volumes;
  const PLATFORM = '/var/lib/sanad/platform';

  test('hides from each service what systemd hides from it, and lets it write only what is its own', () => {
    const { services } = parse(text, { merge: true });
    const own = (name: string) => mounts(name).filter((volume) => !/^(nothing|\/dev\/null):/.test(volume));
    for (const [name, seen] of Object.entries(SEES)) {
      const keys = SECRET.filter((key) => !seen.includes(key) && !MADE_LATER.includes(key));
      const hidden = mounts(name).filter((volume) => !own(name).includes(volume));
      assert.deepEqual(
        hidden.map((volume) => volume.replace(/^(nothing|\/dev\/null):/, '')).sort(),
        keys.map((key) => `${PLATFORM}/keys/${key}:ro`).sort(),
        name,
      );
      // What is not there cannot be covered: an engine would make it, as root.
      assert.equal(services[name].depends_on.keys.condition, 'service_completed_successfully', name);
    }
    const keys = `keys:${PLATFORM}/keys`;
    const profiles = `profiles:${PLATFORM}/profiles`;
    const mandates = `mandates:${PLATFORM}/mandates`;
    const database = (name: string) => `${name}:${PLATFORM}/${name}`;
    assert.deepEqual(own('bank'), [database('bank'), `${keys}:ro`]);
    assert.deepEqual(own('pep'), [database('pep'), `${keys}:ro`, `${profiles}:ro`]);
    assert.deepEqual(own('gateway'), [database('gateway'), `${keys}:ro`]);
    assert.deepEqual(own('console'), [`${keys}:ro`, `${profiles}:ro`, `${mandates}:ro`]);
    assert.deepEqual(own('authority'), [
      database('authority'),
      keys,
      profiles,
      mandates,
      'receipts:/var/lib/sanad/out',
    ]);
    assert.deepEqual(mounts('screener'), [
      'screener:/var/lib/sanad/screener',
      'secrets:/var/lib/sanad/secrets',
    ]);
    assert.deepEqual(mounts('witness'), ['witness:/var/lib/sanad/witness']);
  });

  test('has each volume in a folder of the image that belongs to its user, and all of them for commands', () => {
    const image = readFileSync(join(ROOT_FOLDER, 'Dockerfile'), 'utf8');
    const { services, volumes } = parse(text, { merge: true });
    const kept = Object.keys(volumes).filter((name) => name !== 'nothing');
    assert.deepEqual(
      mounts('sanad')
        .map((volume) => volume.split(':')[0])
        .sort(),
      kept.sort(),
    );
    assert.deepEqual(services.keys.volumes, services.sanad.volumes);
    for (const volume of mounts('sanad')) {
      const folder = volume.split(':')[1]?.replace('/var/lib/', '');
      assert.match(image, new RegExp(`install --directory --owner=10001 [^&]* ${folder}\\s`), volume);
    }
    for (const [name, url] of Object.entries<string>(services.sanad.environment))
      if (name.endsWith('DATABASE_URL'))
        assert.ok(
          mounts('sanad').some((volume) => volume.endsWith(`/${dirname(url.replace('sqlite:var/', ''))}`)),
          name,
        );
  });

  test('has every database of the services in PostgreSQL, where it is asked to', () => {
    const names = SERVICES.flatMap(({ name }) =>
      Object.keys(PLATFORM_CONFIGS[name] ?? {}).filter((setting) => setting.endsWith('DATABASE_URL')),
    );
    assert.deepEqual(['DATABASE_URL', ...names].sort(), DATABASES.map(({ setting }) => setting).sort());
    const overlay = parse(read('compose.postgres.yaml')).services;
    for (const name of [...new Set(names), 'DATABASE_URL']) {
      // Backups and doctor look at all of them.
      assert.match(overlay.sanad.environment[name] ?? '', /^postgres:/, name);
      const services = Object.entries<{ environment: object }>(overlay).filter(
        ([service, { environment }]) => service !== 'sanad' && name in environment,
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

test('image and console’s unit name the program for evidence that npm start names, and the operator may another', () => {
  const setting = `EVIDENCE_CHECKER=${EVIDENCE_CHECKER}`;
  const image = readFileSync(join(ROOT_FOLDER, 'Dockerfile'), 'utf8');
  assert.match(image.slice(image.lastIndexOf('FROM ')), new RegExp(`^ENV ${setting}$`, 'm'));
  assert.match(read('systemd/sanad-console.service'), new RegExp(`^Environment=${setting}$`, 'm'));
  // Both read the operator's settings after that; what compose.yaml sets itself would be the last word.
  assert.doesNotMatch(read('compose.yaml'), /EVIDENCE_CHECKER/);
  const ignored = ignores(readFileSync(join(ROOT_FOLDER, '.dockerignore'), 'utf8'));
  assert.equal(ignored(EVIDENCE_CHECKER), false);
});

describe('recipes for a proxy', () => {
  for (const [file, closed] of [
    ['proxy/Caddyfile', 3],
    ['proxy/nginx.conf', 1],
  ] as const) {
    test(`${file} names the settings that belong to it, and keeps the operator's paths in`, () => {
      for (const name of ['TRUST_PROXY', 'PUBLIC_URL', 'CONSOLE_ORIGIN', 'CONSOLE_PASSWORD'])
        assert.match(read(file), new RegExp(`^# +${name}=`, 'm'));
      for (const path of [/\/metrics\b/g, /(?<!health_uri )\/readyz\b/g])
        assert.equal(read(file).match(path)?.length, closed);
      assert.match(read(file), /\/tasks\//);
    });
  }

  const skip = has('nginx', '-v') ? false : 'nginx is not here';
  test('nginx serves by its recipe, beside what Debian configures', { skip }, async () => {
    const heard: IncomingHttpHeaders[] = [];
    const service = createServer(({ url, headers }, response) => {
      heard.push(headers);
      response.end(url);
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const [http = 0, https = 0] = await freePorts(2);
    const folder = mkdtempSync(join(tmpdir(), 'sanad-proxy-'));
    writeNginx(folder, { http, https, service: (service.address() as AddressInfo).port });
    const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
    const checked = spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' });
    assert.equal(checked.status, 0, checked.stderr);
    const nginx = spawn('nginx', args, { stdio: 'ignore' });
    try {
      const ask = (path: string, host: string) => askWhenUp(https, path, host);
      const answer = await ask('/v1/x?y=1', 'screen.example.org');
      assert.deepEqual([answer.status, answer.body], [200, '/v1/x?y=1']);
      assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000');
      const [{ host, forwarded, 'x-forwarded-for': client } = {}] = heard;
      assert.deepEqual([host, forwarded, client], ['screen.example.org', undefined, '127.0.0.1']);
      const closed = [
        '/metrics',
        '/%6detrics',
        '/x/../metrics',
        '//metrics',
        '/readyz',
        '/readyz?x',
        '/tasks/rebuild',
      ];
      for (const path of closed) assert.equal((await ask(path, 'screen.example.org')).status, 404, path);
      assert.equal((await ask('/', 'elsewhere.example')).status, 421);
      // The host of the request line counts, whatever the header says.
      assert.equal((await ask('https://elsewhere.example/', 'screen.example.org')).status, 421);
      assert.equal(heard.length, 1);
      const told = await ask('https://screen.example.org/v1/z', 'elsewhere.example');
      assert.deepEqual([told.body, heard[1]?.host], ['/v1/z', 'screen.example.org']);
      assert.doesNotMatch(readFileSync(join(folder, 'access.log'), 'utf8'), /y=1/);
    } finally {
      nginx.kill();
      await once(nginx, 'exit');
      service.close();
      rmSync(folder, { recursive: true });
    }
  });

  test('HAProxy takes its recipe', { skip: has('haproxy', '-v') ? false : 'haproxy is not here' }, () => {
    const args = ['-c', '-f', join(ROOT_FOLDER, 'deploy/proxy/haproxy.cfg')];
    const { status, stdout, stderr } = spawnSync('haproxy', args, { encoding: 'utf8' });
    assert.equal(status, 0, `${stdout}${stderr}`);
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

/** The recipe with ports and files of this test, after and before what Debian 12 and 13 have in their own files. */
function writeNginx(
  folder: string,
  { http, https, service }: { readonly http: number; readonly https: number; readonly service: number },
): void {
  const kept = join(ROOT_FOLDER, 'common/kit/src/testing/certificates');
  const recipe = read('proxy/nginx.conf')
    .replace('/etc/ssl/sanad/fullchain.pem', join(kept, 'server.pem'))
    .replace('/etc/ssl/sanad/privkey.pem', join(kept, 'server-key.pem'))
    .replaceAll('/var/log/nginx/', `${folder}/`)
    // An ordinary user may not have these ports, and a machine may have no IPv6.
    .replaceAll(/^ +listen \[::\].*\n/gm, '')
    .replaceAll(/listen (80|443)/g, (_, port) => `listen 127.0.0.1:${port === '80' ? http : https}`)
    .replaceAll(/127\.0\.0\.1:80[0-9]0\b/g, `127.0.0.1:${service}`);
  writeFileSync(join(folder, 'recipe.conf'), recipe);
  const lines = [
    `pid ${folder}/pid; error_log stderr; events {} http {`,
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    ),
    `server_tokens off; ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3; gzip on; access_log ${folder}/all.log;`,
    `include ${folder}/recipe.conf;`,
    `server { listen 127.0.0.1:${http} default_server; server_name _; } }`,
  ];
  writeFileSync(join(folder, 'nginx.conf'), lines.join('\n'));
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A caller who claims another address and another name. */
async function askWhenUp(port: number, path: string, host: string): Promise<Answer> {
  const headers = { host, 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' };
  for (const until = Date.now() + 10_000; ; await setTimeout(50)) {
    const asked = request({
      port,
      path,
      headers,
      host: '127.0.0.1',
      servername: 'localhost',
      ca: AUTHORITY,
      agent: false,
    });
    try {
      const [response] = (await once(asked.end(), 'response')) as [IncomingMessage];
      const body = Buffer.concat(await response.toArray()).toString();
      return { status: response.statusCode, headers: response.headers, body };
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

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
