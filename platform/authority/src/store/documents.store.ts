import type { DocumentType } from '@platform/core/objects/document';

/** What is known of a document besides its bytes. */
interface DocumentFacts {
  readonly sha256: string;
  readonly mediaType: DocumentType;
  readonly sizeBytes: number;
}

export interface DocumentPlace {
  readonly tenant: string;
  readonly sha256: string;
}

export interface UploadedDocument extends DocumentPlace, DocumentFacts {
  /** The mandate under which it was uploaded. */
  readonly mandateId: string;
  readonly bytes: Uint8Array;
  /** Instants of documents are milliseconds since the epoch. */
  readonly uploadedAt: number;
}

/** What a tenant and a mandate hold. */
interface DocumentsHeld {
  /** The mandate's documents that no grant names. */
  readonly waiting: number;
  readonly tenantBytes: number;
  /** The bytes that were uploaded under the mandate since the instant asked about. */
  readonly mandateBytes: number;
}

/** Which documents and names of them are due to go. */
export interface DueDocuments {
  /** A document that no grant names goes if it was uploaded before. */
  readonly uploadedBefore: number;
  /** A grant that has ended names its documents no longer if it named them before; null for as long as its receipt is kept. */
  readonly namedBefore: number | null;
}

export interface DocumentReads {
  /** Null if the tenant has no such document, or no longer. */
  documentBytes(place: DocumentPlace): Promise<Uint8Array | null>;
  /** The tenants that have due documents. */
  tenantsWithDueDocuments(due: DueDocuments): Promise<readonly string[]>;
  /** All documents after that one (null: from the first), by tenant and hash. */
  documentsAfter(after: DocumentPlace | null, limit: number): Promise<readonly DocumentPlace[]>;
}

/** Within the lock of the tenant. */
export interface DocumentWrites {
  /** Those of these documents that the tenant has. */
  documents(tenant: string, hashes: readonly string[]): Promise<readonly DocumentFacts[]>;
  documentsHeld(tenant: string, mandateId: string, since: number): Promise<DocumentsHeld>;
  /** Stores a document, over one of the same hash. */
  keepDocument(document: UploadedDocument): Promise<void>;
  /** Deletes the tenant's due documents. */
  pruneDocuments(tenant: string, due: DueDocuments): Promise<void>;
}
