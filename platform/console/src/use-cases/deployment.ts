import type { Result } from '@common/base/result';
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

/** A person's key on this machine. */
export interface PersonSigner extends KeyFileSigner, PublicKey {
  readonly alg: SignatureAlgorithm;
  readonly created: boolean;
}

/** A plugin's folder: its manifest, its connector, and the draft of its profile, unchecked. */
export interface PluginFolder {
  readonly manifest: PluginManifest;
  readonly connector: Connector;
  readonly profileDraft: unknown;
}

/** A local deployment's folders. What cannot be read or written throws an exception that says what to do. */
export interface Deployment {
  /** Its id, drawn with the first key. */
  id(): Promise<string>;
  /** Whether its people enrol themselves: none are made here. */
  hasOwnPeople(): Promise<boolean>;
  /** Says that for good. */
  leaveOutPeople(): Promise<void>;
  /** Creates a service's key, if it does not exist yet. */
  ensureServiceKey(key: {
    readonly kid: string;
    readonly role: KeyRole;
  }): Promise<{ readonly created: boolean }>;
  /** Creates the key of the log's checkpoints, if there is none. True if it created one. */
  ensureLogKey(): Promise<boolean>;
  /** Creates the folders beside the keys that services would create later: what is not there cannot be hidden from others. */
  ensureFolders(): Promise<void>;
  /** Creates a shared secret, if neither file nor environment has one. True if it created one. */
  ensureSecret(name: 'jwt.secret' | 'gateway.secret' | 'broker.secret'): Promise<boolean>;
  jwtSecret(): Promise<string>;
  /** The file of the secret that broker tokens for this counterparty alone are made with, created if it does not exist. */
  ensureBrokerSecret(kid: string): Promise<string>;
  /** `people/<kid>.pem`, created if it does not exist. */
  ensurePersonKey(kid: string, alg: (typeof FILE_ALGORITHMS)[number]): Promise<PersonSigner>;
  /** `people/<kid>.next.pem`, created if it does not exist: what is to be the person's key. */
  nextPersonKey(kid: string, alg: (typeof FILE_ALGORITHMS)[number]): Promise<PersonSigner>;
  /** Its public half; null if there is none. */
  nextKeyOf(kid: string): Promise<string | null>;
  /** Puts it in the place of the present one. Does nothing if there is none. */
  takeNextPersonKey(kid: string): Promise<void>;
  /** A key in `people/`, by its kid, or a file by its path. */
  personKey(kidOrFile: string): Promise<Result<PersonSigner, 'key_unusable'>>;
  /** A public key that was made elsewhere: a file in PEM. */
  publicKeyFile(file: string): Promise<Result<PublicKey, 'key_unusable'>>;
  /** Puts a new key in the place of a service's key; the old one stays published, with its end. */
  replaceServiceKey(kid: string): Promise<Result<ReplacedKey, 'key_unusable'>>;
  /** Makes a second key of the log's checkpoints, which signs beside the first. */
  addLogKey(): Promise<Result<LogKeyChange, 'key_unusable'>>;
  /** The two keys that sign checkpoints; null if there is one. */
  logKeyChange(): LogKeyChange | null;
  /** Takes the older of the two out of use. */
  retireLogKey(stolen: boolean): Promise<Result<LogKeyChange, 'key_unusable'>>;
  /** A key of checkpoints that is no longer here: it was one of the log's, and no longer signs. */
  giveUpLogKey(publicKey: Uint8Array, stolen: boolean): Promise<Result<void, 'key_unusable'>>;
  /**
   * Puts an entry in the place of the published one of that kid. False if that is no longer what the caller read, as
   * `publicKeys` gave it: a mark of compromise may have arrived since.
   */
  replacePublicKey(entry: KeyEntry, read: unknown): Promise<boolean>;
  /** `public/*.json`, unchecked. */
  publicKeys(): Promise<Readonly<Record<string, unknown>>>;
  /** False if the file already exists: nobody overwrites a key. */
  writePublicKey(entry: KeyEntry): Promise<boolean>;
  plugins(): Promise<readonly PluginFolder[]>;
  /** Null if none is published. */
  profile(name: string): Promise<SignedProfile | null>;
  /** Puts the first version in force. False if another process was faster: its version then stays. */
  writeFirstProfile(signed: SignedProfile): Promise<boolean>;
  /** The file in force and its copy in `history/`, whole or not at all. */
  writeProfile(signed: SignedProfile): Promise<string>;
  /** Those that the deployment starts with. */
  mandates(): Promise<readonly Mandate[]>;
  hasMandate(plugin: string): Promise<boolean>;
  /** False if another process was faster: its version then stays. */
  writeMandate(plugin: string, signed: SignedMandate): Promise<boolean>;
}
