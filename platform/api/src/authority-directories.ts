import { RecordedEntry, SignedEntry } from '@platform/core/objects/directory';
import { closed, Instant, Name, ProfileName, TenantId } from '@platform/core/objects/primitives';
import { RuleName } from '@platform/core/objects/rules';
import { Type } from 'typebox';
import { Limit, PAGED } from './lists.ts';
import type { ClosableTable } from './route.ts';

const OfDirectory = Type.Object({ profile: ProfileName, directory: RuleName });
const OfTenant = Type.Object({ tenant: TenantId });

/** Payees, recipients, symbols and accounts that a profile keeps in directories of its tenants. */
export const DIRECTORIES = {
  listDirectories: {
    method: 'GET',
    path: '/directories',
    reads: 'list',
    areas: ['payees'],
    summary: 'Every directory that has an entry, with its newest',
    tag: 'directories',
    query: Type.Object({ tenant: Type.Optional(TenantId) }),
    answer: Type.Array(SignedEntry),
    // Enforcement points ask every few seconds for what is new.
    polled: true,
  },
  listAllDrafts: {
    method: 'GET',
    path: '/directories/drafts',
    reads: 'list',
    areas: ['payees'],
    summary: 'Entries of all directories that need another person’s signature',
    description: 'By tenant, profile, directory and number.',
    tag: 'directories',
    query: Type.Object({ tenant: Type.Optional(TenantId) }),
    answer: Type.Array(SignedEntry),
    // Consoles ask for it for every page.
    polled: true,
  },
  listEntries: {
    method: 'GET',
    path: '/directories/:profile/:directory/entries',
    reads: 'directory',
    areas: ['payees'],
    summary: 'A directory’s entries, oldest first',
    description: `Numbered without a gap; each names the one before it and what is in force after it. ${PAGED}`,
    tag: 'directories',
    params: OfDirectory,
    query: Type.Object({
      tenant: TenantId,
      after: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Number after which to start' }),
      ),
      limit: Limit,
    }),
    answer: Type.Array(SignedEntry),
    pages: 'next',
    polled: true,
  },
  listDrafts: {
    method: 'GET',
    path: '/directories/:profile/:directory/drafts',
    reads: 'directory',
    areas: ['payees'],
    summary: 'Entries that need another person’s signature',
    description: 'Nothing is in force by them. They are forgotten seven days after they were signed.',
    tag: 'directories',
    params: OfDirectory,
    query: OfTenant,
    answer: Type.Array(SignedEntry),
  },
  listUses: {
    method: 'GET',
    path: '/directories/:profile/:directory/uses',
    reads: 'directory',
    areas: ['payees'],
    summary: 'How often something was done by each entry in force',
    description:
      'By its present values, under any version of the profile: payments to an earlier account of a payee are not counted. An entry that nothing was done by is left out. Nothing is decided by it.',
    tag: 'directories',
    params: OfDirectory,
    query: OfTenant,
    answer: Type.Array(
      closed({
        name: { ...Name, description: 'The entry' },
        times: Type.Integer({ minimum: 1 }),
        first_at: Instant,
        last_at: Instant,
      }),
    ),
    refusals: [404],
  },
  recordEntry: {
    method: 'POST',
    path: '/directories/:profile/:directory/entries',
    summary: 'Add, change or end an entry',
    description:
      'Signed by the people whom the profile names: 201 once enough have signed, 202 while another must. Ends no mandate. What is recorded is the next leaf of the log. A change or an end is answered once no call can begin by the entry before it.',
    tag: 'directories',
    params: OfDirectory,
    body: SignedEntry,
    answer: RecordedEntry,
    statuses: [201, 202],
    refusals: [403, 404, 409, 413, 422, 503],
  },
} satisfies ClosableTable;
