import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as pages from '../../rules/pages.ts';
import { found, lines } from '../found.ts';

describe('pages', () => {
  test('pagePathsExist', () => {
    const files = {
      'README.md': lines(
        'See `docs/start.md`, `docs/gone.md`, `docs/`, `tools/*.ts`, `tools/*.js` and `platform/<name>/src/main.ts`.',
        'Not meant as paths: `/v1/screen/AAPL`, `and/or`, `../shared/data`, `data.ratios`, a tool/dock.',
        '```sh',
        'node tools/gone.ts --in=docs/gone.md',
        '```',
        '`STYLE.md`, `tools/test.ts:12`',
      ),
      'docs/start.md': '',
      'common/base/README.md': '`src/a.ts`, `src/b.ts`',
      'common/base/src/a.ts': lines(
        '/**',
        ' * Formula: docs/gone.md, docs/start.md.',
        ' */',
        "const x = 'docs/gone.md';",
      ),
      'tools/test.ts': '',
    };
    assert.deepEqual(found(pages.pagePathsExist, files), [
      'README.md:1',
      'README.md:1',
      'README.md:4',
      'README.md:6',
      'common/base/README.md:1',
      'common/base/src/a.ts:2',
    ]);
  });

  test('pageLinksExist', () => {
    const files = {
      'docs/a.md': lines(
        '[a](b.md), [b](../docs/b.md#part), [c](#here), [d](https://example.org/x), ![e](./c/)',
        '[a](gone.md) `[b](gone.md)`',
        '[c](../../outside.md)',
      ),
      'docs/b.md': '',
      'docs/c/d.png': '',
    };
    assert.deepEqual(found(pages.pageLinksExist, files), ['docs/a.md:2', 'docs/a.md:3']);
  });

  test('pageScriptsExist', () => {
    const files = {
      'package.json': '{"scripts": {"test": "x", "check": "y"}}',
      'README.md': lines('`npm test`, `npm run check`, `npm ci`', '`npm start`', '`npm run gone -- --x`'),
      '.ci/run': 'npm run absent',
    };
    assert.deepEqual(found(pages.pageScriptsExist, files), ['.ci/run:1', 'README.md:2', 'README.md:3']);
  });

  test('ciRunsTheReadme', () => {
    const run = (...commands: readonly string[]) => lines('#!/bin/bash', 'set -e', 'cd x', ...commands, '');
    const readme = 'Run `npm ci && npm test`.';
    assert.deepEqual(
      found(pages.ciRunsTheReadme, { 'README.md': readme, '.ci/run': run('npm ci', 'npm test') }),
      [],
    );
    const files = { 'README.md': readme, '.ci/run': run('npm ci', 'docker pull x', 'npm test') };
    assert.deepEqual(found(pages.ciRunsTheReadme, files), ['.ci/run']);
  });

  test('adrMentionsExist', () => {
    const files = { 'docs/adr/0002-stack.md': '', 'tools/a.ts': lines('// ADR 0002', '// ADR 0003') };
    assert.deepEqual(found(pages.adrMentionsExist, files), ['tools/a.ts:2']);
  });

  test('adrsKeepTheirForm', () => {
    const form = (number: string) =>
      lines(`# ${number}. X`, 'Status: accepted', '## Context', '## Decision', '## Consequences');
    const files = {
      'docs/adr/0001-a.md': form('0001'),
      'docs/adr/0001-b.md': form('0001'),
      'docs/adr/0002-c.md': form('0003'),
      'docs/adr/notes.md': form('0004'),
    };
    assert.deepEqual(found(pages.adrsKeepTheirForm, files), [
      'docs/adr/0001-b.md',
      'docs/adr/0002-c.md',
      'docs/adr/notes.md',
    ]);
  });
});
