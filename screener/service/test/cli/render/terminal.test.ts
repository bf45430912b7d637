import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeTerminal, link, paint, printable } from '../../../src/cli/render/terminal.ts';
import { PLAIN, RICH } from '../golden.ts';

const TTY = { isTty: true, columns: 100, colour: true };
const PIPE = { isTty: false, columns: undefined, colour: false };

test('a pipe gets plain text of 80 columns, or as many as COLUMNS says', () => {
  assert.deepEqual(describeTerminal(PIPE, { TERM_PROGRAM: 'iTerm.app' }), PLAIN);
  assert.equal(describeTerminal(PIPE, { COLUMNS: '120' }).columns, 120);
  assert.equal(describeTerminal(PIPE, { COLUMNS: 'wide' }).columns, 80);
});

test('box characters need a terminal that supports them', () => {
  const unicode = (env: Record<string, string>) => describeTerminal(TTY, env).unicode;
  assert.equal(unicode({}), true);
  assert.equal(unicode({ LANG: 'ar_SA.UTF-8' }), true);
  assert.equal(unicode({ LANG: 'C.utf8' }), true);
  assert.equal(unicode({ LANG: 'en_US.ISO-8859-1' }), false);
  assert.equal(unicode({ LANG: 'en_US.UTF-8', LC_ALL: 'C' }), false);
  assert.equal(unicode({ TERM: 'dumb' }), false);
  assert.equal(unicode({ TERM: 'linux', LANG: 'en_US.UTF-8' }), false);
});

test('links need a terminal known to support them', () => {
  const links = (env: Record<string, string>) => describeTerminal(TTY, env).hyperlinks;
  for (const env of [
    { TERM_PROGRAM: 'vscode' },
    { TERM: 'xterm-kitty' },
    { VTE_VERSION: '7600' },
    { KONSOLE_VERSION: '220401' },
    { WT_SESSION: 'a-b' },
    { FORCE_HYPERLINK: '1', CI: 'true' },
  ]) {
    assert.equal(links(env as unknown as Record<string, string>), true, JSON.stringify(env));
  }
  for (const env of [
    {},
    { TERM_PROGRAM: 'Apple_Terminal' },
    { VTE_VERSION: '4205' },
    { VTE_VERSION: '7600', TMUX: '/run/tmux,1,0' },
    { TERM_PROGRAM: 'vscode', CI: 'true' },
    { TERM_PROGRAM: 'vscode', FORCE_HYPERLINK: '0' },
  ]) {
    assert.equal(links(env as unknown as Record<string, string>), false, JSON.stringify(env));
  }
});

test('colour and links are added only where they are shown', () => {
  assert.equal(paint(PLAIN, 'bold', 'x'), 'x');
  assert.equal(paint(RICH, 'bold', 'x'), '\u001b[1mx\u001b[22m');
  assert.equal(link(PLAIN, 'https://a', 'x'), 'x');
  assert.equal(link(RICH, 'https://a', 'x'), '\u001b]8;;https://a\u001b\\x\u001b]8;;\u001b\\');
});

test('every text of a value is made safe to print, at any depth', () => {
  const value = { a: ['x\u001b]8;;y\u0007', 1, null], b: { c: 'd\u009b31m\u2066e' } };
  assert.deepEqual(printable(value), { a: ['x ]8;;y ', 1, null], b: { c: 'd 31m e' } });
});
