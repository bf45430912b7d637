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

/** A plugin's folder: its manifest, and the draft of its profile as it stands there. */
export interface PluginFolder {
  readonly manifest: PluginManifest;
  readonly profileDraft: unknown;
}

/** The folders of a local deployment. What cannot be read or written is an exception that says what to do. */
export interface Deployment {
  /** Makes the key of a service, where it is not there yet. */
  ensureServiceKey(key: {
    readonly kid: string;
    readonly role: KeyRole;
    readonly independent: boolean;
  }): Promise<{ readonly created: boolean }>;
  /** Makes a shared secret, where neither file nor environment has one. True when it made one. */
  ensureSecret(name: 'jwt.secret' | 'broker.secret'): Promise<boolean>;
  jwtSecret(): Promise<string>;
  /** `people/<kid>.pem`, made where it is not there. */
  ensurePersonKey(kid: string, alg: SignatureAlgorithm): Promise<PersonSigner>;
  /** A key in `people/`, by its kid, or a file by its path. */
  personKey(kidOrFile: string): Promise<Result<PersonSigner, 'key_unusable'>>;
  /** `public/*.json` as it stands. */
  publicKeys(): Promise<Readonly<Record<string, unknown>>>;
  /** False where the file is there already: nobody overwrites a key. */
  writePublicKey(entry: KeyEntry): Promise<boolean>;
  plugins(): Promise<readonly PluginFolder[]>;
  /** Null where none is published. */
  profile(name: string): Promise<SignedProfile | null>;
  /** Puts the first version in force. False where another process was faster: then that one stays. */
  writeFirstProfile(signed: SignedProfile): Promise<boolean>;
  /** The file in force and its copy in `history/`, whole or not at all. */
  writeProfile(signed: SignedProfile): Promise<string>;
  hasMandate(plugin: string): Promise<boolean>;
  /** False where another process was faster: then that one stays. */
  writeMandate(plugin: string, signed: SignedMandate): Promise<boolean>;
}
