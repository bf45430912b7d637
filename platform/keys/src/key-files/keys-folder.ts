/** Folders in SERVICE_KEYS_DIR, beside the keys and `public/`. */
export const KEYS_FOLDER = {
  /** Keys of people who are played on this machine. */
  people: 'people',
  /** What the authority keeps so that a lost or exchanged database is noticed. */
  kept: 'kept',
  /** Where approvers are told. */
  notices: 'notices',
} as const;
