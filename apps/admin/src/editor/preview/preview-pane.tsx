import { type PreviewCase, type PreviewField, previewCases, previewOf } from '@stele/schema';
import { ExternalLink, MonitorSmartphone, RotateCw, Share2, X } from 'lucide-react';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { preview as t } from '#messages/preview';
import type { Outputs } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { IconButton } from '@/ui/button.tsx';
import { Select } from '@/ui/input.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { LinkButton } from '@/ui/link-button.tsx';
import { Empty } from '@/ui/states.tsx';
import type { Values } from '@/values/values.ts';
import { useEntryPanel } from '../entry-panel-context.ts';
import { focusField } from '../form/focus-field.ts';
import type { EntryForm } from '../form/form-context.tsx';
import type { EditSession } from '../session/edit-session.ts';
import { useRemembered, WIDTHS, type Width } from './preview-choices.ts';
import { SitePage } from './site-page.tsx';
import { usePageAddress } from './use-page-address.ts';
import { type PreviewWindow, usePreviewWindow } from './use-preview-window.ts';

const ShareDialog = lazyPart(async () => (await import('./share-dialog.tsx')).ShareDialog);

interface PreviewPaneProps {
  readonly entry: Outputs['entries']['get'];
  readonly form: EntryForm;
  readonly session: EditSession;
  readonly locale: string;
  readonly onLocale: (locale: string) => void;
  readonly root: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** The entry on the website, beside its form; or what keeps it from being shown. */
export function PreviewPane(props: PreviewPaneProps) {
  const { project, may } = useProject();
  const mayAdd = may('project.update');
  const { collection } = props.form;
  const sites = project.preview_sites;
  const cases = useMemo(() => previewCases(collection, props.locale), [collection, props.locale]);
  const [popup, openPopup] = usePreviewWindow();
  const [chosen, choose] = useRemembered(`site-${project.id}`, '');
  const site = sites.find(({ url }) => url === chosen) ?? sites[0];
  if (!site) {
    return (
      <Frame {...props}>
        <Empty
          icon={MonitorSmartphone}
          title={t.noSites}
          help={mayAdd ? t.noSitesHelp : t.askOwner}
          action={
            mayAdd && <LinkButton label={t.addSite} href={`/projects/${project.id}/settings`} variant="primary" />
          }
        />
      </Frame>
    );
  }
  if (cases.length === 0) {
    return (
      <Frame {...props}>
        <Empty
          icon={MonitorSmartphone}
          title={previewOf(collection) ? t.noPageInLanguage : t.noPage({ collection: collection.label })}
          help={t.noPageHelp({ example: `/${collection.key}/{slug}` })}
        />
      </Frame>
    );
  }
  const choice = sites.length > 1 && (
    <Select
      aria-label={t.site}
      className="h-8 w-auto min-w-0 text-sm"
      value={site.url}
      options={sites.map(({ url, name }) => [url, name] as const)}
      onChange={choose}
    />
  );
  return (
    <PageOf {...props} key={props.locale} site={site} cases={cases} choice={choice} popup={popup} onPopup={openPopup} />
  );
}

interface PageOfProps extends PreviewPaneProps {
  readonly site: { readonly name: string; readonly url: string };
  /** Where its page may be. */
  readonly cases: readonly PreviewCase[];
  /** Lets another site be chosen. */
  readonly choice: React.ReactNode;
  /** The window that shows the page beside the frame, if there is one. */
  readonly popup: PreviewWindow | null;
  readonly onPopup: () => void;
}

function PageOf({ site, cases, choice, popup, onPopup, ...props }: PageOfProps) {
  const { entry, form, session, locale, onLocale, root } = props;
  const { may } = useProject();
  const [isSharing, setSharing] = useState(false);
  const openPanel = useEntryPanel();
  const address = usePageAddress(cases, form, session, locale);
  const [width, setWidth] = useRemembered('width', 'full');
  const [turn, setTurn] = useState(0);
  const live = useRef<Values>({});
  live.current = (entry.live_values ?? {}) as Values;
  const previewed = useMemo(
    () => ({
      entryId: entry.id,
      locale,
      collection: form.collection,
      store: form.store,
      session,
      live: () => live.current[locale] ?? null,
    }),
    [entry.id, locale, form, session],
  );
  const onEdit = useCallback(
    ({ entry: entryId, locale: given, path }: PreviewField): void => {
      if (entryId !== entry.id) {
        openPanel(entryId, { path, locale: given });
        return;
      }
      const field = form.collection.fields.find(({ key }) => key === path.split('.', 1)[0]);
      if (!field) return;
      const at = field.localized ? (given ?? locale) : locale;
      if (at !== locale) onLocale(at);
      focusField(form, at, path);
    },
    [entry.id, form, locale, onLocale, openPanel],
  );
  if (!address) return <Frame {...props}>{null}</Frame>;
  if (address === 'no_page') {
    return (
      <Frame {...props}>
        <Empty icon={MonitorSmartphone} title={t.noPageOfEntry} help={t.noPageOfEntryHelp} />
      </Frame>
    );
  }
  if ('missing' in address) {
    const { field: key, of } = address.missing;
    const label = form.collection.fields.find((one) => one.key === key)?.label ?? key;
    return (
      <Frame {...props}>
        <Empty
          icon={MonitorSmartphone}
          title={of === null ? t.missing({ field: label }) : t.missingReference({ field: label })}
          help={t.missingHelp}
        />
      </Frame>
    );
  }
  const url = `${site.url.replace(/\/$/, '')}${address.path}`;
  const tools = (
    <>
      {choice}
      <Select
        aria-label={t.width}
        className="h-8 w-auto min-w-0 text-sm max-sm:hidden"
        value={width}
        options={Object.keys(WIDTHS).map((one) => [one, t.widths[one as Width]] as const)}
        onChange={setWidth}
      />
      <IconButton icon={RotateCw} label={t.reload} onClick={() => setTurn(turn + 1)} />
      <IconButton icon={ExternalLink} label={t.window} onClick={onPopup} />
      {may('preview.share') && <IconButton icon={Share2} label={t.share} onClick={() => setSharing(true)} />}
    </>
  );
  return (
    <Frame {...props} tools={tools}>
      <SitePage
        entry={previewed}
        site={site}
        url={url}
        width={WIDTHS[width as Width] ?? null}
        turn={turn}
        root={root}
        onEdit={onEdit}
        popup={popup}
      />
      {isSharing && <ShareDialog entryId={entry.id} site={site.url} page={url} onClose={() => setSharing(false)} />}
    </Frame>
  );
}

interface FrameProps {
  readonly tools?: React.ReactNode;
  readonly onClose: () => void;
  readonly children: React.ReactNode;
}

function Frame({ tools, onClose, children }: FrameProps) {
  return (
    <section
      aria-label={t.title}
      className="sticky top-(--editor-top) flex h-[calc(100dvh-var(--editor-top,8rem))] min-w-0 flex-col border-s bg-background max-lg:border-s-0 max-sm:h-[calc(100dvh-var(--editor-top,8rem)-3.5rem)]"
    >
      <div className="flex items-center gap-2 border-b px-3 py-1.5">
        <h2 className="min-w-0 flex-1 truncate text-sm font-medium">{t.title}</h2>
        {tools}
        <IconButton icon={X} label={t.close} onClick={onClose} />
      </div>
      {children}
    </section>
  );
}
