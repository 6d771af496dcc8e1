import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { preview as t } from '#messages/preview';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';

/** How long what the headers of a page say is believed. */
const HEADERS_MS = 30_000;

interface SilentNoticeProps {
  /** The website's address. */
  readonly site: string;
  /** The page's address. */
  readonly url: string;
  /** Loads the page again. */
  readonly reload: () => void;
}

/** Why a page says nothing, as far as its answer tells. */
export function SilentNotice({ site, url, reload }: SilentNoticeProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const check = trpc.projects.checkPage.queryOptions({ projectId: project.id, url }, { staleTime: HEADERS_MS });
  const { data, isPending } = useQuery(check);
  const { origin, protocol } = window.location;
  if (isBlockedAs(url, protocol)) return <Notice title={t.silent} help={t.insecure} />;
  if (isPending) return <Notice title={t.silent} help={t.silentPending} />;
  if (!data?.status)
    return (
      <Notice
        title={t.silent}
        help={[t.silentDrafts, data?.error, t.silentHelp({ origin })].filter(Boolean).join(' ')}
      />
    );
  const isThere = data.status < 400;
  if (data.opens_drafts)
    return (
      <Notice title={isThere ? t.published : t.notThere({ status: data.status })} help={t.openDraftsHelp}>
        <DraftsLink site={site} url={url} reload={reload} />
      </Notice>
    );
  if (!isThere) return <Notice title={t.notThere({ status: data.status })} help={t.notThereHelp} />;
  if (data.refused_by === null) return <Notice title={t.silent} help={t.noScript} />;
  return <Notice title={t.refused} help={t.refusedHelp({ header: data.refused_by, origin })} />;
}

/** Leads to the website's route for drafts. Once the person comes back from there, the page is loaded again. */
function DraftsLink({ site, url, reload }: SilentNoticeProps) {
  const { pathname, search } = new URL(url);
  const query = new URLSearchParams({ to: pathname + search });
  return (
    <a
      href={`${site.replace(/\/$/, '')}/api/draft?${query}`}
      target="_blank"
      rel="noreferrer"
      className="text-sm font-medium underline"
      onClick={() => window.addEventListener('focus', reload, { once: true })}
    >
      {t.openDrafts}
    </a>
  );
}

/** Whether browsers show no such page in one that came by https. They make an exception of the person's own machine. */
function isBlockedAs(url: string, protocol: string): boolean {
  const page = new URL(url);
  return protocol === 'https:' && page.protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(page.hostname);
}

interface NoticeProps {
  readonly title: string;
  readonly help: string;
  /** Remedies for the problem. */
  readonly children?: ReactNode;
}

/** Says above a page what is wrong with it. */
export function Notice({ title, help, children }: NoticeProps) {
  return (
    <div role="status" className="border-b bg-warning-soft px-3 py-2 text-sm">
      <p className="font-medium">{title}</p>
      <p className="text-xs text-muted">{help}</p>
      {children}
    </div>
  );
}
