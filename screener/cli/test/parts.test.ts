import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { withTempDir } from '@common/kit/testing';
import { STORED_TAGS } from '@screener/engine/stored-tags';
import type { HistoryAnswer } from '@screener/service/use-cases/read-history';
import fc from 'fast-check';
import { syntheticCompany, writeArchive } from '../../service/test/crash/synthetic-archive.ts';
import { archiveSource } from '../src/archive-source.ts';
import { interruptible } from '../src/interrupt.ts';
import { createProgress, duration, progressLine } from '../src/progress.ts';
import { renderHistory } from '../src/render/history.ts';
import { bullet, labelled, ledgerLine, pageFor, plural, wrap } from '../src/render/layout.ts';
import { ratioRange } from '../src/render/numbers.ts';
import { renderScreening } from '../src/render/screening.ts';
import { describeTerminal, glyphsOf, link, paint, printable } from '../src/render/terminal.ts';
import { assertGolden, fixedAnswer, fixedHistory, PLAIN, RICH } from './golden.ts';

describe('the name of an archive', () => {
  test('a zip is identified by its content, wherever it is', () =>
    withTempDir(async (folder) => {
      const [a, b, c] = ['a.zip', 'b.zip', 'c.zip'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ];
      await writeArchive(a, [syntheticCompany(1), syntheticCompany(2)]);
      await writeArchive(b, [syntheticCompany(1), syntheticCompany(2)]);
      const changed = syntheticCompany(2);
      await writeArchive(c, [syntheticCompany(1), { ...changed, text: changed.text.replace('Inc', 'Ltd') }]);
      assert.match((await archiveSource(a, STORED_TAGS)) ?? '', /^zip \d+ [0-9a-f]{32}$/);
      assert.equal(await archiveSource(a, STORED_TAGS), await archiveSource(b, STORED_TAGS));
      assert.notEqual(await archiveSource(a, STORED_TAGS), await archiveSource(c, STORED_TAGS));
      const fewer = { ...STORED_TAGS, further: new Set<string>() };
      assert.notEqual(await archiveSource(a, STORED_TAGS), await archiveSource(a, fewer));
    }));

  test('a directory is identified by its path and its files', () =>
    withTempDir(async (folder) => {
      const place = join(folder, 'facts');
      await mkdir(place);
      const file = join(place, 'CIK0000000001.json');
      const write = async (text: string, seconds: number) => {
        await writeFile(file, text);
        await utimes(file, seconds, seconds);
        return archiveSource(place, STORED_TAGS);
      };
      const first = await write('one', 1000);
      assert.match(first ?? '', /^directory .*facts [0-9a-f]{32}$/);
      assert.equal(await write('one', 1000), first);
      assert.notEqual(await write('longer', 1000), first);
      assert.notEqual(await write('two', 2000), first);
      assert.equal(await write('one', 1000), first);
      await writeFile(join(place, 'CIK0000000002.json'), '');
      assert.notEqual(await archiveSource(place, STORED_TAGS), first);
    }));

  test('a missing path has no name', async () => {
    assert.equal(await archiveSource('no/such/archive.zip', STORED_TAGS), null);
  });
});

describe('interrupts', () => {
  test('the first signal asks the work to stop; the next one is left to the system', async () => {
    const source = new EventEmitter();
    const result = await interruptible(source, async (signal) => {
      assert.equal(signal.aborted, false);
      assert.equal(source.listenerCount('SIGINT'), 1);
      source.emit('SIGINT');
      assert.equal(source.listenerCount('SIGINT') + source.listenerCount('SIGTERM'), 0);
      return signal.aborted;
    });
    assert.equal(result, true);
  });

  test('work that ends or fails leaves no listener', async () => {
    const source = new EventEmitter();
    assert.equal(await interruptible(source, async () => 7), 7);
    await assert.rejects(
      interruptible(source, async () => {
        throw new Error('broken');
      }),
      /broken/,
    );
    assert.deepEqual(source.eventNames(), []);
  });
});

