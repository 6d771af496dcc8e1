import type { PreviewField } from '@stele/schema';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { usePreviewWords } from '@/i18n/preview-words.ts';
import { type PreviewedEntry, PreviewSession } from './preview-session.ts';

/** How long a page may take to answer once it is loaded. */
const ANSWER_MS = 3_000;
/** The page may do what websites do, but not take the editor's place. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads';

interface SitePageProps {
  readonly entry: PreviewedEntry;
  readonly site: { readonly name: string; readonly url: string };
  /** The address of the page. */
  readonly url: string;
  /** In pixels; null for all that there is. */
  readonly width: number | null;
  /** Changes when the page is to be loaded again. */
  readonly turn: number;
  /** The editor: the field in it that has the focus is shown on the page. */
  readonly root: RefObject<HTMLElement | null>;
  readonly onEdit: (field: PreviewField) => void;
  /** The window that shows the page beside the frame, if there is one. */
  readonly popup: Window | null;
}

type Answer = { readonly kind: 'waiting' | 'silent' } | { readonly kind: 'hello'; readonly status: number };

/** A page of the website, which shows what is typed, and opens the field of a text that is clicked. */
export function SitePage({ entry, site, url, width, turn, root, onEdit, popup }: SitePageProps) {
  const t = usePreviewWords();
  const frame = useRef<HTMLIFrameElement>(null);
  const page = useRef<HTMLIFrameElement | null>(null);
  const talk = useRef<PreviewSession | null>(null);
  const [answer, setAnswer] = useState<Answer>({ kind: 'waiting' });
  const { origin } = new URL(site.url);
  const latest = useRef(onEdit);
  latest.current = onEdit;

  const load = useCallback((): void => {
    const inside = frame.current?.contentDocument;
    if (!inside?.body || inside.location.pathname !== '/preview-frame') return;
    talk.current?.reloading();
    setAnswer({ kind: 'waiting' });
    if (!page.current?.isConnected || page.current.ownerDocument !== inside) {
      page.current = inside.createElement('iframe');
      page.current.setAttribute('sandbox', SANDBOX);
      page.current.title = t.frame(site.name);
      page.current.addEventListener('load', () =>
        setTimeout(() => setAnswer((now) => (now.kind === 'waiting' ? { kind: 'silent' } : now)), ANSWER_MS),
      );
      page.current.src = url;
      inside.body.append(page.current);
    } else page.current.src = url;
  }, [url, site.name, t]);

  useEffect(load, [load, turn]);

  useEffect(() => {
    const session = new PreviewSession(entry, origin, () => popup ?? page.current?.contentWindow ?? null, {
      onHello: (status) => setAnswer({ kind: 'hello', status }),
      onEdit: (field) => latest.current(field),
      reload: load,
    });
    talk.current = session;
    return () => session.close();
  }, [entry, origin, popup, load]);

  useEffect(() => {
    const editor = root.current;
    if (!editor) return;
    const focus = ({ target }: FocusEvent): void => {
      const field = target instanceof Element ? target.closest<HTMLElement>('[data-field-path]') : null;
      talk.current?.focus(field?.dataset.fieldPath || null);
    };
    editor.addEventListener('focusin', focus);
    return () => editor.removeEventListener('focusin', focus);
  }, [root]);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {answer.kind === 'silent' && <Notice title={t.silent} help={t.silentHelp(window.location.origin)} />}
      {answer.kind === 'hello' && answer.status >= 400 && (
        <Notice title={t.notThere(answer.status)} help={t.notThereHelp} />
      )}
      <div className="min-h-0 flex-1 overflow-auto bg-sunken">
        <iframe
          key={origin}
          ref={frame}
          src={`/preview-frame?site=${encodeURIComponent(origin)}`}
          title={t.title}
          onLoad={load}
          data-answer={answer.kind}
          className="mx-auto block h-full max-w-none bg-white"
          style={{ width: width ?? '100%' }}
        />
      </div>
    </div>
  );
}

function Notice({ title, help }: { readonly title: string; readonly help: string }) {
  return (
    <div role="status" className="border-b bg-warning-soft px-3 py-2 text-sm">
      <p className="font-medium">{title}</p>
      <p className="text-xs text-muted">{help}</p>
    </div>
  );
}
