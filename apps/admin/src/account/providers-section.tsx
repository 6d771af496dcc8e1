import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { account as t } from '#messages/account';
import { askAuth } from '@/api/session.ts';
import { Button } from '@/ui/button.tsx';
import { Section } from '@/ui/page.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { tell } from '@/ui/toast.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { LINKS_KEY, type Own, readOwn, SESSIONS_KEY } from './sessions-query.ts';

/** The providers that one's account is linked to; nothing without any. */
export function ProvidersSection() {
  const queryClient = useQueryClient();
  const [unlinking, setUnlinking] = useState<Own<'provider/links'> | null>(null);
  const links = useQuery({ queryKey: LINKS_KEY, queryFn: () => readOwn(askAuth('provider/links')) });
  if (!links.data?.length) return null;
  return (
    <Section title={t.providers} lead={t.providersLead}>
      <ul className="divide-y rounded-lg border bg-surface">
        {links.data.map((link) => (
          <li key={link.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <LogIn className="size-4 shrink-0 text-muted" aria-hidden />
            <div className="min-w-0 flex-1 basis-40">
              <p className="truncate font-medium">{link.name}</p>
              <p className="text-xs text-muted">
                {t.linked} <TimeAgo at={link.created_at} />
              </p>
            </div>
            <Button
              label={t.unlink}
              size="sm"
              variant="danger"
              className="max-sm:h-11"
              aria-label={`${t.unlink}: ${link.name}`}
              onClick={() => setUnlinking(link)}
            />
          </li>
        ))}
      </ul>
      {unlinking && (
        <PasswordDialog
          title={t.unlinkTitle({ name: unlinking.name })}
          lead={t.unlinkLead({ name: unlinking.name })}
          action={t.unlink}
          ask={(password) => askAuth('provider/unlink', { id: unlinking.id, password })}
          onClose={() => setUnlinking(null)}
          onDone={() => {
            tell(t.unlinked({ name: unlinking.name }));
            setUnlinking(null);
            for (const queryKey of [LINKS_KEY, SESSIONS_KEY]) void queryClient.invalidateQueries({ queryKey });
          }}
        />
      )}
    </Section>
  );
}