describe('progress', () => {
  const page = pageFor(PLAIN);
  const NOW = { at: 0, done: 0, now: 10_000 };

  test('a bar shows share, count, rate, time left and refusals, within the width', () => {
    const line = progressLine('Importing', { done: 500, total: 2000, note: '2 refused' }, NOW, page);
    assert.equal(line, 'Importing  #####...............  25 %  500 of 2,000, 50/s, 30 s left, 2 refused');
    assert.equal(line.length, page.width - 1);
  });

  test('a resumed run shows the rate of its own work', () => {
    const line = progressLine(
      'Importing',
      { done: 1500, total: 2000, note: '' },
      { ...NOW, done: 1450 },
      null,
    );
    assert.equal(line, 'Importing 75 %, 1,500 of 2,000, 5.0/s, 1 min 40 s left');
  });

  test('a narrow terminal gets the figures without the bar', () => {
    const narrow = pageFor({ ...PLAIN, columns: 40 });
    const line = progressLine('Importing', { done: 500, total: 2000, note: '2 refused' }, NOW, narrow);
    assert.equal(line, 'Importing 25 %  500 of 2,000');
  });

  test('nothing to do counts as done', () => {
    assert.equal(
      progressLine('Importing', { done: 0, total: 0, note: '' }, NOW, null),
      'Importing 100 %, 0 of 0',
    );
  });

  test('a terminal is redrawn in place, not too often, and always shows the last state', () => {
    const { written, progress, tick } = recorded(true);
    progress.update({ done: 0, total: 4, note: '' });
    progress.update({ done: 1, total: 4, note: '' });
    tick(150);
    progress.update({ done: 2, total: 4, note: '' });
    progress.update({ done: 4, total: 4, note: '' });
    progress.finish();
    progress.finish();
    const counts = written.map((text) => /(\d) of 4/.exec(text)?.[1] ?? text);
    assert.deepEqual(counts, ['0', '2', '4', '\n']);
    assert.ok(written.slice(0, -1).every((text) => text.startsWith('\r\u001b[K')));
  });

  test('elsewhere there are occasional plain lines, and none for quick work', () => {
    const { written, progress, tick } = recorded(false);
    progress.update({ done: 0, total: 4, note: '' });
    tick(9_000);
    progress.update({ done: 1, total: 4, note: '' });
    tick(2_000);
    progress.update({ done: 2, total: 4, note: '' });
    progress.update({ done: 4, total: 4, note: '' });
    progress.finish();
    assert.deepEqual(written, ['Importing 50 %, 2 of 4, 0.2/s, 11 s left\n']);
  });

  test('durations use natural units', () => {
    assert.equal(duration(200), '1 s');
    assert.equal(duration(59_400), '59 s');
    assert.equal(duration(125_000), '2 min 5 s');
    assert.equal(duration(3_780_000), '1 h 3 min');
  });

  function recorded(isTty: boolean) {
    const written: string[] = [];
    let now = 1_000_000;
    const output = { write: (text: string) => written.push(text), isTty, terminal: PLAIN };
    const progress = createProgress(output, 'Importing', () => now);
    const tick = (ms: number) => {
      now += ms;
    };
    return { written, progress, tick };
  }
});

