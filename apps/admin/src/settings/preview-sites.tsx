import { X } from 'lucide-react';
import { useState } from 'react';
import { common } from '#messages/common';
import { settings as t } from '#messages/settings';
import { useProject } from '@/project/project-context.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Section } from '@/ui/page.tsx';
import { tellFailure } from '@/ui/toast.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';
import { useProjectChange } from './use-project-change.ts';

/** Websites that the editor shows entries on; each change is saved at once. */
export function PreviewSites() {
  const { project, may } = useProject();
  const mayChange = may('project.update');
  const [isAdding, setAdding] = useState(false);
  const sites = project.preview_sites;
  const change = useProjectChange({ onError: (error) => tellFailure(t.sitesNotSaved, error) });
  return (
    <Section
      title={t.previewSites}
      lead={t.previewSitesLead}
      action={mayChange && <Button label={t.addPreviewSite} onClick={() => setAdding(true)} />}
    >
      {sites.length === 0 && <p className="text-sm text-muted">{t.noPreviewSites}</p>}
      {sites.length > 0 && (
        <ul className="divide-y rounded-lg border bg-surface">
          {sites.map(({ name, url }) => (
            <li key={url} className="flex items-center gap-3 px-4 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{name}</p>
                <p className="truncate text-xs text-muted">{url}</p>
              </div>
              {mayChange && (
                <IconButton
                  icon={X}
                  label={t.removePreviewSite({ name })}
                  onClick={() =>
                    change.mutate((now) => ({ preview_sites: now.preview_sites.filter((one) => one.url !== url) }))
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding && <AddSiteDialog onClose={() => setAdding(false)} />}
    </Section>
  );
}

function AddSiteDialog({ onClose }: { readonly onClose: () => void }) {
  // The form shows what the server refuses.
  const { mutateAsync } = useProjectChange({ onError: () => undefined });
  const form = useServerForm({ name: '', url: '' }, async ({ name, url }) => {
    await mutateAsync((now) => ({ preview_sites: [...now.preview_sites, { name, url: url.trim() }] }));
    onClose();
  });
  return (
    <FormDialog {...form.dialog} onClose={onClose} title={t.addPreviewSite} action={common.save}>
      <TextField
        label={t.siteName}
        autoFocus
        placeholder={t.siteNameExample}
        {...form.field('name', { required: common.giveName })}
      />
      <TextField
        label={t.siteAddress}
        type="url"
        placeholder="https://www.example.org"
        {...form.field('url', { required: t.giveAddress }, 'preview_sites')}
      />
    </FormDialog>
  );
}
