import { capitalised } from '@common/base/english';
import { type Change, profileChanges } from '@platform/core/decide/profile-changes';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { Profile } from '@platform/core/objects/profile';
import { actsOn } from '@platform/words/acts-on';
import { addressWords } from '@platform/words/addresses';
import { grouped } from '@platform/words/amounts';
import { asSigned } from '@platform/words/as-signed';
import { attestedTermsWords } from '@platform/words/attested';
import { directoryWords } from '@platform/words/directories';
import { duration } from '@platform/words/duration';
import { nameWords } from '@platform/words/names';
import { ruleRows } from '@platform/words/rule-rows';
import { shortHash } from '@platform/words/short';
import type { Piece } from '@platform/words/story';
import { dayAndTime } from '@platform/words/when';
import { facadesInWords } from '../mandates/mandate-rows.ts';
import type { ActionRow } from '../site/action-rows.ts';

/**
 * A row of a profile. `about` is the member that a change of the row belongs to; null for what every
 * publication sets anew.
 */
interface ProfileRow extends ActionRow {
  readonly about: string | null;
}

/**
 * INVARIANT: every member of the profile is in a row, because a person must not sign what they do not see.
 */
export function profileRows(profile: Profile, manifest: PluginManifest | null): readonly ProfileRow[] {
  const { type, deployment, name, plugin, version, scope, limits, rules, directories, attested } = profile;
  const { market_data } = profile;
  const { receipt_retention_days, plugin_hash, counterparty, published_by, published_at, reason, replaces } =
    profile;
  const row = (
    about: string | null,
    label: string,
    words: string,
    members: Readonly<Record<string, unknown>>,
  ) => ({
    about,
    label,
    words,
    note: '',
    members: Object.entries(members),
  });
  const limit = (member: keyof Profile['limits'], label: string, words: string) =>
    row(member, label, words, { [`limits.${member}`]: limits[member] });
  return [
    row('scope', 'May allow', facadesInWords(scope, manifest), { scope }),
    ...ruleRows(rules, manifest).map(({ name: rule, label, words }) =>
      row(rule, capitalised(label), words, { [`rules.${rule}`]: rules[rule] }),
    ),
    ...Object.entries(directories ?? {}).map(([list, terms]) =>
      row(list, capitalised(nameWords(list)), directoryWords(list, terms, manifest), {
        [`directories.${list}`]: terms,
      }),
    ),
    ...Object.entries(attested ?? {}).map(([rule, terms]) =>
      row(
        `attested.${rule}`,
        `${capitalised(nameWords(rule))}: whose word counts`,
        attestedTermsWords(terms),
        {
          [`attested.${rule}`]: terms,
        },
      ),
    ),
    limit('use_count_max', 'Uses of one mandate', `at most ${grouped(String(limits.use_count_max))}`),
    limit('runtime_max_s', 'Time to execute', `at most ${duration(limits.runtime_max_s)}`),
    limit('validity_max_days', 'A mandate is valid for', `at most ${limits.validity_max_days} days`),
    row('market_data', 'May be fetched', market_data.map(addressWords).join('\n') || 'nothing', {
      market_data,
    }),
    row('receipt_retention_days', 'Receipts are kept', `${grouped(String(receipt_retention_days))} days`, {
      receipt_retention_days,
    }),
    row('counterparty', 'Acts on', actsOn(profile), { counterparty }),
    row('plugin_hash', 'Plugin', `${plugin}: its whole manifest and connector`, {
      plugin,
      plugin_hash,
    }),
    row(null, 'Published', `by ${published_by}, ${dayAndTime(published_at)}`, { published_at, published_by }),
    row(null, 'Why', reason === '' ? 'no reason given' : reason, { reason }),
    ...(replaces === undefined
      ? []
      : [
          row(null, 'Replaces', `the version whose hash begins with ${shortHash(replaces)}`, {
            replaces,
          }),
        ]),
    row(null, 'This one', `${name}, version ${version}`, { deployment, name, type, version }),
  ];
}

/** A member that differs: the lines that went, those that came, and how many stayed. */
export interface ChangeRow {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly change: Change;
}

/** The differences between two versions, in the words of both. */
export function changeRows(
  before: Profile,
  after: Profile,
  manifest: PluginManifest | null,
): readonly ChangeRow[] {
  const changes = new Map<string, Change>(profileChanges(manifest, before, after));
  const [old, next] = [before, after].map((profile) => profileRows(asSigned(profile), manifest));
  const members = [...new Set([...(next ?? []), ...(old ?? [])].map(({ about }) => about))];
  return members.flatMap((about): ChangeRow[] => {
    if (about === null) return [];
    const [from, to] = [old, next].map((rows) => (rows ?? []).find((row) => row.about === about));
    const isSame = JSON.stringify(from?.members) === JSON.stringify(to?.members);
    const isMoved = [before, after].some(({ directories = {} }) => Object.hasOwn(directories, about));
    const change = (isMoved ? undefined : changes.get(about)) ?? (isSame ? 'same' : 'other');
    if (change === 'same') return [];
    const [gone, came] = [linesOf(from), linesOf(to)];
    const kept = gone.filter((line) => came.includes(line)).length;
    const rest = kept === 0 ? [] : [`${kept} as before`];
    return [
      {
        label: (to ?? from)?.label ?? about,
        before:
          gone.filter((line) => !came.includes(line)).join('\n') || (kept > 0 ? 'nothing more' : 'not set'),
        after: [...came.filter((line) => !gone.includes(line)), ...rest].join('\n') || 'not set',
        change,
      },
    ];
  });
}

function linesOf(row: ProfileRow | undefined): readonly string[] {
  return row === undefined ? [] : row.words.split('\n');
}

/** What publishing does, in a sentence. */
export function publicationPieces(profile: Profile, over: string | null): readonly Piece[] {
  const version = (text: string): Piece => ({ kind: 'id', text });
  return [
    { kind: 'id', text: profile.published_by },
    { kind: 'plain', text: ' puts ' },
    version(`${profile.name}@${profile.version}`),
    { kind: 'plain', text: ' in force' },
    ...(over === null
      ? []
      : [{ kind: 'plain', text: ', over ' } as const, version(`${profile.name}@${over}`)]),
    { kind: 'plain', text: '.' },
  ];
}
