import { useState } from 'react';
import { account } from '#messages/account';
import { common } from '#messages/common';
import { gate } from '#messages/gate';
import { askAuth } from '@/api/session.ts';
import { browserName } from '@/sign-in/browser-name.ts';
import { failureText } from '@/sign-in/failure-text.ts';
import { GateMessage } from '@/sign-in/gate-message.tsx';
import { Button } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';

/** A program that shows a code, as the server knows it. */
export interface AskingDevice {
  readonly code: string;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
}

interface DeviceQuestionProps {
  readonly device: AskingDevice;
  readonly email: string;
  readonly onDone: (outcome: 'allow' | 'deny') => void;
  /** Called when the code has expired or was used since it was entered. */
  readonly onOver: () => void;
}

/** Says which program asks, from where, and what it may do; allows or refuses it. */
export function DeviceQuestion({ device, email, onDone, onOver }: DeviceQuestionProps) {
  const t = gate.device;
  const [busy, setBusy] = useState<'allow' | 'deny' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { browser, system } = browserName(device.user_agent);
  const name =
    browser && system ? account.onSystem({ browser, system }) : (browser ?? system ?? account.unknownBrowser);
  const decide = async (outcome: 'allow' | 'deny'): Promise<void> => {
    setBusy(outcome);
    const answer = await askAuth(`device/${outcome}`, { code: device.code });
    setBusy(null);
    if (answer.ok) return onDone(outcome);
    if (answer.failure.code === 'auth.device_code_over') return onOver();
    setProblem(failureText(answer.failure, gate));
  };
  const facts = [
    [common.code, device.code],
    [t.program, name],
    [t.address, device.ip_address ?? account.unknownPlace],
    [t.account, email],
  ] as const;
  return (
    <GateMessage title={t.question} lead={t.warning}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className={cn('min-w-0 break-words font-medium', value === device.code && 'font-mono tracking-widest')}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">{t.rights}</p>
      {problem && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-col gap-2">
        <Button
          label={t.allow}
          variant="primary"
          busy={busy === 'allow'}
          disabled={busy !== null}
          onClick={() => void decide('allow')}
        />
        <Button label={t.deny} busy={busy === 'deny'} disabled={busy !== null} onClick={() => void decide('deny')} />
      </div>
    </GateMessage>
  );
}
