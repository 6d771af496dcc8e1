'use client';

import type { CollectionDocument, FieldDocument, FieldShape } from '@stele/schema';
import { useQuery } from '@tanstack/react-query';
import { Braces } from 'lucide-react';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/shell/project-context.tsx';
import { ActorName } from '@/ui/actor-name.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Page, Section } from '@/ui/page.tsx';
import { Empty, Failed, SkeletonRows } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';

/** The content schema as it is, and who pushed which version when. It's changed in code, with the command line. */
export function SchemaViewer() {
  const { project, schema } = useProject();
  const trpc = useTRPC();
  const versions = useQuery(trpc.schema.listVersions.queryOptions({ projectId: project.id }));
  if (!schema) {
    return (
      <Page title="Schema">
        <Empty icon={Braces} title="No schema yet">
          Declare collections in code and push them with <code className="font-mono">stele push</code>. Until then
          entries hold any JSON.
        </Empty>
      </Page>
    );
  }
  return (
    <Page title="Schema" lead="Declared in code and pushed with the command line; here it can be read.">
      {schema.collections.map((collection) => (
        <Collection key={collection.key} collection={collection} />
      ))}
      <Section title="Versions">
        {versions.error && <Failed error={versions.error} onRetry={() => void versions.refetch()} />}
        {versions.isPending && <SkeletonRows count={3} />}
        <ol className="divide-y rounded-lg border bg-surface">
          {versions.data?.data.map((version) => (
            <li key={version.version} className="px-4 py-3">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-medium">Version {version.version}</span>
                <span className="text-xs text-muted">
                  <ActorName actor={version.created_by} />, <TimeAgo at={version.created_at} />
                </span>
              </p>
              <ul className="mt-1 text-sm text-muted">
                {version.changes.map((change) => (
                  <li key={change.id}>{change.message}</li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </Section>
    </Page>
  );
}

function Collection({ collection }: { readonly collection: CollectionDocument }) {
  const { order } = collection;
  const orderWords =
    order === 'manual'
      ? 'ordered by hand'
      : order
        ? `ordered by ${order.field}${order.direction === 'desc' ? ', greatest first' : ''}`
        : 'oldest first';
  return (
    <Section
      title={collection.label}
      lead={[collection.help, collection.singleton ? 'A single entry.' : `Entries are ${orderWords}.`]
        .filter(Boolean)
        .join(' ')}
      action={<code className="font-mono text-xs text-muted">{collection.key}</code>}
    >
      <FieldTable fields={collection.fields} />
    </Section>
  );
}

function FieldTable({ fields }: { readonly fields: readonly FieldDocument[] }) {
  return (
    <ul className="divide-y rounded-lg border bg-surface">
      {fields.map((field) => (
        <li key={field.key} className="px-4 py-2.5">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-medium">{field.label}</span>
            <code className="font-mono text-xs text-muted">{field.key}</code>
            <span className="ml-auto flex flex-wrap gap-1.5">
              <Badge tone="info">{typeWords(field)}</Badge>
              {field.required && <Badge tone="accent">required</Badge>}
              {field.unique && <Badge>unique</Badge>}
              {field.localized && <Badge>per language</Badge>}
            </span>
          </div>
          {field.help && <p className="text-xs text-muted">{field.help}</p>}
          <Nested shape={field} />
        </li>
      ))}
    </ul>
  );
}

function Nested({ shape }: { readonly shape: FieldShape }) {
  if (shape.type === 'list') return <Nested shape={shape.of} />;
  if (shape.type === 'object') {
    return (
      <div className="mt-2">
        <FieldTable fields={shape.fields} />
      </div>
    );
  }
  if (shape.type !== 'blocks') return null;
  return (
    <div className="mt-2 flex flex-col gap-3">
      {shape.types.map((type) => (
        <div key={type.key}>
          <p className="mb-1 text-xs font-medium">{type.label}</p>
          <FieldTable fields={type.fields} />
        </div>
      ))}
    </div>
  );
}

function typeWords(shape: FieldShape): string {
  switch (shape.type) {
    case 'list':
      return `list of ${typeWords(shape.of)}`;
    case 'reference':
    case 'references':
      return `${shape.type} to ${shape.collections.join(', ')}`;
    case 'select':
    case 'multiselect':
      return `${shape.type}: ${shape.options.map(({ value }) => value).join(', ')}`;
    default:
      return shape.type;
  }
}
