import { useQuery } from '@tanstack/react-query';
import { common } from '#messages/common';
import { delivery } from '#messages/delivery';
import { start as t } from '#messages/start';
import { useTRPC } from '@/api/trpc.ts';
import { type DeployTarget, stageOfDeployment } from '@/delivery/live-stage.ts';
import { formats } from '@/i18n/language.ts';
import { mayCreate, targetLocales } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import type { SiteLine } from './site-lines.tsx';
import { startInput } from './start-input.ts';

/** How long answers that read much are kept before they're asked for again. */
const KEPT_MS = 60_000;

/** Counts outdated translations in the person's languages, and lists the problems of the site that they may fix. */
export function useSiteState(enabled: boolean) {
  const open = useProject();
  const { project, may, mayEdit } = open;
  const { language, number } = formats;
  const trpc = useTRPC();
  const { id: projectId } = project;
  const base = `/projects/${projectId}`;
  const locales = mayEdit ? targetLocales(open) : [];
  const isManager = may('deploy.manage');
  const options = { staleTime: KEPT_MS, retry: false, enabled };
  const counts = useQuery(
    trpc.entries.count.queryOptions(
      { projectId, include: 'translations' },
      { ...options, enabled: enabled && locales.length > 0 },
    ),
  );
  const problems = useQuery(trpc.start.problems.queryOptions(startInput(projectId), options));
  const targets = useQuery(
    trpc.targets.list.queryOptions({ projectId }, { ...options, enabled: enabled && isManager }),
  );

  const { collections } = project.limits;
  const only = collections?.length === 1 ? `&collection=${collections[0]}` : '';
  const outdated = locales.flatMap((locale): SiteLine[] => {
    const count = (counts.data?.data ?? [])
      .filter(({ collection_key: key }) => mayCreate(open, key))
      .reduce((sum, { translations }) => sum + (translations?.[locale]?.outdated ?? 0), 0);
    const href = `${base}/entries?translation=${locale}:outdated${only}`;
    return count > 0 ? [{ href, text: language(locale), help: t.outdatedCount({ count }) }] : [];
  });
  const { broken_references: broken, missing_alt: missing } = problems.data ?? {};
  const lines: SiteLine[] = [
    ...(targets.data?.data ?? []).flatMap((target) => {
      const help = faultOf(target, number);
      return help === null ? [] : [{ href: `${base}/site/deployments#${target.id}`, text: target.name, help }];
    }),
    ...(broken?.entries ?? []).map(({ id, title }) => {
      return { href: `${base}/entries/${id}`, text: title || common.untitled, help: t.broken };
    }),
    ...(may('asset.write') ? (missing ?? []) : [])
      .filter(({ locale, count }) => count > 0 && (project.limits.locales?.includes(locale) ?? true))
      .map(({ locale, count }) => ({
        href: `${base}/media?view=texts&filter=untexted&language=${locale}`,
        text: language(locale),
        help: t.withoutText({ count }),
      })),
  ];
  const isKnown = [counts, problems, targets].every(({ isLoading }) => !isLoading) && problems.isFetched;
  return { outdated, problems: lines, isKnown };
}

/** The fault of a deploy target; null when there's none. */
function faultOf(target: DeployTarget, number: (count: number) => string): string | null {
  const { status, consecutive_failures: failures, last_deployment: last } = target;
  if (status === 'paused' && failures > 0) return delivery.pausedFailing({ count: number(failures) });
  const stage = last && stageOfDeployment(last);
  return stage === 'failed' || stage === 'buildFailed' ? delivery.stages[stage] : null;
}
