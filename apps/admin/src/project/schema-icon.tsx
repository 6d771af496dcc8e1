import type { CollectionIcon } from '@stele/schema';
import { FileText } from 'lucide-react';
import { lazyPart } from '@/ui/lazy-part.tsx';

const plain = <FileText className="size-4 shrink-0" aria-hidden />;
const SchemaIconView = lazyPart(async () => (await import('./schema-icon-view.tsx')).SchemaIconView, plain);

/** The icon that a schema gives a collection or a kind of block, which is loaded when it's first shown, or that of all others. */
export function SchemaIcon({ name }: { readonly name: CollectionIcon | undefined }) {
  return name ? <SchemaIconView name={name} /> : plain;
}
