import { utf8 } from '@common/evidence/bytes';
import { fromBase64 } from '../log/note/base64.ts';
import type { DocumentType } from '../objects/document.ts';

const IMAGES = {
  'image/png':
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'image/gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'image/webp': 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA',
  'image/jpeg': '/9j/4AAQSkZJRgABAQEASABIAAD/2Q==',
};

/** A small document of that type. `saying` makes one PDF differ from another. */
export function sampleDocument(type: DocumentType, saying = 'Invoice'): Uint8Array {
  return type === 'application/pdf'
    ? utf8(`%PDF-1.4\n% ${saying}\ntrailer <<>>\nstartxref\n0\n%%EOF\n`)
    : (fromBase64(IMAGES[type]) ?? new Uint8Array());
}