describe('layout', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 40 });

  test('wrapping keeps every word, in order, within the width', () => {
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 20, max: 90 }),
        fc.integer({ min: 0, max: 8 }),
        (list, width, indent) => {
          const lines = wrap(list.join(' '), width, indent);
          assert.deepEqual(lines.flatMap((line) => line.trim().split(' ')).filter(Boolean), list);
          assert.ok(lines.every((line) => line.length <= width && line.startsWith(' '.repeat(indent))));
        },
      ),
    );
  });

  test('no line breaks between a figure and its unit, and a long word gets its own line', () => {
    assert.deepEqual(wrap('its upper end is 8 % of it', 19, 0), ['its upper end is', '8 % of it']);
    assert.deepEqual(wrap('it is 8.5 bn', 10, 0), ['it is', '8.5 bn']);
    assert.deepEqual(wrap('see https://www.sec.gov/a now', 12, 2), [
      '  see',
      '  https://www.sec.gov/a',
      '  now',
    ]);
    assert.deepEqual(wrap('  \n ', 12, 2), []);
  });

  test('a ledger line aligns its figure, even below a long name', () => {
    assert.deepEqual(ledgerLine('  Assets', '1.0 bn', 20), ['  Assets      1.0 bn']);
    assert.deepEqual(ledgerLine('  NonoperatingIncome', '1.0 bn', 20), [
      '  NonoperatingIncome',
      '              1.0 bn',
    ]);
    assert.deepEqual(ledgerLine('  Revenues, 12 months to 2025', '1.0 bn', 24), [
      '  Revenues, 12',
      '      months to',
      '      2025        1.0 bn',
    ]);
  });

  test('a label is beside its text, or above it on a narrow page', () => {
    const page = pageFor({ ...PLAIN, columns: 50 });
    assert.deepEqual(labelled(page, 'Report', 'one two', 8), ['  Report  one two']);
    assert.deepEqual(labelled(pageFor({ ...PLAIN, columns: 40 }), 'Report', 'one two', 10), [
      '  Report',
      '    one two',
    ]);
  });

  test('the page has a minimum and a maximum width', () => {
    assert.equal(pageFor({ ...PLAIN, columns: 10 }).width, 40);
    assert.equal(pageFor({ ...PLAIN, columns: 250 }).width, 100);
  });

  test('counts read as in a sentence', () => {
    assert.equal(plural(1, 'entry', 'entries'), '1 entry');
    assert.equal(plural(19_000, 'entry', 'entries'), '19,000 entries');
    assert.deepEqual(bullet(pageFor({ ...PLAIN, columns: 40 }), 'x '.repeat(19), 2), [
      `  - ${'x '.repeat(18).trim()}`,
      '    x',
    ]);
  });
});

describe('terminals', () => {
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
});

