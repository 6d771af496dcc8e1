import { Check, CircleUser, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { shell as t } from '#messages/shell';
import { language, speak } from '@/i18n/language.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '@/i18n/languages.ts';
import { useProjectOrNull } from '@/project/project-context.tsx';
import { useLeave } from '@/sign-in/signed-in-as.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/ui/menu.tsx';
import { useNavigate } from '@/ui/navigate.ts';

/** Who is signed in, how the admin looks and which language it speaks, and the way out. */
export function PersonMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const open = useProjectOrNull();
  const { theme, setTheme } = useTheme();
  const navigate = useNavigate();
  const leave = useLeave();
  if (!open) return <div className="h-11" />;
  const { user, project } = open;
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="flex w-full items-center gap-2.5 rounded-md p-2 text-start hover:bg-hover">
          <span
            aria-hidden
            className="flex size-7 shrink-0 items-center justify-center rounded-full bg-hover text-xs font-semibold"
          >
            {[...user.name][0]?.toUpperCase()}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-medium">{user.name}</span>
            <span className="block truncate text-xs text-muted">{user.email}</span>
          </span>
        </button>
      }
    >
      <MenuItem icon={CircleUser} label={t.account} onSelect={() => navigate.push(`/projects/${project.id}/account`)} />
      <MenuSeparator />
      <MenuLabel>{t.appearance}</MenuLabel>
      {(
        [
          ['light', t.light, Sun],
          ['dark', t.dark, Moon],
          ['system', t.system, Monitor],
        ] as const
      ).map(([name, label, Icon]) => (
        <MenuItem key={name} onSelect={() => setTheme(name)}>
          <Icon aria-hidden /> {label}
          {theme === name && <Check className="ms-auto" aria-hidden />}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuLabel>{t.language}</MenuLabel>
      {LANGUAGES.map((one) => (
        <MenuItem key={one} lang={one} onSelect={() => speak(one)}>
          {LANGUAGE_NAMES[one]}
          {one === language && <Check className="ms-auto" aria-hidden />}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={Keyboard} label={t.shortcuts} onSelect={onShortcuts} />
      <MenuItem icon={LogOut} label={t.signOut} onSelect={() => void leave()} />
    </Menu>
  );
}
