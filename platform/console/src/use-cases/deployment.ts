import type { Result } from '@common/base/result';
import type { Signer } from '@platform/proof/signed';
import type { KeyEntry, KeyRole } from '@platform/protocol/key-entry';
import type { SignedMandate } from '@platform/protocol/mandate';
import type { PluginManifest } from '@platform/protocol/plugin';
import type { SignedProfile } from '@platform/protocol/profile';
import type { SignatureAlgorithm } from '@platform/protocol/signature';

/** A person's key on this machine. */
export interface PersonSigner extends Signer {
  readonly public_key: string;
  readonly fingerprint: string;
  readonly created: boolean;
}

/** A plugin's folder: its manifest, and the draft of its profile, unchecked. */
export interface PluginFolder {
  readonly manifest: PluginManifest;
  readonly profileDraft: unknown;
}

/** A local deployment's folders. What cannot be read or written throws an exception that says what to do. */
export interface Deployment {
  /** Creates a service's key, if it does not exist yet. */
  ensureServiceKey(key: {
    readonly kid: string;
    readonly role: KeyRole;
    readonly independent: boolean;
  }): Promise<{ readonly created: boolean }>;
  /** Creates a shared secret, if neither file nor environment has one. True if it created one. */
  ensureSecret(name: 'jwt.secret' | 'broker.secret'): Promise<boolean>;
  jwtSecret(): Promise<string>;
  /** `people/<kid>.pem`, created if it does not exist. */
  ensurePersonKey(kid: string, alg: SignatureAlgorithm): Promise<PersonSigner>;
  /** A key in `people/`, by its kid, or a file by its path. */
  personKey(kidOrFile: string): Promise<Result<PersonSigner, 'key_unusable'>>;
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
  hasMandate(plugin: string): Promise<boolean>;
  /** False if another process was faster: its version then stays. */
  writeMandate(plugin: string, signed: SignedMandate): Promise<boolean>;
}
