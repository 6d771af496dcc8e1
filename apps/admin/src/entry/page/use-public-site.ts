import { useQuery } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';

type Target = Pick<Outputs['targets']['list']['data'][number], 'site_url' | 'environment'>;
type Site = Outputs['projects']['get']['preview_sites'][number];

/** Where the public website is, without a slash at the end; null while that isn't known, or not needed. */
export function usePublicSite(isNeeded: boolean): string | null {
  const { project } = useProject();
  const targets = useQuery(
    useTRPC().targets.list.queryOptions(
      { projectId: project.id },
      { staleTime: 5 * 60_000, retry: false, enabled: isNeeded },
    ),
  );
  if (targets.isPending) return null;
  return publicSite(targets.data?.data ?? [], project.preview_sites);
}

/**
 * The website that visitors see: where a production target is checked, or else the first one for previews that isn't someone's own
 * computer.
 */
export function publicSite(targets: readonly Target[], sites: readonly Site[]): string | null {
  const origins = targets.flatMap(({ site_url: url, environment }) =>
    url && environment === 'production' ? [new URL(url).origin] : [],
  );
  // A website for previews says also below which path it is.
  const own =
    sites.find(({ url }) => origins.includes(new URL(url).origin))?.url ??
    origins[0] ??
    (sites.find(({ url }) => !isLocal(url)) ?? sites[0])?.url;
  return own?.replace(/\/$/, '') ?? null;
}

/** Whether a website runs on the computer of who looks at it. */
export function isLocal(site: string): boolean {
  return /^(localhost|127\.|\[::1\]$|.*\.localhost$)/.test(new URL(site).hostname);
}
