import { onOff, url } from '@common/kit/config';

/** The settings for the cloud's identity token, which authority and enforcement point share. */
export const CLOUD_SETTINGS = {
  SERVICE_GCE_IDENTITY: onOff({
    description:
      'On a virtual machine of Google’s: add its identity token to decisions, which then have level L1-declared. While there is none, decisions are made without, at level L1-sim.',
    default: false,
  }),
  GCE_METADATA_URL: url({
    description: 'The metadata server, which makes the tokens.',
    default: 'http://metadata.google.internal',
  }),
  GCE_CERTS_URL: url({
    description:
      'Google’s public keys. Those that signed tokens are kept in `cloud-keys.json` in SERVICE_KEYS_DIR.',
    default: 'https://www.googleapis.com/oauth2/v3/certs',
  }),
};

export interface CloudConfig {
  readonly SERVICE_GCE_IDENTITY: boolean;
  readonly GCE_METADATA_URL: string;
  readonly GCE_CERTS_URL: string;
}
