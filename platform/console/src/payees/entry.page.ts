import { fail, ok, type Result } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import { sendPage } from '@common/web/send-page';
import { Name } from '@platform/core/objects/primitives';
import { entryNoun, entryWithId, oneOf } from '@platform/words/directories';
import { Type } from 'typebox';
import { refuseAsked } from '../site/asked.page.ts';
import { type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { DirectoryPlace } from '../use-cases/authority.ts';
import type { Deed, EntryData } from './entry-data.ts';
import { entryMain, type ShownDeed } from './entry-main.page.ts';
import { PlaceParams } from './place.ts';
import { type ReadPayeesDeps, readPlace, type ShownDirectory } from './read-payees.ts';

type EntryPageDeps = PagesDeps & ReadPayeesDeps;

const page = { config: { page: true } } as const;

/** Adds the pages where a person signs: a new entry, other values for one, its end, and what another person signed. */
export function addEntryPages(app: HttpApp, deps: EntryPageDeps): void {
  const path = '/payees/:tenant/:profile/:directory';
  app.get(`${path}/add`, { ...page, schema: { hide: true, params: PlaceParams } }, async (request, reply) => {
    const shown = await entryPage(deps, request.params, { change: 'added' });
    return shown.ok ? sendPage(request, reply, shown.value) : refuseAsked(reply, shown.error);
  });
  const named = Type.Object({ ...PlaceParams.properties, name: Name });
  for (const [act, change] of [
    ['change', 'changed'],
    ['end', 'ended'],
  ] as const) {
    app.get(
      `${path}/${act}/:name`,
      { ...page, schema: { hide: true, params: named } },
      async (request, reply) => {
        const { name, ...place } = request.params;
        const shown = await entryPage(deps, place, { change, name });
        return shown.ok ? sendPage(request, reply, shown.value) : refuseAsked(reply, shown.error);
      },
    );
  }
  const numbered = Type.Object({ ...PlaceParams.properties, sequence: Type.Integer({ minimum: 0 }) });
  app.get(
    `${path}/confirm/:sequence`,
    { ...page, schema: { hide: true, params: numbered } },
    async (request, reply) => {
      const { sequence, ...place } = request.params;
      const shown = await entryPage(deps, place, { change: 'confirmed', sequence });
      return shown.ok ? sendPage(request, reply, shown.value) : refuseAsked(reply, shown.error);
    },
  );
}

async function entryPage(
  deps: EntryPageDeps,
  place: DirectoryPlace,
  deed: Deed,
): Promise<Result<ReturnType<typeof renderConsolePage>>> {
  const found = await readPlace(deps, place);
  if (!found.ok) return found;
  const deedShown = findDeed(found.value, deed);
  if (!deedShown.ok) return deedShown;
  const { profile, keys, files, now } = found.value;
  const data: EntryData = { place, profile, keys, now, deed, files };
  const title = titleOf(place, deedShown.value);
  const rendered = renderConsolePage(deps.site, {
    title,
    description: 'An entry of a directory, before it is signed.',
    main: entryMain(title, found.value, deedShown.value, data),
    path: '/payees',
    bundles: [deps.assets.addresses['entry.js']],
  });
  return ok(rendered);
}

/** What the deed is about, or why it is no longer there. */
function findDeed({ read, place }: ShownDirectory, deed: Deed): Result<ShownDeed> {
  if (deed.change === 'added') return ok({ ...deed, signed: null, before: null });
  if (deed.change === 'confirmed') {
    const found = read.waiting.find(
      ({ signed, missing }) => signed.entry.sequence === deed.sequence && missing > 0,
    );
    if (found === undefined) {
      return gone(
        `Entry ${deed.sequence} of ${place.directory} waits for nobody: it was signed, replaced or forgotten.`,
      );
    }
    const before = read.state.inForce.get(found.signed.entry.name)?.signed ?? null;
    return ok({ change: 'confirmed', signed: found.signed, before });
  }
  const signed = read.state.inForce.get(deed.name)?.signed;
  if (signed === undefined) return gone(`No entry ${deed.name} of ${place.directory} is in force.`);
  return ok({ change: deed.change, signed, before: signed });
}

function gone(message: string): Result<never> {
  return fail('entry_not_found', message, { status: 404, said: message });
}

function titleOf({ directory }: DirectoryPlace, { change, signed }: ShownDeed): string {
  const name = signed === null ? '' : entryWithId(signed.entry);
  const noun = entryNoun(directory);
  switch (change) {
    case 'added':
      return `Add ${oneOf(directory)}`;
    case 'changed':
      return `Change the ${noun} ${name}`;
    case 'ended':
      return `End the ${noun} ${name}`;
    case 'confirmed':
      return CONFIRMED[signed?.entry.change ?? 'added'](noun, name);
  }
}

const CONFIRMED = {
  added: (noun: string, name: string) => `Is ${name} a new ${noun}?`,
  changed: (noun: string, name: string) => `Has the ${noun} ${name} changed?`,
  ended: (noun: string, name: string) => `Has the ${noun} ${name} ended?`,
} as const;
