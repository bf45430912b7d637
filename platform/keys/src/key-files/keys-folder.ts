/** Folders in SERVICE_KEYS_DIR, in addition to the keys and `public/`. */
export const KEYS_FOLDER = {
  /** Keys of people who are simulated on this machine. */
  people: 'people',
  /** Data of the authority that reveals a lost or exchanged database. */
  kept: 'kept',
  /** Addresses of approvers. */
  notices: 'notices',
} as const;
