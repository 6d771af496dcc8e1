import { type SchemaDocument, translateSchema } from '@stele/schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { gate } from '#messages/gate';
import { errorOf } from '@/api/errors.ts';
import { useLiveUpdates } from '@/api/live-updates.ts';
import { useTRPC } from '@/api/trpc.ts';
import { language } from '@/i18n/language.ts';
import { FeaturesProvider } from '@/project/features-context.ts';
import { type OpenProject, ProjectProvider } from '@/project/project-context.tsx';
import { useSignedIn } from '@/sign-in/use-signed-in.ts';
import { Failed } from '@/ui/states.tsx';
import { features } from './features.ts';
import { rememberProject } from './last-project.ts';
import { rememberPage } from './recent-pages.ts';
import { ScreenOutlet } from './screen-outlet.tsx';
import { screenAt } from './screens.tsx';
import { ShellFrame } from './shell-frame.tsx';
import { useAccountLanguage } from './use-account-language.ts';
import { useFirstData } from './use-first-data.ts';

const liveUpdates = features.flatMap(({ live }) => live ?? []);

/** A project: its frame, which is there at once, and the screen of the address within it. */
export function ProjectShell({ projectId, path }: { readonly projectId: string; readonly path: string }) {
  const trpc = useTRPC();
  // Nothing waits for the session to be known: who isn't signed in is refused by the first answer.
  const { user } = useSignedIn();
  const project = useQuery(trpc.projects.get.queryOptions({ projectId }));
  const schema = useQuery(
    trpc.schema.getActive.queryOptions(
      { projectId },
      { retry: (failures, error) => failures < 2 && ![401, 403, 404].includes(errorOf(error).status) },
    ),
  );
  useFirstData(projectId, path);
  useAccountLanguage(user);
  useLiveUpdates(projectId, project.data && user ? user.id : null, liveUpdates);
  useEffect(() => rememberProject(projectId), [projectId]);
  const userId = user?.id;
  useEffect(() => {
    if (userId !== undefined) rememberPage(userId, projectId, path);
  }, [userId, projectId, path]);
  useEffect(() => screenAt(path)?.preload(), [path]);

  const hasNoSchema = schema.error !== null && errorOf(schema.error).code === 'schema.none_pushed';
  const failed = project.error ?? (hasNoSchema ? null : schema.error);
  const isSignedOut = failed !== null && errorOf(failed).status === 401;
  const isReady = schema.data !== undefined || hasNoSchema;
  // The same object while only the account or the project changes, so that an open form stays as it is.
  const translated = useMemo(
    () => (schema.data ? translateSchema(schema.data.schema as SchemaDocument, language) : null),
    [schema.data],
  );
  const open = useMemo((): OpenProject | null => {
    if (!project.data || !user || !isReady) return null;
    const { permissions } = project.data;
    const may = (permission: string): boolean => permissions.includes(permission);
    return {
      project: project.data,
      schema: translated,
      user,
      may,
      mayEdit: may('entry.write') || may('entry.write_own'),
      mayManage: may('member.manage'),
    };
  }, [project.data, translated, user, isReady]);
  if (failed && !isSignedOut && !open) {
    return (
      <main>
        <Failed
          error={failed}
          onRetry={() => void Promise.all([project.refetch(), schema.refetch()])}
          back={
            errorOf(failed).code === 'auth.two_factor_required'
              ? { href: '/account', label: gate.toAccount }
              : { href: '/', label: gate.toStart }
          }
        />
      </main>
    );
  }
  return (
    <ProjectProvider value={open}>
      <FeaturesProvider value={features}>
        <ShellFrame>{open && <ScreenOutlet path={path} />}</ShellFrame>
      </FeaturesProvider>
    </ProjectProvider>
  );
}
