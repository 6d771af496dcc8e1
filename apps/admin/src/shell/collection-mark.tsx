import type { CollectionIcon } from '@stele/schema';
import { FileText } from 'lucide-react';
import { lazyPart } from '@/ui/lazy-part.tsx';

const plain = <FileText className="size-4 shrink-0" aria-hidden />;
const CollectionIconView = lazyPart(async () => (await import('./collection-icon.tsx')).CollectionIconView, plain);

/** The icon of a collection: its own, which is loaded when it's first shown, or that of all others. */
export function CollectionMark({ icon }: { readonly icon: CollectionIcon | undefined }) {
  return icon ? <CollectionIconView name={icon} /> : plain;
}
