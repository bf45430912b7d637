import assert from 'node:assert/strict';
import { test } from 'node:test';
import { size } from '@common/kit/testing/size';
import fc from 'fast-check';
import { parseCompanyFacts, readCompanyFacts } from '../../src/companyfacts/read.ts';
import { parseWantedTags } from '../../src/companyfacts/wanted-tags.ts';
import {
  ALL_TAGS,
  describing,
  indented,
  minified,
  NAMESPACES,
  oddDocuments,
  TAG_NAMES,
  usualDocuments,
  wantedTags,
} from './documents.ts';

const RUNS = { numRuns: size({ quick: 30, full: 300 }) };

test('both readers give the same result for any document, minified or indented', () => {
  const documents = fc.oneof(usualDocuments, oddDocuments);
  fc.assert(
    fc.property(documents, wantedTags, fc.boolean(), (document, wanted, indent) => {
      const bytes = indent ? indented(document) : minified(document);
      assert.deepEqual(readCompanyFacts(bytes, wanted), parseCompanyFacts(bytes, wanted));
    }),
    RUNS,
  );
});

test('further tags add their own facts of the reports that there are, and change nothing else', () => {
  const documents = fc.oneof(usualDocuments, oddDocuments);
  let added = 0;
  fc.assert(
    fc.property(documents, wantedTags, (document, wanted) => {
      const bytes = minified(document);
      const [all, without] = [wanted, describing(wanted.describing)].map((tags) =>
        readCompanyFacts(bytes, tags),
      );
      // Rows of a wanted tag are checked: one that is not of the SEC's shape refuses the document.
      if (!all?.ok || !without?.ok) return;
      const { facts, ...rest } = all.value;
      const { facts: fewer, ...same } = without.value;
      assert.deepEqual(rest, same);
      assert.deepEqual(
        facts.filter(({ tag }) => wanted.describing.has(tag)),
        fewer,
      );
      const accessions = new Set(same.reports.map(({ accession }) => accession));
      for (const { accession } of facts) assert.ok(accessions.has(accession));
      if (facts.length > fewer.length) added += 1;
    }),
    // About one document in ten has facts to add.
    { numRuns: 4 * RUNS.numRuns },
  );
  // Of 120 documents, none has facts to add in one run of 50,000.
  assert.ok(added > 0, 'no document had facts to add');
});

test('documents in the usual layout are read without a full parse, whatever their labels say', () => {
  fc.assert(
    fc.property(usualDocuments, wantedTags, (document, wanted) => {
      assert.ok(parseWantedTags(minified(document), wanted) !== null);
    }),
    RUNS,
  );
});

test('a document cut short anywhere is refused by both', () => {
  fc.assert(
    fc.property(usualDocuments, wantedTags, fc.nat(), (document, wanted, at) => {
      const bytes = minified(document);
      const cut = bytes.subarray(0, at % bytes.length);
      const read = readCompanyFacts(cut, wanted);
      assert.ok(!read.ok);
      assert.equal(read.error.code, 'corrupt_companyfacts');
      assert.deepEqual(read, parseCompanyFacts(cut, wanted));
    }),
    RUNS,
  );
});

test('anything after the document is refused by both', () => {
  const trailing = fc.string({ minLength: 1 }).filter((text) => !/^[ \t\r\n]*$/.test(text));
  fc.assert(
    fc.property(usualDocuments, wantedTags, trailing, (document, wanted, text) => {
      const bytes = new TextEncoder().encode(JSON.stringify(document) + text);
      const read = readCompanyFacts(bytes, wanted);
      assert.ok(!read.ok);
      assert.deepEqual(read, parseCompanyFacts(bytes, wanted));
    }),
    RUNS,
  );
});

test('with every tag wanted, any damage gives the same result from both', () => {
  fc.assert(
    fc.property(usualDocuments, damages(), (document, damage) => {
      const bytes = damage(minified(document));
      assert.deepEqual(readCompanyFacts(bytes, ALL_TAGS), parseCompanyFacts(bytes, ALL_TAGS));
    }),
    { numRuns: 700 },
  );
});

test('a damaged byte gives the same result from both, or is where nothing is read and changes nothing', () => {
  fc.assert(
    fc.property(usualDocuments, wantedTags, oneByte(), (document, wanted, damage) => {
      const sound = minified(document);
      const bytes = damage(sound);
      const read = readCompanyFacts(bytes, wanted);
      const parsed = parseCompanyFacts(bytes, wanted);
      if (parsed.ok || !read.ok) assert.deepEqual(read, parsed);
      else assert.deepEqual(read, parseCompanyFacts(sound, wanted));
    }),
    { numRuns: 700 },
  );
});

test('some names in these tests are suffixes of others, so that matching by suffix would fail', () => {
  assert.ok(TAG_NAMES.some((name) => TAG_NAMES.some((other) => other !== name && other.endsWith(name))));
  assert.ok(NAMESPACES.length > 1);
});

type Damage = (bytes: Uint8Array) => Uint8Array;

/** Another byte: a structural one or any. */
function oneByte(): fc.Arbitrary<Damage> {
  const byte = fc.oneof(fc.constantFrom(...Buffer.from('"\\{}[],:0a \n')), fc.integer({ min: 0, max: 255 }));
  return fc.tuple(fc.nat(), byte).map(([at, value]) => (bytes) => {
    const damaged = Uint8Array.from(bytes);
    damaged[at % bytes.length] = value;
    return damaged;
  });
}

/** A byte changed, or a stretch lost, repeated or zeroed. */
function damages(): fc.Arbitrary<Damage> {
  const stretch = fc.tuple(fc.nat(), fc.nat(), fc.constantFrom('lost', 'repeated', 'zeros'));
  const stretches = stretch.map(
    ([from, length, kind]): Damage =>
      (bytes) => {
        const start = from % bytes.length;
        const end = start + 1 + (length % Math.max(1, bytes.length - start));
        const [before, part, after] = [bytes.slice(0, start), bytes.slice(start, end), bytes.slice(end)];
        if (kind === 'lost') return Buffer.concat([before, after]);
        if (kind === 'zeros') return Buffer.concat([before, new Uint8Array(part.length), after]);
        return Buffer.concat([before, part, part, after]);
      },
  );
  return fc.oneof(oneByte(), stretches);
}
