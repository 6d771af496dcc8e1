import { type CollectionDocument, type FieldDocument, type FieldShape, fieldKind } from '@stele/schema';
import { useQuery } from '@tanstack/react-query';
import { Braces } from 'lucide-react';
import { type SchemaWords, schema as t } from '#messages/schema';
import { useTRPC } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { ActorName } from '@/ui/actor-name.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Page, Section } from '@/ui/page.tsx';
import { CopyBox } from '@/ui/secret-box.tsx';
import { Empty, QueryState } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';

/** The content schema as it is, and who pushed which version when. It's changed in code, with the command line. */
export function SchemaViewer() {
  const { project, schema } = useProject();
  const { number } = formats;
  const trpc = useTRPC();
  const versions = useQuery(trpc.schema.listVersions.queryOptions({ projectId: project.id }));
  if (!schema) {
    return (
      <Page title={t.title}>
        <Empty
          icon={Braces}
          title={t.none}
          action={<CopyBox label="stele push" value="npx stele init && npx stele push" />}
          help={t.noneHelp}
        />
      </Page>
    );
  }
  return (
    <Page title={t.title} lead={t.lead}>
      {schema.collections.map((collection) => (
        <Collection key={collection.key} collection={collection} />
      ))}
      <Section title={t.versions}>
        <QueryState query={versions} rows={3} />
        <ol className="divide-y rounded-lg border bg-surface">
          {versions.data?.data.map((version) => (
            <li key={version.version} className="px-4 py-3">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{t.version({ number: number(version.version) })}</span>
                <span className="text-xs text-muted">
                  <ActorName actor={version.created_by} />, <TimeAgo at={version.created_at} />
                </span>
              </p>
              <ul className="mt-1 text-sm text-muted">
                {version.changes.map((change) => (
                  <li key={change.id}>
                    <bdi>{change.message}</bdi>
                  </li>
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
  return (
    <Section
      title={collection.label}
      lead={[collection.help, collection.singleton ? t.single : orderWords(collection, t)].filter(Boolean).join(' ')}
      action={<code className="font-mono text-xs text-muted">{collection.key}</code>}
    >
      <FieldTable fields={collection.fields} />
    </Section>
  );
}

function orderWords({ order, fields }: CollectionDocument, t: SchemaWords): string {
  if (order === 'manual') return t.manualOrder;
  if (!order) return t.oldestFirst;
  const field = fields.find(({ key }) => key === order.field);
  const label = field?.label ?? order.field;
  const isLastFirst = order.direction === 'desc';
  const holds = field && fieldKind(field.type).holds;
  if (holds === 'date' || holds === 'datetime') return (isLastFirst ? t.byDateLast : t.byDate)({ field: label });
  if (holds === 'number') return (isLastFirst ? t.orderedByLast : t.orderedBy)({ field: label });
  return (isLastFirst ? t.byTextLast : t.byText)({ field: label });
}

function FieldTable({ fields }: { readonly fields: readonly FieldDocument[] }) {
  return (
    <ul className="divide-y rounded-lg border bg-surface">
      {fields.map((field) => (
        <li key={field.key} className="px-4 py-2.5">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-medium">{field.label}</span>
            <code className="font-mono text-xs text-muted">{field.key}</code>
            <span className="ms-auto flex flex-wrap gap-1.5">
              <Badge tone="info" className="max-w-full whitespace-normal wrap-anywhere">
                {typeWords(field, t)}
              </Badge>
              {field.required && <Badge tone="accent">{t.required}</Badge>}
              {field.unique && <Badge>{t.unique}</Badge>}
              {field.localized && <Badge>{t.localized}</Badge>}
              {field.tab !== undefined && <Badge>{t.onTab({ name: field.tab })}</Badge>}
              {field.group !== undefined && <Badge>{t.inGroup({ name: field.group })}</Badge>}
            </span>
          </div>
          {field.help && (
            <p className="text-xs text-muted">
              <bdi>{field.help}</bdi>
            </p>
          )}
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

function typeWords(shape: FieldShape, t: SchemaWords): string {
  const type = t.types[shape.type];
  if ('of' in shape) return t.listOf({ type: typeWords(shape.of, t) });
  if (fieldKind(shape.type).holds === 'entry' && 'collections' in shape) {
    return t.to({ type, collections: shape.collections?.join(', ') ?? '' });
  }
  return 'options' in shape ? t.choices({ type, options: shape.options.map(({ value }) => value).join(', ') }) : type;
}
