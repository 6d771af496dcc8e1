import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { Outputs } from '@/api/trpc.ts';
import { useFormats, useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { ActorName } from '@/ui/actor-name.tsx';
import { cn } from '@/ui/cn.ts';
import { Link } from '@/ui/link.tsx';
import { plainAction, sentenceParts, tellerOf, toldOf } from './told.ts';

type AuditRecord = Outputs['audit']['list']['data'][number];

/** One record: a sentence, its time, and all it holds when one wants to know. */
export function AuditRow({ record }: { readonly record: AuditRecord }) {
  const t = useMessages().audit;
  const { time, moment } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <div className="flex items-start gap-3 px-4 py-2">
        <time
          dateTime={record.created_at}
          title={moment(record.created_at)}
          className="w-12 shrink-0 pt-1 text-xs text-muted tabular-nums"
          suppressHydrationWarning
        >
          {time(record.created_at)}
        </time>
        <p className="min-w-0 flex-1 pt-0.5 wrap-anywhere">
          <Sentence record={record} />
        </p>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t.details}
          onClick={() => setOpen(!isOpen)}
          className="-my-1 flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover max-sm:size-11"
        >
          <ChevronDown className={cn('size-4', isOpen && 'rotate-180')} aria-hidden />
        </button>
      </div>
      <div id={id} hidden={!isOpen} className="border-t bg-sunken px-4 py-3">
        {isOpen && <Details record={record} />}
      </div>
    </li>
  );
}

function Sentence({ record }: { readonly record: AuditRecord }) {
  const { project } = useProject();
  const t = useMessages().audit;
  const formats = useFormats();
  const { action, actor, data, target_id: target } = record;
  const told = toldOf(data, formats);
  const say = tellerOf(t.actions, action);
  const title = typeof data.title === 'string' && data.title !== '' ? t.quote(data.title) : t.noTitle;
  return sentenceParts(say ? say(told) : t.other(told.who, plainAction(action))).map((part, place) => {
    const key = `${place}`;
    if (part === 'who') {
      return (
        <strong key={key} className="font-medium">
          {actor.type === 'token' ? t.token(actor.name) : <ActorName actor={actor} />}
        </strong>
      );
    }
    if (part !== 'title') return <span key={key}>{part.text}</span>;
    if (!target?.startsWith('ent_') || action === 'entry.purge') return <span key={key}>{title}</span>;
    return (
      <Link
        key={key}
        href={`/projects/${project.id}/entries/${target}`}
        className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
      >
        {title}
      </Link>
    );
  });
}

function Details({ record }: { readonly record: AuditRecord }) {
  const t = useMessages().audit;
  const { actor } = record;
  const facts: [string, string | null][] = [
    [t.by, actor.email ? `${actor.name} (${actor.email})` : actor.name],
    [t.action, record.action],
    [t.id, record.target_id],
    [t.request, record.request_id],
  ];
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label} className="contents">
                <dt className="text-muted">{label}</dt>
                <dd className="font-mono break-all">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {Object.keys(record.data).length > 0 && (
        <pre className="mt-3 text-xs break-all whitespace-pre-wrap">{JSON.stringify(record.data, null, 2)}</pre>
      )}
    </>
  );
}
