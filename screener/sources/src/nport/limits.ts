const MB = 1024 * 1024;

/** Every limit on a Form N-PORT document. */
export interface NportLimits {
  /** The size of the document after decompression. The largest bond index funds file about 60 MB. */
  readonly bytes: number;
  /** Nesting of elements; the form's own schema needs 12. */
  readonly depth: number;
  readonly holdings: number;
  /** Characters of one text or attribute that is read. */
  readonly textLength: number;
  /** Bytes without a single tag: how much a document may make the parser hold in memory. */
  readonly bytesBetweenTags: number;
  readonly otherIds: number;
}

export const NPORT_LIMITS: NportLimits = {
  bytes: 256 * MB,
  depth: 40,
  holdings: 50_000,
  textLength: 1_000,
  bytesBetweenTags: MB,
  otherIds: 200,
};
