import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { settings as t } from '#messages/settings';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Section } from '@/ui/page.tsx';
import { CopyBox } from '@/ui/secret-box.tsx';
import { SecretDialog } from '@/ui/secret-dialog.tsx';
import { Empty, QueryState } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { tell } from '@/ui/toast.tsx';
import { EndTokenDialog } from './end-token-dialog.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { useSiteLines } from './site-lines.ts';
import { TokenLimits } from './token-limits.tsx';

type Token = Outputs['tokens']['list']['data'][number];

/** Tokens that programs use, and what a site needs besides. */
export function TokenSettings() {
  const { project, may } = useProject();
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState<{ readonly name: string; readonly secret: string } | null>(null);
  const [ending, setEnding] = useState<{ readonly token: Token; readonly kind: 'rotate' | 'revoke' } | null>(null);
  const tokens = useQuery(trpc.tokens.list.queryOptions({ projectId: project.id }, { enabled: may('token.manage') }));
  const refresh = (): Promise<void> => invalidate(trpc.tokens);
  const live = (tokens.data?.data ?? []).filter((token) => !token.revoked_at);
  const lines = useSiteLines();
  if (!may('token.manage')) return <SettingsFrame>{null}</SettingsFrame>;
  return (
    <SettingsFrame>
      <Section
        title={t.tabs.tokens}
        lead={t.tokensLead}
        action={<Button icon={Plus} label={t.newToken} onClick={() => setMaking(true)} />}
      >
        <QueryState query={tokens} rows={2} />
        {tokens.isSuccess && live.length === 0 && <Empty icon={KeyRound} title={t.noTokens} help={t.noTokensHelp} />}
        {live.length > 0 && (
          <ul className="divide-y rounded-lg border bg-surface">
            {live.map((token) => (
              <li key={token.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
                <div className="min-w-0 flex-1 basis-48">
                  <p className="truncate font-medium">{token.name}</p>
                  <p className="text-xs text-muted">
                    <bdi>…{token.hint}</bdi> ·{' '}
                    {token.last_used_at ? (
                      <>
                        {t.used} <TimeAgo at={token.last_used_at} />
                      </>
                    ) : (
                      t.neverUsed
                    )}
                    {' · '}
                    {token.expires_at ? (
                      <>
                        {t.expiresAt} <TimeAgo at={token.expires_at} />
                      </>
                    ) : (
                      t.withoutEnd
                    )}
                  </p>
                  <TokenLimits token={token} />
                </div>
                <Badge tone={token.scope === 'admin' ? 'warning' : 'neutral'} title={t.scopeHelp[token.scope]}>
                  {t.scopes[token.scope]}
                </Badge>
                <Button
                  label={t.rotate}
                  size="sm"
                  className="max-sm:h-11"
                  onClick={() => setEnding({ token, kind: 'rotate' })}
                />
                <Button
                  label={t.revoke}
                  size="sm"
                  variant="danger"
                  className="max-sm:h-11"
                  onClick={() => setEnding({ token, kind: 'revoke' })}
                />
              </li>
            ))}
          </ul>
        )}
      </Section>
      {lines && (
        <Section title={t.site} lead={t.siteLead}>
          <CopyBox label={t.siteLines} value={lines(t.yourToken)} />
        </Section>
      )}
      {isMaking && (
        <NewTokenDialog
          longestDays={tokens.data?.longest_days ?? null}
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setShown(made);
            void refresh();
          }}
        />
      )}
      {ending && (
        <EndTokenDialog
          {...ending}
          onClose={() => setEnding(null)}
          onDone={(secret) => {
            if (secret) setShown({ name: ending.token.name, secret });
            else tell(t.tokenRevoked({ name: ending.token.name }));
            setEnding(null);
            void refresh();
          }}
        />
      )}
      {shown && (
        <SecretDialog
          onClose={() => setShown(null)}
          title={shown.name}
          lead={t.tokenShown}
          label={t.token}
          value={shown.secret}
        >
          {lines && (
            <div>
              <p className="mb-1.5 text-sm text-muted">{t.siteLead}</p>
              <CopyBox label={t.siteLines} value={lines(shown.secret)} />
            </div>
          )}
        </SecretDialog>
      )}
    </SettingsFrame>
  );
}
