import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { preview as t } from '#messages/preview';
import { type Outputs, useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { isLocal } from '@/entry/page/use-public-site.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Choice } from '@/ui/choice.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Select } from '@/ui/input.tsx';
import { SecretBox } from '@/ui/secret-box.tsx';
import { QueryState } from '@/ui/states.tsx';
import { tell } from '@/ui/toast.tsx';
import { useAction } from '@/ui/use-action.ts';
import { useServerForm } from '@/ui/use-server-form.ts';

const DAY_MS = 24 * 60 * 60_000;

interface ShareDialogProps {
  readonly entryId: string;
  /** The website's address. */
  readonly site: string;
  /** The entry's page there. */
  readonly page: string;
  readonly onClose: () => void;
}

/** Makes a link that shows drafts on the website without an account, and ends links. */
export function ShareDialog({ entryId, site, page, onClose }: ShareDialogProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const invalidate = useInvalidate();
  const [shows, setShows] = useState<'entry' | 'site'>('entry');
  const [days, setDays] = useState('1');
  const [made, setMade] = useState<string | null>(null);
  const links = useQuery(trpc.previewLinks.list.queryOptions({ projectId: project.id }));
  const form = useServerForm({}, async () => {
    const { secret } = await client.previewLinks.create.mutate({
      projectId: project.id,
      entry_id: shows === 'entry' ? entryId : null,
      expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
    });
    const { pathname, search } = new URL(page);
    const query = new URLSearchParams({ link: secret, to: pathname + search });
    setMade(`${site.replace(/\/$/, '')}/api/draft?${query}`);
    await invalidate(trpc.previewLinks);
  });
  const live = links.data?.data ?? [];
  return (
    <FormDialog
      {...form.dialog}
      onClose={onClose}
      title={t.share}
      description={t.shareLead}
      action={t.makeLink}
      // Links that arrive move the button, perhaps as it is clicked.
      disabled={links.isPending}
    >
      <Choice
        legend={t.shows}
        value={shows}
        onChange={setShows}
        options={[
          { value: 'entry', label: t.oneEntry, help: t.oneEntryHelp },
          { value: 'site', label: t.wholeSite, help: t.wholeSiteHelp },
        ]}
      />
      <div className="flex items-center gap-3">
        <span className="text-sm font-medium">{t.lasts}</span>
        <Select
          aria-label={t.lasts}
          className="w-40"
          value={days}
          options={Object.entries(t.days)}
          onChange={setDays}
        />
      </div>
      {made !== null && (
        <div className="flex flex-col gap-1.5">
          <SecretBox label={t.link} value={made} />
          <p className="text-xs text-muted">{isLocal(site) ? t.onlyHere : t.linkHelp}</p>
        </div>
      )}
      <QueryState query={links} rows={1} />
      {live.length > 0 && <LiveLinks links={live} entryId={entryId} />}
    </FormDialog>
  );
}

interface LiveLinksProps {
  readonly links: Outputs['previewLinks']['list']['data'];
  readonly entryId: string;
}

function LiveLinks({ links, entryId }: LiveLinksProps) {
  const { project } = useProject();
  const { moment } = formats;
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const revoke = useAction(trpc.previewLinks.revoke, t.linkNotEnded, async () => {
    await invalidate(trpc.previewLinks);
    tell(t.linkEnded);
  });
  return (
    <section aria-label={t.links} className="flex flex-col gap-1.5">
      <h3 className="text-sm font-medium">{t.links}</h3>
      <ul className="max-h-48 divide-y overflow-y-auto rounded-lg border">
        {links.map(({ id, entry_id, created_by, expires_at }) => {
          const what = entry_id === null ? t.wholeSite : entry_id === entryId ? t.oneEntry : t.anEntry;
          return (
            <li key={id} className="flex items-center gap-3 px-3 py-2 text-sm">
              <p className="min-w-0 flex-1">
                {what} <span className="text-muted">{t.linkOf({ who: created_by.name })}</span>
                <span className="block text-xs text-muted">{t.ends({ when: moment(expires_at) })}</span>
              </p>
              <Button
                label={t.end}
                aria-label={t.endLink({ what, who: created_by.name })}
                size="sm"
                className="max-sm:h-11"
                busy={revoke.isPending && revoke.variables.previewLinkId === id}
                onClick={() => revoke.mutate({ projectId: project.id, previewLinkId: id })}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