describe('history', () => {
  test('history on a pipe of 80 columns', () => {
    assertGolden('aapl-history', renderHistory(fixedHistory('aapl-history'), 20, PLAIN));
  });

  test('history on a narrow pipe', () => {
    assertGolden(
      'aapl-history-narrow',
      renderHistory(fixedHistory('aapl-history'), 4, { ...PLAIN, columns: 50 }),
    );
  });

  test('history on a terminal: the same words, with links', () => {
    const history = fixedHistory('aapl-history');
    const rich = renderHistory(history, 20, RICH);
    assert.ok(rich.includes('\u001b]8;;https://www.sec.gov/'));
    const words = stripVTControlCharacters(rich).replaceAll('→', '->');
    assert.equal(words, renderHistory(history, 20, PLAIN));
  });

  test('a decisive figure is named with its values and its report', () => {
    const text = renderHistory(decided(), 20, PLAIN);
    assert.ok(
      text.includes(
        [
          '            questionable -> compliant',
          '            debt / total assets (FTSE Yasaar): fails -> passes',
          '              decided by 10-Q 0000320193-26-000006:',
          '                LongTermDebtNoncurrent  98.9 bn -> 85.8 bn',
          '',
        ].join('\n'),
      ),
      text,
    );
    assert.doesNotMatch(text, /InventoryNet/);
  });

  test('a flip without a filing behind it says that the engine changed', () => {
    const history = decided();
    const [newest] = history.snapshots;
    assert.ok(newest !== undefined && newest.changes !== null);
    const checks = newest.changes.checks.map((flip) => ({ ...flip, because: [] }));
    const changes = { ...newest.changes, engine_changed: true, checks };
    const text = renderHistory({ ...history, snapshots: [{ ...newest, changes }] }, 20, PLAIN);
    assert.match(text, /the rules or formulas of the engine changed between the two/);
    assert.match(text, /fails -> passes\n {14}no filed figure moved\n/);
  });

  test('a ticker without a history comes with advice on getting one', () => {
    const text = renderHistory(
      { symbol: 'AAPL', rules: 'current', snapshots: [], next_cursor: null },
      20,
      PLAIN,
    );
    assert.match(text, /-- history backfill --ticker AAPL/);
  });

  function decided(): HistoryAnswer {
    const history = fixedHistory('aapl-history');
    const [newest] = history.snapshots;
    assert.ok(newest !== undefined && newest.anchor !== null);
    const { accession, source_url } = newest.anchor;
    const cause = { accession, source_url, concept: 'debt' };
    const moved = {
      ...cause,
      xbrl_tag: 'us-gaap:LongTermDebtNoncurrent',
      from: 98.9e9,
      to: 85.8e9,
      decisive: true,
    };
    const other = { ...cause, xbrl_tag: 'us-gaap:InventoryNet', from: 1e9, to: 2e9, decisive: false };
    const changes = {
      since: '2025-10-31',
      verdict: { from: 'questionable', to: 'compliant' },
      score: null,
      report: null,
      engine_changed: false,
      checks: [
        {
          methodology: 'ftse',
          ratio: 'debt_to_total_assets',
          from: 'fail',
          to: 'pass',
          value_from: 0.34,
          value_to: 0.31,
          because: [moved, other],
        },
      ],
    } as const;
    return { ...history, snapshots: [{ ...newest, changes }] };
  }

  test('a fund without a history gets no advice to backfill one', () => {
    const text = renderHistory(
      { symbol: 'SPUS', rules: 'current', snapshots: [], next_cursor: null },
      20,
      PLAIN,
      true,
    );
    assert.match(text, /No history is kept for funds/);
    assert.doesNotMatch(text, /backfill/);
  });
});

