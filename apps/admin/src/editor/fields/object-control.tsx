import type { FieldBase, ShapeOf } from '@stele/schema';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Skeleton } from '@/ui/states.tsx';
import { within } from '../form/paths.ts';
import { FormSections } from '../parts/form-sections.tsx';
import type { ControlIds } from './control.ts';
import { FormField } from './form-field.tsx';

const SeoPreview = lazyPart(
  async () => (await import('./seo-preview.tsx')).SeoPreview,
  <Skeleton className="mb-5 h-48" />,
);

interface ObjectControlProps {
  readonly field: FieldBase & ShapeOf<'object'>;
  readonly path: string;
  readonly ids: ControlIds;
}

/** The fields of an object, in a frame. */
export function ObjectControl({ field, path }: ObjectControlProps) {
  return (
    <div className="rounded-lg border bg-surface p-4 max-sm:p-3">
      {field.seo && <SeoPreview field={field} path={path} />}
      <ObjectFields fields={field.fields} path={path} />
    </div>
  );
}

interface ObjectFieldsProps {
  readonly fields: ShapeOf<'object'>['fields'];
  /** Path of the object. */
  readonly path: string;
}

/** The fields of an object, below one another. */
export function ObjectFields({ fields, path }: ObjectFieldsProps) {
  return (
    <div className="flex flex-col gap-5">
      <FormSections fields={fields} siblings={fields} path={path}>
        {(field) => <FormField field={field} path={within(path, field.key)} siblings={fields} />}
      </FormSections>
    </div>
  );
}
