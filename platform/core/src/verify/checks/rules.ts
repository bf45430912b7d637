import { instantMs } from '@common/base/instant';
import type { KeyVersion } from '../../objects/key-entry.ts';
import { checkPlugin } from '../../signed/plugin.ts';
import { type Problem, problem, unless } from '../problems.ts';
import {
  altered,
  deploymentProblems,
  differs,
  enrolmentProblems,
  isAbout,
  keyOfSignature,
  type Subject,
  signatureProblems,
} from './subject.ts';

/**
 * Problems of the rules that the grant was decided by: the profile is signed by an enrolled principal, the plugin is the
 * one that they signed with it, and grant and action name this profile and this plugin.
 */
export function rulesProblems(subject: Subject): Problem[] {
  const { receipt, hashes } = subject;
  const { profile, profile_hash, profile_signature: signature, policy_version, plugin } = receipt.why;
  const { grant } = receipt.how;
  const key = keyOfSignature(subject, signature, hashes.profile);
  const signed = checkPlugin(profile, { ...plugin, hash: hashes.plugin });
  return [
    ...altered('the profile (why.profile)', 'why.profile_hash', profile_hash, hashes.profile),
    ...isAbout('the grant', 'profile', grant.profile_hash, hashes.profile),
    ...deploymentProblems(subject, 'the profile', profile),
    ...signatureProblems(subject, {
      hash: hashes.profile,
      signature,
      type: 'sanad/profile/1',
      at: profile.published_at,
    }),
    ...(key === undefined ? [] : publisherProblems(subject, key)),
    ...differs('why.policy_version', policy_version, `${profile.name}@${profile.version}`),
    ...differs('grant.policy_version', grant.policy_version, policy_version),
    ...differs('the profile of the mandate', receipt.who.contract.profile, profile.name),
    ...(signed.ok ? [] : problem(signed.error.code, `why.plugin: ${signed.error.message}`)),
  ];
}

function publisherProblems(subject: Subject, key: KeyVersion): Problem[] {
  const { why, when } = subject.receipt;
  return [
    ...differs(`the person of ${key.kid}`, key.person, why.profile.published_by),
    ...enrolmentProblems(subject, key),
    // Nothing proves that the profile existed before its first use: a thief can backdate it.
    ...unless(
      key.compromised_at === null || isAfterInstant(key.compromised_at, when.proposed_at),
      'key_compromised',
      `${key.kid}, who signed the profile, was compromised before the profile was used`,
    ),
  ];
}

function isAfterInstant(one: string, other: string): boolean {
  return (instantMs(one) ?? 0) > (instantMs(other) ?? 0);
}