describe('screenings', () => {
  const BRIEF = { explain: false, links: false };
  const FULL = { explain: true, links: true };
  const ANSWERS = ['aapl', 'lvs-2021-04-23', 'cost-stale', 'tsm-2025-04-17'] as const;

  for (const name of ANSWERS) {
    test(`${name}: the report on a pipe of 80 columns`, () => {
      assertGolden(name, renderScreening(fixedAnswer(name), PLAIN, BRIEF));
    });
  }

  test('the report with every explanation', () => {
    assertGolden(
      'aapl-explain',
      renderScreening(fixedAnswer('aapl'), PLAIN, { explain: true, links: false }),
    );
  });

  test('the report on a narrow pipe', () => {
    assertGolden('aapl-narrow', renderScreening(fixedAnswer('aapl'), { ...PLAIN, columns: 44 }, BRIEF));
  });

  test('the report on a terminal with colours, box characters and links', () => {
    assertGolden('aapl-terminal', renderScreening(fixedAnswer('aapl'), RICH, BRIEF));
  });

  test('no line is wider than the page, except for unbreakable text', () => {
    for (const name of ANSWERS) {
      const answer = fixedAnswer(name);
      for (let columns = 40; columns <= 110; columns += 1) {
        const text = renderScreening(answer, { ...PLAIN, columns }, FULL);
        const long = text
          .split('\n')
          .filter((line) => line.length > columns && line.trim().includes(' ') && !isFigureLine(line));
        assert.deepEqual(long, [], `${name} at ${columns} columns`);
      }
    }
  });

  /** Columns of figures have a minimum width. */
  function isFigureLine(line: string): boolean {
    return /^ {2}[a-z ]+ \d+\.\d of \d+$/.test(line);
  }

  test('colour adds no information: without its codes the text is the same', () => {
    for (const name of ANSWERS) {
      const coloured = renderScreening(fixedAnswer(name), { ...RICH, hyperlinks: false }, FULL);
      const plain = renderScreening(fixedAnswer(name), { ...RICH, colour: false, hyperlinks: false }, FULL);
      assert.notEqual(coloured, plain);
      assert.equal(stripVTControlCharacters(coloured), plain);
    }
  });

  test('a pipe gets no escape code and no box character', () => {
    for (const name of ANSWERS) {
      const text = renderScreening(fixedAnswer(name), PLAIN, FULL);
      assert.doesNotMatch(text, /[━─█░≤→•×−]/);
      assert.ok(!text.includes('\u001b'));
    }
  });

  test('addresses are printed where links are not shown, or on request', () => {
    const answer = fixedAnswer('aapl');
    const address = new RegExp(`^ +${answer.evidence[0]?.source_url}$`, 'm');
    assert.match(renderScreening(answer, PLAIN, BRIEF), address);
    const links = { ...RICH, colour: false };
    assert.doesNotMatch(renderScreening(answer, links, BRIEF), address);
    assert.match(renderScreening(answer, links, { explain: false, links: true }), address);
  });

  test('a name in a filing cannot control the terminal', () => {
    const answer = { ...fixedAnswer('aapl'), name: 'Evil\u001b[2J\u0007 \u202eInc.\nVERDICT' };
    const text = renderScreening(answer, PLAIN, BRIEF);
    assert.match(text, /^Evil \[2J Inc\. VERDICT \(AAPL\)\n/);
  });

  test('the verdict comes with its reason, and with all that is missing', () => {
    const answer = fixedAnswer('tsm-2025-04-17');
    const [, , below = ''] = renderScreening(answer, { ...PLAIN, columns: 100 }, BRIEF).split(/={40,}\n/);
    const [why = ''] = below.split('\n\n');
    assert.ok(why.replaceAll(/\s+/g, ' ').includes(answer.summary), why);
    const missing = ['debt', 'cash'].map((code) => ({ code, message: `${code} is not tagged` }));
    const text = renderScreening({ ...answer, missing }, PLAIN, BRIEF);
    assert.match(text, / {4}- debt: debt is not tagged\n {4}- cash: cash is not tagged\n/);
  });

  test('a figure that replaces another one names it', () => {
    const answer = fixedAnswer('aapl');
    const evidence = answer.evidence.map((entry, index) =>
      index === 0
        ? { ...entry, superseded: [{ value: 1.5e9, form: '10-Q/A', accession: '0000000000-26-000001' }] }
        : entry,
    );
    const text = renderScreening({ ...answer, evidence }, PLAIN, BRIEF);
    assert.match(text, /^ {8}in place of 1\.5 bn in 10-Q\/A 0000000000-26-000001$/m);
  });
});

describe('numbers', () => {
  const GLYPHS = glyphsOf(PLAIN);

  test('a ratio close to its limit is printed on its own side of it', () => {
    const limit = { threshold: 0.33333, comparison: '<' } as const;
    assert.equal(ratioRange(0.3334, 0.3334, GLYPHS, limit), '33.34 %');
    assert.equal(ratioRange(0.33332, 0.33332, GLYPHS, limit), '33.3 %');
    assert.equal(ratioRange(0.3, 0.3004, GLYPHS, { threshold: 0.3, comparison: '<=' }), '30.00 - 30.04 %');
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.constantFrom(0.05, 0.3, 0.3333, 0.33333, 0.49, 0.7),
        fc.constantFrom('<' as const, '<=' as const),
        (thousandths, threshold, comparison) => {
          const value = thousandths / 100_000;
          const printed = Number.parseFloat(
            ratioRange(value, value, GLYPHS, { threshold, comparison }).replaceAll(/at most |,/g, ''),
          );
          const isInside = (ratio: number, limit: number) =>
            comparison === '<' ? ratio < limit : ratio <= limit;
          assert.equal(isInside(printed, Number((100 * threshold).toFixed(3))), isInside(value, threshold));
        },
      ),
    );
  });
});
