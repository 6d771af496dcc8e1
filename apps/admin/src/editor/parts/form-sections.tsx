import type { FieldDocument, Json } from '@stele/schema';
import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useCallback, useId, useMemo, useSyncExternalStore } from 'react';
import { cn } from '@/ui/cn.ts';
import { useFieldFact, useForm } from '../form/form-context.tsx';
import { groupId } from '../form/form-parts.ts';
import { type FieldPath, within } from '../form/paths.ts';
import { sectionsOf } from './form-layout.ts';
import { ProblemBadge } from './form-tabs.tsx';
import { isAnyShown } from './use-shown-tabs.ts';

interface FormSectionsProps {
  readonly fields: readonly FieldDocument[];
  /** All fields beside them; the same unless they're on one of several tabs. */
  readonly siblings: readonly FieldDocument[];
  /** Path of the object or row that holds them; '' for an entry's own. */
  readonly path: FieldPath;
  readonly children: (field: FieldDocument) => ReactNode;
}

/** Fields below one another, those of a group under its heading. */
export function FormSections({ fields, siblings, path, children }: FormSectionsProps) {
  const sections = useMemo(() => sectionsOf(fields), [fields]);
  return sections.map((section) => {
    const drawn = section.fields.map((field) => <Fragment key={field.key}>{children(field)}</Fragment>);
    const [first] = section.fields;
    if (section.group === null || !first) return drawn;
    return (
      <FieldGroup key={`group ${section.group}`} first={first} fields={section.fields} siblings={siblings} path={path}>
        {drawn}
      </FieldGroup>
    );
  });
}

interface FieldGroupProps extends Omit<FormSectionsProps, 'children'> {
  readonly first: FieldDocument;
  readonly children: ReactNode;
}

/** Fields under a heading that folds them. */
function FieldGroup({ first, fields, siblings, path, children }: FieldGroupProps) {
  const { parts } = useForm();
  const id = useId();
  const group = groupId(path, first);
  const read = (): boolean => parts.isFolded(group);
  const isFolded = useSyncExternalStore(parts.subscribe, read, read);
  const isVisible = useFieldFact(
    path,
    useCallback((values: Json | undefined) => isAnyShown(fields, siblings, values), [fields, siblings]),
  );
  const Heading = path === '' ? 'h2' : 'h3';
  if (!isVisible) return null;
  return (
    <section className="min-w-0 rounded-lg border" aria-labelledby={id}>
      <Heading>
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={() => parts.fold([group], !isFolded)}
          className="flex min-h-10 w-full items-center gap-2 rounded-lg px-3 text-start text-sm font-semibold hover:bg-hover max-sm:min-h-11"
        >
          <ChevronRight
            className={cn('size-4 shrink-0 text-muted transition-transform', isFolded ? 'rtl:rotate-180' : 'rotate-90')}
            aria-hidden
          />
          <span id={id} className="min-w-0 truncate">
            <bdi>{first.group}</bdi>
          </span>
          {isFolded && <ProblemBadge paths={fields.map(({ key }) => within(path, key))} />}
        </button>
      </Heading>
      {!isFolded && <div className="flex flex-col gap-6 border-t p-4 max-sm:p-3">{children}</div>}
    </section>
  );
}
