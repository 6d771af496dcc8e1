import { ArrowLeft } from 'lucide-react';
import { common } from '#messages/common';
import { library as t } from '#messages/library';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { UploadList } from '../upload/upload-list.tsx';
import { useUploads } from '../upload/use-uploads.ts';
import { useAsset } from '../use-assets.ts';
import { AssetDetails } from './asset-details.tsx';
import { libraryAddress } from './last-library.ts';

/** A file on a page of its own. */
export function AssetScreen({ id }: { readonly id: string }) {
  const { project } = useProject();
  const { uploads, queue } = useUploads();
  const asset = useAsset(id)?.data;
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 px-4 pt-4 pb-16 sm:px-6">
      <header className="flex min-w-0 items-center gap-2">
        <Button asChild variant="ghost" size="icon" className="max-sm:size-11">
          <Link href={libraryAddress(project.id)} aria-label={t.backToMedia}>
            <ArrowLeft className="rtl:rotate-180" aria-hidden />
          </Link>
        </Button>
        <h1 dir="auto" className="min-w-0 truncate text-xl font-semibold tracking-tight rtl:text-right">
          {asset?.filename ?? common.details}
        </h1>
      </header>
      <UploadList uploads={uploads.filter(({ assetId }) => assetId === id)} queue={queue} />
      <AssetDetails key={id} assetId={id} heading="h2" />
    </div>
  );
}
