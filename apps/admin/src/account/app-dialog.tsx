import { useEffect, useState } from 'react';
import { account as t } from '#messages/account';
import { common } from '#messages/common';
import { askAuth } from '@/api/session.ts';
import { useAuthForm } from '@/sign-in/use-auth-form.ts';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { SecretBox } from '@/ui/secret-box.tsx';
import { Skeleton } from '@/ui/states.tsx';

interface AppDialogProps {
  /** The secret as an address that authenticator apps read. */
  readonly uri: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Brings the secret into an authenticator app, and tries its first code. */
export function AppDialog({ uri, onDone, onClose }: AppDialogProps) {
  const picture = useQrCode(uri);
  const form = useAuthForm({ code: '' }, (values) => askAuth('two-factor/confirm', values), onDone);
  return (
    <FormDialog {...form.state} onClose={onClose} title={t.scan} description={t.scanLead} action={t.turnOn}>
      {picture ? (
        <img src={picture} alt={t.qr} width={192} height={192} className="self-center rounded-md bg-white p-2" />
      ) : (
        <Skeleton className="size-48 self-center" />
      )}
      <SecretBox label={t.key} value={new URL(uri).searchParams.get('secret') ?? ''} />
      <TextField
        label={common.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="font-mono tracking-widest"
        {...form.field('code', { required: common.enterCode }, form.problem)}
      />
    </FormDialog>
  );
}

/** A text as a picture that cameras read; null while it's drawn. */
function useQrCode(text: string): string | null {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    void import('qrcode-generator').then(({ default: qrcode }) => {
      const code = qrcode(0, 'M');
      code.addData(text);
      code.make();
      setPicture(`data:image/svg+xml;utf8,${encodeURIComponent(code.createSvgTag({ cellSize: 4, margin: 8 }))}`);
    });
  }, [text]);
  return picture;
}
