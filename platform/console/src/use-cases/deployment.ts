import type { Result } from '@common/base/result';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { KeyEntry, KeyRole } from '@platform/core/objects/key-entry';
import type { Mandate, SignedMandate } from '@platform/core/objects/mandate';
import type { Connector, PluginManifest } from '@platform/core/objects/plugin';
import type { SignedProfile } from '@platform/core/objects/profile';
import type { FILE_ALGORITHMS, SignatureAlgorithm } from '@platform/core/objects/signature';
import type { KeyFileSigner } from '@platform/core/signed/signed';
import type { ReplacedKey } from '@platform/keys/key-files/change-key';
import type { LogKeyChange } from '@platform/keys/key-files/change-log-key';

/** The public half of a key, as its entry shows it. */
export interface PublicKey {
  readonly alg: SignatureAlgorithm;
  readonly public_key: string;
  readonly fingerprint: string;
}

export type KeyTimes = Pick<KeyEntry, 'not_before' | 'not_after'>;

/** The key of an issuer of statements. */
interface IssuerPublicKey extends PublicKey {
  /** When it signs, as the issuer says; null if its file does not say. */
  readonly times: KeyTimes | null;
}

/** A person’s key on this machine. */
export interface PersonSigner extends KeyFileSigner, PublicKey {
  readonly alg: SignatureAlgorithm;
  readonly created: boolean;
}

/** A plugin’s folder: its manifest, its connector, and the unchecked draft of its profile. */
export interface PluginFolder {
  readonly manifest: PluginManifest;
  readonly connector: Connector;
  readonly profileDraft: unknown;
}

/**
 * A local deployment’s folders. If it cannot read or write something, it throws an exception that says what
 * to do.
 */
export interface Deployment {
  /** The deployment’s id, which is drawn with the first key. */
  id(): Promise<string>;
  /** Whether the deployment’s people enrol themselves, so that none are made here. */
  hasOwnPeople(): Promise<boolean>;
  /** Records for good that the deployment’s people enrol themselves. */
  leaveOutPeople(): Promise<void>;
  /** Creates a service’s key, if it does not exist yet. */
  ensureServiceKey(key: {
    readonly kid: string;
    readonly role: KeyRole;
  }): Promise<{ readonly created: boolean }>;
  /** Creates the key of the log’s checkpoints, if there is none. True if it created one. */
  ensureLogKey(): Promise<boolean>;
  /**
   * Creates the folders beside the keys that services would create later, because a folder that does not
   * exist cannot be hidden from others.
   */
  ensureFolders(): Promise<void>;
  /** Creates a shared secret, if neither file nor environment has one. True if it created one. */
  ensureSecret(name: 'jwt.secret' | 'gateway.secret' | 'broker.secret'): Promise<boolean>;
  jwtSecret(): Promise<string>;
  /**
   * Returns the file of the secret that makes broker tokens for this counterparty alone. It creates the file
   * if it does not exist.
   */
  ensureBrokerSecret(kid: string): Promise<string>;
  /** The key in `people/<kid>.pem`, created if it does not exist. */
  ensurePersonKey(kid: string, alg: (typeof FILE_ALGORITHMS)[number]): Promise<PersonSigner>;
  /** The person’s next key, in `people/<kid>.next.pem`, created if it does not exist. */
  nextPersonKey(kid: string, alg: (typeof FILE_ALGORITHMS)[number]): Promise<PersonSigner>;
  /** The public half of the person’s next key; null if there is none. */
  nextKeyOf(kid: string): Promise<string | null>;
  /** Replaces the person’s present key with the next one. It does nothing if there is none. */
  takeNextPersonKey(kid: string): Promise<void>;
  /** A key in `people/`, by its kid, or a file by its path. */
  personKey(kidOrFile: string): Promise<Result<PersonSigner, 'key_unusable'>>;
  /** The key of a service on this machine, to sign what its operator publishes. */
  serviceKey(kid: string): Promise<Result<PersonSigner, 'key_unusable'>>;
  /** Reads a public key that was made elsewhere, from a PEM file. */
  publicKeyFile(file: string): Promise<Result<PublicKey, 'key_unusable'>>;
  /** The same, or a copy of the `/.well-known/keys.json` of its holder, which also says when the key signs. */
  issuerKeyFile(file: string, kid: string): Promise<Result<IssuerPublicKey, 'key_unusable'>>;
  /** Replaces a service’s key; the old one stays published, with its end. */
  replaceServiceKey(kid: string): Promise<Result<ReplacedKey, 'key_unusable'>>;
  /** Makes a second key of the log’s checkpoints, which signs beside the first. */
  addLogKey(): Promise<Result<LogKeyChange, 'key_unusable'>>;
  /** The two keys that sign checkpoints; null if there is one. */
  logKeyChange(): LogKeyChange | null;
  /** Takes the older of the two keys out of use. */
  retireLogKey(stolen: boolean): Promise<Result<LogKeyChange, 'key_unusable'>>;
  /** Records that a checkpoint key, which is no longer here, was one of the log’s and no longer signs. */
  giveUpLogKey(publicKey: Uint8Array, stolen: boolean): Promise<Result<void, 'key_unusable'>>;
  /**
   * Replaces the published entry of that kid. False if the published one is no longer what the caller read
   * with `publicKeys`: a mark of compromise may have arrived since.
   */
  replacePublicKey(entry: KeyEntry, read: unknown): Promise<boolean>;
  /** The contents of `public/*.json`, unchecked. */
  publicKeys(): Promise<Readonly<Record<string, unknown>>>;
  /** False if the file already exists: nobody overwrites a key. */
  writePublicKey(entry: KeyEntry): Promise<boolean>;
  plugins(): Promise<readonly PluginFolder[]>;
  /** Null if none is published. */
  profile(name: string): Promise<SignedProfile | null>;
  /** Entries of one directory that the authority records when it starts. False if there are some already. */
  writeFirstEntries(entries: readonly SignedEntry[]): Promise<boolean>;
  /** Puts the first version in force. False if another process was faster; its version then stays. */
  writeFirstProfile(signed: SignedProfile): Promise<boolean>;
  /**
   * Writes the file in force and its copy in `history/`, each whole or not at all. Returns the path of the
   * former, once no call can begin under an earlier version.
   */
  writeProfile(signed: SignedProfile): Promise<string>;
  /** The mandates that the deployment starts with. */
  mandates(): Promise<readonly Mandate[]>;
  hasMandate(plugin: string): Promise<boolean>;
  /** False if another process was faster; its version then stays. */
  writeMandate(plugin: string, signed: SignedMandate): Promise<boolean>;
}
