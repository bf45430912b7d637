import type { ActionDocument } from '@platform/core/objects/document';

const KINDS: Readonly<Record<ActionDocument['media_type'], string>> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG image',
  'image/jpeg': 'JPEG image',
  'image/webp': 'WebP image',
  'image/gif': 'GIF image',
};

/** What a document is and how large: `PDF, 184 kB`. */
export function documentKind({ media_type: type, size_bytes: size }: ActionDocument): string {
  return `${KINDS[type]}, ${fileSize(size)}`;
}

function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** How many documents there are: `3 files`. */
export function fileCount(documents: readonly unknown[]): string {
  return documents.length === 1 ? '1 file' : `${documents.length} files`;
}
