import type { CollectionIcon } from '@stele/schema';
import { FileText } from 'lucide-react';
import { lazy, Suspense } from 'react';

const CollectionIconView = lazy(async () => ({ default: (await import('./collection-icon.tsx')).CollectionIconView }));

/** The icon of a collection: its own, which is loaded when it's first shown, or that of all others. */
export function CollectionMark({ icon }: { readonly icon: CollectionIcon | undefined }) {
  const plain = <FileText className="size-4 shrink-0" aria-hidden />;
  if (!icon) return plain;
  return (
    <Suspense fallback={plain}>
      <CollectionIconView name={icon} />
    </Suspense>
  );
}
