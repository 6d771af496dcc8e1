import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { type Outputs, useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useSettingsWords } from '@/i18n/settings-words.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Section } from '@/ui/page.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';

type Sites = Outputs['projects']['get']['preview_sites'];

/** Websites that the editor shows entries on; each change is saved at once. */
export function PreviewSites() {
  const { project, may } = useProject();
  const mayChange = may('project.update');
  const t = useSettingsWords();
  const { common } = useMessages();
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const [isAdding, setAdding] = useState(false);
  const sites = project.preview_sites;
  const saved = async (): Promise<void> => {
    await invalidate(trpc.projects);
    tell(common.saved);
  };
  const update = useMutation(
    trpc.projects.update.mutationOptions({
      onSuccess: saved,
      onError: (error) => tellFailure(t.sitesNotSaved, error),
    }),
  );
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
                  label={t.removePreviewSite(name)}
                  disabled={update.isPending}
                  onClick={() =>
                    update.mutate({ projectId: project.id, preview_sites: sites.filter((one) => one.url !== url) })
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <AddSiteDialog
          sites={sites}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            void saved();
          }}
        />
      )}
    </Section>
  );
}

interface AddSiteDialogProps {
  readonly sites: Sites;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}

function AddSiteDialog({ sites, onClose, onAdded }: AddSiteDialogProps) {
  const { project } = useProject();
  const t = useSettingsWords();
  const { common } = useMessages();
  const client = useTRPCClient();
  const form = useServerForm({ name: '', url: '' }, async ({ name, url }) => {
    const added = [...sites, { name, url: url.trim() }];
    await client.projects.update.mutate({ projectId: project.id, preview_sites: added });
    onAdded();
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
