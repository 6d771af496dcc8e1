import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { firstSteps as t } from '#messages/firstSteps';
import { useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { LinkButton } from '@/ui/link-button.tsx';
import { CopyBox } from '@/ui/secret-box.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';

interface ChecklistProps {
  readonly hasSchema: boolean;
  readonly hasEntries: boolean;
  readonly onDismiss: () => void;
}

/** Steps left until a site has content; hidden once all are done. */
export function Checklist({ hasSchema, hasEntries, onDismiss }: ChecklistProps) {
  const { project, schema } = useProject();
  const trpc = useTRPC();
  const { id: projectId } = project;
  const members = useQuery(trpc.members.list.queryOptions({ projectId }));
  const invitations = useQuery(trpc.invitations.list.queryOptions({ projectId }));
  const tokens = useQuery(trpc.tokens.list.queryOptions({ projectId }));
  if (!members.data || !invitations.data || !tokens.data) return null;
  const hasInvited = members.data.data.length > 1 || invitations.data.data.length > 0;
  const hasTokens = tokens.data.data.some(({ revoked_at: revokedAt }) => !revokedAt);
  const done = [hasSchema, hasEntries, hasInvited, hasTokens].filter(Boolean).length;
  if (done === 4) return null;
  const base = `/projects/${projectId}`;
  const first = schema?.collections[0]?.key;
  return (
    <section aria-label={t.title} className="mx-4 mt-5 rounded-lg border bg-surface shadow-xs sm:mx-6">
      <header className="flex items-start gap-3 border-b px-4 py-3">
        <div className="flex-1">
          <h2 className="font-semibold">{t.title}</h2>
          <p className="text-sm text-muted">{t.lead({ done, all: 4 })}</p>
        </div>
        <IconButton icon={X} label={t.dismiss} size="icon" className="max-sm:size-11" onClick={onDismiss} />
      </header>
      <ol className="divide-y">
        <Step number={1} isDone={hasSchema} title={t.schema}>
          <SchemaStep />
        </Step>
        <Step number={2} isDone={hasEntries} title={t.entry} help={t.entryHelp}>
          {first && <LinkButton label={t.write} href={`${base}/entries?collection=${first}`} />}
        </Step>
        <Step number={3} isDone={hasInvited} title={t.invite} help={t.inviteHelp}>
          <LinkButton label={t.toPeople} href={`${base}/settings/people`} />
        </Step>
        <Step number={4} isDone={hasTokens} title={t.site} help={t.siteHelp}>
          <LinkButton label={t.toTokens} href={`${base}/settings/tokens`} />
        </Step>
      </ol>
    </section>
  );
}

/** A schema of one's own, or the example at one press. */
function SchemaStep() {
  const { project } = useProject();
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const instance = useQuery(trpc.instance.status.queryOptions({}, { staleTime: Number.POSITIVE_INFINITY }));
  const sync = useMutation(trpc.schema.sync.mutationOptions());
  const putIn = async (): Promise<void> => {
    const { exampleSchema } = await import('./example-schema.ts');
    await sync.mutateAsync({ projectId: project.id, schema: exampleSchema(t), base_version: 0 });
    await invalidate(trpc.schema);
    tell(t.exampleDone);
  };
  const lines = [
    'npm install --save-dev @stele/cli @stele/schema',
    'npx stele init',
    `npx stele login --url ${instance.data?.api_url ?? ''}`,
    `npx stele push --project ${project.id}`,
  ];
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">{t.schemaHelp}</p>
      {instance.data && <CopyBox label={t.schemaLines} value={lines.join('\n')} />}
      <p className="text-sm text-muted">
        {t.schemaLogin} {t.exampleHelp}
      </p>
      <Button
        label={t.example}
        variant="primary"
        className="self-start"
        busy={sync.isPending}
        onClick={() => void putIn().catch((error: unknown) => tellFailure(t.exampleFailed, error))}
      />
    </div>
  );
}

interface StepProps {
  readonly number: number;
  readonly isDone: boolean;
  readonly title: string;
  readonly help?: string;
  readonly children: ReactNode;
}

function Step({ number, isDone, title, help, children }: StepProps) {
  return (
    <li className="flex gap-3 px-4 py-3">
      <span
        aria-hidden
        className={cn(
          'flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold',
          isDone ? 'bg-success-soft text-success' : 'bg-hover text-muted',
        )}
      >
        {isDone ? <Check className="size-3.5" /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className={cn('font-medium', isDone && 'text-muted line-through')}>
          {title}
          {isDone && <span className="sr-only">: {t.done}</span>}
        </h3>
        {!isDone && (
          <div className="mt-1.5 flex flex-col items-start gap-2.5 *:max-w-full">
            {help && <p className="text-sm text-muted">{help}</p>}
            {children}
          </div>
        )}
      </div>
    </li>
  );
}
