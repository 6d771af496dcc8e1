import { useQuery } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { gate as t } from '#messages/gate';
import { providersQuery } from '@/api/providers-query.ts';
import { askAuth } from '@/api/session.ts';
import { Button } from '@/ui/button.tsx';
import { failureText } from './failure-text.ts';

/** The longest path that is kept while one is at a provider. */
const LONGEST_PATH = 1_000;

interface ProviderButtonsProps {
  /** The path to go to afterwards, when one leaves. */
  readonly next: () => string;
  /** Whether there's no other way to sign in below. */
  readonly isAlone?: boolean;
}

/** A button for each provider, which leaves for it; nothing where there is none. */
export function ProviderButtons({ next, isAlone = false }: ProviderButtonsProps) {
  const { data: providers } = useQuery(providersQuery);
  const [leavingFor, setLeavingFor] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (!providers || providers.data.length === 0) return null;
  const leave = async (provider: string, name: string): Promise<void> => {
    setProblem(null);
    setLeavingFor(provider);
    // In the characters that an address has.
    const { pathname, search, hash } = new URL(next(), window.location.origin);
    const path = pathname + search + hash;
    const kept = path.length > LONGEST_PATH ? '/' : path;
    const answer = await askAuth('provider/begin', { provider, next: kept });
    if (answer.ok) return window.location.assign(answer.body.url);
    setLeavingFor(null);
    const isDown = answer.failure.code === 'auth.provider_unreachable';
    setProblem(isDown ? t.providerProblems.unreachable({ provider: name }) : failureText(answer.failure, t));
  };
  return (
    <div className="flex flex-col gap-3">
      {providers.data.map(({ id, name }) => (
        <Button
          key={id}
          icon={LogIn}
          label={t.signInWith({ provider: name })}
          className="w-full"
          busy={leavingFor === id}
          disabled={leavingFor !== null && leavingFor !== id}
          onClick={() => void leave(id, name)}
        />
      ))}
      {problem && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
          {problem}
        </p>
      )}
      {!isAlone && (
        <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
          {providers.replaces_passwords ? t.passwordsForOperator : t.or}
        </p>
      )}
    </div>
  );
}
