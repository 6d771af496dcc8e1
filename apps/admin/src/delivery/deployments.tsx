import { useQuery } from '@tanstack/react-query';
import { CloudUpload, Plus, Rocket } from 'lucide-react';
import { useState } from 'react';
import { delivery as t } from '#messages/delivery';
import { site as words } from '#messages/site';
import { useTRPC } from '@/api/trpc.ts';
import { usePages } from '@/api/use-pages.ts';
import { changeLines } from '@/changes/change-words.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Page, Section } from '@/ui/page.tsx';
import { PagedList } from '@/ui/paged-list.tsx';
import { Empty, QueryState } from '@/ui/states.tsx';
import { DeploymentRow } from './deployment-row.tsx';
import { TargetCard } from './target-card.tsx';

const TargetDialog = lazyPart(async () => (await import('./target-dialog.tsx')).TargetDialog);

/** The deploy targets of the project and their deployments, updated live. */
export function Deployments() {
  const { project, may } = useProject();
  const trpc = useTRPC();
  const [isAdding, setAdding] = useState(false);
  const targets = useQuery(trpc.targets.list.queryOptions({ projectId: project.id }));
  const list = targets.data?.data ?? [];
  const add = (
    <Button icon={Plus} label={t.add} variant="primary" className="max-sm:h-11" onClick={() => setAdding(true)} />
  );
  return (
    <Page title={t.title} lead={t.lead} action={may('deploy.manage') && list.length > 0 && add}>
      <QueryState query={targets} rows={3} />
      {targets.isSuccess && list.length === 0 && (
        <Empty
          icon={CloudUpload}
          title={t.noTargets}
          action={may('deploy.manage') && add}
          help={
            may('deploy.manage') ? (
              <>
                <p>{t.noTargetsHelp}</p>
                <p className="mt-2">{t.otherPlatform}</p>
              </>
            ) : (
              t.noTargetsViewer
            )
          }
        />
      )}
      {list.length > 0 && (
        <Section title={t.targets}>
          <ul className="divide-y rounded-lg border bg-surface">
            {list.map((target) => (
              <TargetCard key={target.id} target={target} />
            ))}
          </ul>
        </Section>
      )}
      {list.length > 0 && <DeploymentList names={new Map(list.map(({ id, name }) => [id, name]))} />}
      {isAdding && <TargetDialog target={null} onClose={() => setAdding(false)} />}
    </Page>
  );
}

/** Deployments, done and waiting, newest first. @param names of targets, by id */
function DeploymentList({ names }: { readonly names: ReadonlyMap<string, string> }) {
  const { project } = useProject();
  const trpc = useTRPC();
  const deployments = usePages(trpc.deployments.list, { projectId: project.id, limit: 30 });
  const history = useQuery(trpc.snapshots.list.queryOptions({ projectId: project.id, limit: 100 }));
  const lines = new Map(
    (history.data?.data ?? []).map((one) => [one.sequence, changeLines(one, { words, formats })] as const),
  );
  return (
    <Section title={t.title}>
      <PagedList
        list={deployments}
        skeleton={4}
        empty={<Empty icon={Rocket} title={t.noDeployments} help={t.noDeploymentsHelp} />}
        more={t.earlier}
      >
        {(deployment) => (
          <DeploymentRow
            key={deployment.id}
            deployment={deployment}
            targetName={names.get(deployment.target_id) ?? deployment.target_id}
            startedBy={lines.get(deployment.sequence) ?? []}
          />
        )}
      </PagedList>
    </Section>
  );
}
