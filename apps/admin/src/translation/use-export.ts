import { useState } from 'react';
import { translation as t } from '#messages/translation';
import { useTRPCClient } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';

/** How many entries the API puts into a document. */
const MOST = 100;

/** Downloads texts to translate into a language, as XLIFF files: of some entries, or of all that need it. */
export function useExport() {
  const { project } = useProject();
  const client = useTRPCClient();
  const [isBusy, setBusy] = useState(false);
  const download = async (locale: string, ids: readonly string[] | null): Promise<void> => {
    const wanted = ids ?? [null];
    let count = 0;
    let files = 0;
    for (let from = 0; from < wanted.length; from += MOST) {
      const entries = ids?.slice(from, from + MOST).join(',');
      let cursor: string | undefined;
      do {
        const page = await client.translations.export.query({
          projectId: project.id,
          locale,
          ...(entries && { entries }),
          ...(cursor && { cursor }),
        });
        if (page.xliff) save(`${project.name}-${locale}-${++files}.xlf`, page.xliff);
        count += page.entries;
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
    }
    tell(count > 0 ? t.exported({ count }) : t.nothing);
  };
  return {
    isBusy,
    /** @param ids of entries; null for all whose translation is missing or outdated */
    run: async (locale: string, ids: readonly string[] | null): Promise<void> => {
      setBusy(true);
      await download(locale, ids).catch((error: unknown) => tellFailure(t.notExported, error));
      setBusy(false);
    },
  };
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/xliff+xml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
