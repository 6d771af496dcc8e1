'use client';

import { FileJson } from 'lucide-react';
import type { Outputs } from '@/api/trpc.ts';
import { useProject } from '@/shell/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Menu, MenuItem, MenuLabel } from '@/ui/menu.tsx';
import { TimeAgo } from '@/ui/time.tsx';

/** What is live now, and its files as websites read them. */
export function LiveFiles({ pointer }: { readonly pointer: Outputs['snapshots']['latest'] }) {
  const { project, schema } = useProject();
  const collections = schema?.collections ?? [];
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3 rounded-lg border bg-success-soft px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          Live since <TimeAgo at={pointer.published_at} />
        </p>
        <p className="truncate font-mono text-xs text-muted" title={pointer.snapshot_id}>
          {pointer.snapshot_id}
        </p>
      </div>
      {collections.length === 0 ? (
        <Button asChild size="sm">
          <a href={pointer.manifest.url} target="_blank" rel="noreferrer">
            <FileJson aria-hidden /> Manifest
          </a>
        </Button>
      ) : (
        <Menu
          trigger={
            <Button size="sm">
              <FileJson aria-hidden /> Live files
            </Button>
          }
        >
          {collections.map(({ key, label }) => (
            <div key={key}>
              <MenuLabel>{label}</MenuLabel>
              {project.locales.map((locale) => (
                <MenuItem key={locale} asChild>
                  <a href={`${pointer.content_base_url}/${key}.${locale}.json`} target="_blank" rel="noreferrer">
                    {key}.{locale}.json
                  </a>
                </MenuItem>
              ))}
            </div>
          ))}
        </Menu>
      )}
    </div>
  );
}
