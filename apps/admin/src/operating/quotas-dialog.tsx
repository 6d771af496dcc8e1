import { common } from '#messages/common';
import { operating as t } from '#messages/operating';
import { useTRPCClient } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { tell } from '@/ui/toast.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';
import type { OperatingState } from './operating-state.ts';

const QUOTAS = ['entries', 'people', 'bytes', 'requests'] as const;
type Quota = (typeof QUOTAS)[number];

const GIGABYTE = 1_000_000_000;
const unitOf = (quota: Quota): number => (quota === 'bytes' ? GIGABYTE : 1);

/** As the field has it: empty for the instance's quota, 0 for none. */
function typedOf(own: number | null | undefined, quota: Quota): string {
  if (own === undefined) return '';
  return String((own ?? 0) / unitOf(quota));
}

/** @returns undefined for the instance's quota, null for none */
function quotaOf(typed: string, quota: Quota): number | null | undefined {
  if (typed.trim() === '') return undefined;
  const most = Math.round(Number(typed) * unitOf(quota));
  return most === 0 ? null : most;
}

interface QuotasDialogProps {
  readonly project: OperatingState['projects'][number];
  readonly onClose: () => void;
  readonly onChanged: () => Promise<unknown>;
}

/** Gives a project quotas of its own. */
export function QuotasDialog({ project, onClose, onChanged }: QuotasDialogProps) {
  const { bytes, number } = formats;
  const client = useTRPCClient();
  const { own, limits } = project.quotas;
  const texts = Object.fromEntries(QUOTAS.map((quota) => [quota, typedOf(own[quota], quota)])) as Record<Quota, string>;
  const form = useServerForm(texts, async (typed) => {
    const given = Object.fromEntries(QUOTAS.map((quota) => [quota, quotaOf(typed[quota], quota)]));
    await client.operating.changeQuotas.mutate({ projectId: project.id, ...given });
    await onChanged();
    tell(t.quotasChanged({ name: project.name }));
    onClose();
  });
  const countsOf = (quota: Quota): string => {
    const most = limits[quota];
    if (most === null) return t.noQuota;
    return t.quotaNow({ most: quota === 'bytes' ? bytes(most) : number(most) });
  };
  return (
    <FormDialog
      {...form.dialog}
      title={t.quotasOf({ name: project.name })}
      description={t.quotasLead}
      action={common.save}
      onClose={onClose}
    >
      {QUOTAS.map((quota) => (
        <TextField
          key={quota}
          label={t.quotaNames[quota]}
          aside={countsOf(quota)}
          type="number"
          inputMode="decimal"
          min={0}
          step={quota === 'bytes' ? 'any' : 1}
          {...form.field(quota)}
        />
      ))}
    </FormDialog>
  );
}
