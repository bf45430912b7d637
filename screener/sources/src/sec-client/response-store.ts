/** A document as the SEC sent it, with its validators; a validator that was not sent is null. */
export interface StoredResponse {
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
  readonly bytes: Uint8Array;
}

/**
 * The store of documents between requests, by address, so that the next request can be conditional. A store
 * that has lost the bytes must answer null. Without a store every request fetches the whole document.
 */
export interface SecResponseStore {
  get(url: string): Promise<StoredResponse | null>;
  put(url: string, response: StoredResponse): Promise<void>;
}
