import { FileJson } from 'lucide-react';
import { site as t } from '#messages/site';
import type { Outputs } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { LinkButton } from '@/ui/link-button.tsx';
import { Menu, MenuItem, MenuLabel } from '@/ui/menu.tsx';

/** The live files, as websites read them. */
export function LiveFiles({ pointer }: { readonly pointer: Outputs['snapshots']['latest'] }) {
  const { project, schema } = useProject();
  const collections = schema?.collections ?? [];
  if (collections.length === 0) {
    return (
      <LinkButton
        icon={FileJson}
        label={t.manifest}
        href={pointer.manifest.url}
        isExternal
        size="sm"
        className="max-sm:h-11"
      />
    );
  }
  return (
    <Menu trigger={<Button icon={FileJson} label={t.files} size="sm" className="max-sm:h-11" />}>
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
  );
}
