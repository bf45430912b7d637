import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { withTempDir } from '@common/kit/testing';
import { bundleScripts } from '@common/web/bundle';
import { compileOnce } from '@common/web/compile-once';

const LONG_AGO = new Date('2026-01-01T00:00:00Z');

/** A file, what is compiled of it, and how often it was. */
async function workshop(folder: string) {
  const file = join(folder, 'input.ts');
  const kept = join(folder, 'kept/scripts');
  const write = async (text: string) => {
    await writeFile(file, text);
    await utimes(file, LONG_AGO, LONG_AGO);
  };
  await write('one');
  let compiled = 0;
  const compile = async () => {
    compiled += 1;
    return { scripts: { script: (await readFile(file, 'utf8')).toUpperCase() }, files: [file] };
  };
  const make = async (recipe = 'upper case', place: string | null = kept) =>
    (await compileOnce(recipe, compile, place)).script;
  return { file, kept, write, make, compiled: () => compiled };
}

test('a compiled result is kept while its files and the recipe are the same', () =>
  withTempDir(async (folder) => {
    const { file, write, make, compiled } = await workshop(folder);
    assert.deepEqual([await make(), await make(), compiled()], ['ONE', 'ONE', 1]);
    // Of the same length, and of the same time.
    await write('two');
    assert.deepEqual([await make(), await make(), compiled()], ['TWO', 'TWO', 2]);
    assert.deepEqual([await make('in capitals'), compiled()], ['TWO', 3]);
    await rm(file);
    await assert.rejects(make(), /ENOENT/);
  }));

test('a damaged file is made again', () =>
  withTempDir(async (folder) => {
    const { kept, make, compiled } = await workshop(folder);
    await make();
    const [name = ''] = await readdir(kept);
    const whole = await readFile(join(kept, name), 'utf8');
    for (const damaged of ['', whole.slice(0, -5), '{}', 'null', '[]']) {
      const before = compiled();
      await writeFile(join(kept, name), damaged);
      assert.deepEqual([await make(), compiled()], ['ONE', before + 1], damaged);
      assert.equal(await readFile(join(kept, name), 'utf8'), whole);
    }
    assert.deepEqual(await readdir(kept), [name]);
  }));

test('if nothing can be kept, each start compiles', () =>
  withTempDir(async (folder) => {
    const { kept, make, compiled } = await workshop(folder);
    assert.deepEqual([await make('r', null), await make('r', null), compiled()], ['ONE', 'ONE', 2]);
    await writeFile(join(folder, 'kept'), 'not a folder');
    assert.deepEqual([await make(), await make(), compiled()], ['ONE', 'ONE', 4]);
    assert.equal(await readFile(join(folder, 'kept'), 'utf8'), 'not a folder');
    assert.ok(kept.startsWith(join(folder, 'kept')));
  }));

test('a result whose files changed meanwhile is not kept, nor is a failure', () =>
  withTempDir(async (folder) => {
    const { file, kept, make } = await workshop(folder);
    const later = new Date(Date.now() + 60_000);
    await utimes(file, later, later);
    assert.equal(await make(), 'ONE');
    const fails = () => Promise.reject(new Error('unexpected token'));
    await assert.rejects(compileOnce('fails', fails, kept), /unexpected token/);
    await mkdir(kept, { recursive: true });
    assert.deepEqual(await readdir(kept), []);
  }));

test('a bundle follows each module that it contains, and one that does not compile is refused', () =>
  withTempDir(async (folder) => {
    const [entry, part, kept] = [join(folder, 'entry.ts'), join(folder, 'part.ts'), join(folder, 'kept')];
    const write = async (path: string, text: string) => {
      await writeFile(path, text);
      await utimes(path, LONG_AGO, LONG_AGO);
    };
    await write(entry, "import { sum } from './part.ts'; document.title = sum(location.href);");
    await write(part, "export const sum = (one: string): string => 'sum of '.concat(one);");
    const bundle = () => bundleScripts({ 'a.js': pathToFileURL(entry) }, kept);
    const first = (await bundle())['a.js'];
    assert.match(first, /^"use strict";\(\(\)=>\{[^:]*sum of/);
    const [name = ''] = await readdir(kept);
    const text = await readFile(join(kept, name), 'utf8');
    await writeFile(join(kept, name), text.replace('sum of', 'from the folder'));
    assert.match((await bundle())['a.js'], /from the folder/);
    await write(part, "export const sum = (one: string): string => 'other '.concat(one);");
    assert.match((await bundle())['a.js'], /other/);
    await write(part, 'export const sum = (');
    await assert.rejects(bundle(), /part\.ts/);
  }));
