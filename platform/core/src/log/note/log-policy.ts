import { clause } from '@common/base/english';
import { fail, ok, type Result } from '@common/base/result';
import { toHex } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { parseDecimal } from './checkpoint.ts';
import { KEY_TYPES, type NoteKey, parseNoteKey } from './note-key.ts';

/** A reader's trust about a log (C2SP tlog-policy): which logs, which witnesses, and how many of them. */
export interface LogPolicy {
  readonly logs: readonly { readonly key: NoteKey; readonly url: string | null }[];
  readonly witnesses: readonly PolicyWitness[];
  /** Null for `quorum none`: the log's own word is enough. */
  readonly quorum: Quorum | null;
}

export interface PolicyWitness {
  /** In this policy. */
  readonly name: string;
  readonly key: NoteKey;
  readonly url: string | null;
}

/** At least `threshold` of the members. A single witness is one of one. */
export interface Quorum {
  readonly threshold: number;
  readonly members: readonly (string | Quorum)[];
}

type Refusal = 'log_policy_malformed';

const MAX_CHARACTERS = 262_144;
/** The names of logs, witnesses and groups. */
const MAX_OF_A_KIND = 64;

/**
 * Reads the text of a policy file. It compares names as written.
 * @example parseLogPolicy(crypto, 'quorum none\n') // ok({ logs: [], witnesses: [], quorum: null })
 * @example parseLogPolicy(crypto, '# nobody\n').error.code // 'log_policy_malformed'
 */
export function parseLogPolicy(crypto: Crypto, text: string): Result<LogPolicy, Refusal> {
  if (text.length > MAX_CHARACTERS) return malformed(null, `it is longer than ${MAX_CHARACTERS} characters`);
  const reader = new PolicyReader(crypto);
  for (const [index, line] of text.split('\n').entries()) {
    const words = line.split(/[ \t]+/).filter((word) => word !== '');
    const problem = hasControls(line)
      ? 'only spaces and tabs may separate: lines end in a newline alone'
      : words.length === 0 || words[0]?.startsWith('#') === true
        ? null
        : reader.read(words);
    if (problem !== null) return malformed(index + 1, problem);
  }
  return reader.end();
}

/**
 * Whether these witnesses, by their names in the policy, are enough.
 * @example isQuorum({ quorum: { threshold: 1, members: ['a', 'b'] } }, new Set(['b'])) // true
 * @example isQuorum({ quorum: null }, new Set()) // true
 */
export function isQuorum({ quorum }: Pick<LogPolicy, 'quorum'>, signed: ReadonlySet<string>): boolean {
  return quorum === null || isMet(quorum, signed);
}

function isMet({ threshold, members }: Quorum, signed: ReadonlySet<string>): boolean {
  const met = members.filter((member) =>
    typeof member === 'string' ? signed.has(member) : isMet(member, signed),
  );
  return met.length >= threshold;
}

/** The names of the witnesses that can count towards the quorum. */
export function quorumWitnesses({ quorum }: Pick<LogPolicy, 'quorum'>): string[] {
  return quorum === null
    ? []
    : quorum.members.flatMap((member) =>
        typeof member === 'string' ? [member] : quorumWitnesses({ quorum: member }),
      );
}

/** Line by line: names must be defined before they are used, so no group can contain itself. */
class PolicyReader {
  readonly #crypto: Crypto;
  readonly #logs: { key: NoteKey; url: string | null }[] = [];
  readonly #witnesses: PolicyWitness[] = [];
  readonly #groups = new Map<string, Quorum>();
  /** A name counts once: in one group, so that no witness counts twice. */
  readonly #members = new Set<string>();
  readonly #publicKeys = new Set<string>();
  #quorum: { readonly of: Quorum | null } | null = null;

  constructor(crypto: Crypto) {
    this.#crypto = crypto;
  }

  /** Says what is wrong with the line; null if nothing is. */
  read([keyword = '', ...words]: readonly string[]): string | null {
    if (keyword === 'log') return this.#log(words);
    if (keyword === 'witness') return this.#witness(words);
    if (keyword === 'group') return this.#group(words);
    if (keyword === 'quorum') return this.#setQuorum(words);
    return 'a line begins with log, witness, group, quorum or #';
  }

  end(): Result<LogPolicy, Refusal> {
    if (this.#quorum === null) return malformed(null, 'it has no quorum line');
    return ok({ logs: this.#logs, witnesses: this.#witnesses, quorum: this.#quorum.of });
  }

  #log([vkey = '', url = null, ...more]: readonly (string | null)[]): string | null {
    if (more.length > 0 || vkey === null) return 'a log is "log <vkey> [<url>]"';
    if (this.#logs.length >= MAX_OF_A_KIND) return `it has more than ${MAX_OF_A_KIND} logs`;
    const key = this.#key(vkey, [KEY_TYPES.log]);
    if (typeof key === 'string') return key;
    this.#logs.push({ key, url });
    return null;
  }

  #witness([name = '', vkey = '', url = null, ...more]: readonly (string | null)[]): string | null {
    if (more.length > 0 || name === null || vkey === null)
      return 'a witness is "witness <name> <vkey> [<url>]"';
    if (this.#witnesses.length >= MAX_OF_A_KIND) return `it has more than ${MAX_OF_A_KIND} witnesses`;
    const taken = this.#problemOfNewName(name);
    if (taken !== null) return taken;
    const key = this.#key(vkey, [KEY_TYPES.cosigner, KEY_TYPES.cosignerMlDsa44]);
    if (typeof key === 'string') return key;
    this.#witnesses.push({ name, key, url });
    return null;
  }

  #group([name = '', count = '', ...members]: readonly string[]): string | null {
    if (members.length === 0) return 'a group is "group <name> all|any|<k> <name>..."';
    if (this.#groups.size >= MAX_OF_A_KIND) return `it has more than ${MAX_OF_A_KIND} groups`;
    const taken = this.#problemOfNewName(name);
    if (taken !== null) return taken;
    const threshold = count === 'all' ? members.length : count === 'any' ? 1 : parseDecimal(count);
    if (threshold === null || threshold < 1 || threshold > members.length) {
      return `a group asks for all, any, or from 1 to ${members.length} of its members`;
    }
    const parts: (string | Quorum)[] = [];
    for (const member of members) {
      const part = this.#named(member);
      if (part === null) return `${member} is not defined above`;
      if (this.#members.has(member)) return `${member} is a member of a group already`;
      this.#members.add(member);
      parts.push(part);
    }
    this.#groups.set(name, { threshold, members: parts });
    return null;
  }

  #setQuorum([name = '', ...more]: readonly string[]): string | null {
    if (name === '' || more.length > 0) return 'a quorum is "quorum <name>" or "quorum none"';
    if (this.#quorum !== null) return 'there is a quorum line already';
    const part = name === 'none' ? null : this.#named(name);
    if (part === null && name !== 'none') return `${name} is not defined above`;
    this.#quorum = { of: typeof part === 'string' ? { threshold: 1, members: [part] } : part };
    return null;
  }

  #named(name: string): string | Quorum | null {
    const isWitness = this.#witnesses.some((witness) => witness.name === name);
    return isWitness ? name : (this.#groups.get(name) ?? null);
  }

  #problemOfNewName(name: string): string | null {
    if (name === 'none') return 'none is no name of a witness or group';
    return this.#named(name) === null ? null : `${name} is defined already`;
  }

  /** Returns a text if something is wrong with it. */
  #key(vkey: string, types: readonly NoteKey['type'][]): NoteKey | string {
    const key = parseNoteKey(this.#crypto, vkey);
    // It ends a sentence here too.
    if (!key.ok) return clause(key.error.message);
    if (!types.includes(key.value.type)) return 'the key of a log has type 1, that of a witness type 4 or 6';
    const publicKey = toHex(key.value.publicKey);
    if (this.#publicKeys.has(publicKey)) return 'this public key stands above already, if under another name';
    this.#publicKeys.add(publicKey);
    return key.value;
  }
}

function hasControls(line: string): boolean {
  for (let index = 0; index < line.length; index += 1) {
    const unit = line.charCodeAt(index);
    if ((unit < 0x20 && unit !== 0x09) || unit === 0x7f) return true;
  }
  return false;
}

function malformed(line: number | null, why: string) {
  const where = line === null ? '' : `. Line ${line}`;
  return fail('log_policy_malformed', `This is no policy for logs${where}: ${why}.`, { line });
}
