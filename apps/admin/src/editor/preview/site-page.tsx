import type { PageMessage, PreviewField } from '@stele/schema';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { preview as t } from '#messages/preview';
import { PageLink } from './page-link.ts';
import { Notice, SilentNotice } from './page-notices.tsx';
import { type PreviewedEntry, PreviewSession } from './preview-session.ts';
import { addSiteFrame, frameOf, insideOf } from './site-frame.ts';
import type { PreviewWindow } from './use-preview-window.ts';

/** How long a page may take to be loaded and to answer. */
const ANSWER_MS = 5_000;

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
  readonly popup: PreviewWindow | null;
}

type Answer = { readonly kind: 'waiting' | 'silent' } | { readonly kind: 'hello'; readonly status: number };

/** A page of the website, which shows what is typed, and opens the field of a text that is clicked. */
export function SitePage({ entry, site, url, width, turn, root, onEdit, popup }: SitePageProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const page = useRef<HTMLIFrameElement | null>(null);
  const talk = useRef<PreviewSession | null>(null);
  const silence = useRef(0);
  const [answer, setAnswer] = useState<Answer>({ kind: 'waiting' });
  const { origin } = new URL(site.url);
  const latest = useRef(onEdit);
  latest.current = onEdit;

  const load = useCallback((): void => {
    const inside = insideOf(frame.current);
    if (!inside) return;
    setAnswer({ kind: 'waiting' });
    clearTimeout(silence.current);
    silence.current = window.setTimeout(
      () => setAnswer((now) => (now.kind === 'waiting' ? { kind: 'silent' } : now)),
      ANSWER_MS,
    );
    if (!page.current?.isConnected || page.current.ownerDocument !== inside) {
      talk.current?.reloading();
      page.current = addSiteFrame(inside, { title: t.frame({ site: site.name }), url });
    } else if (talk.current?.open(url)) return;
    else if (popup) popup.show(site, url);
    else page.current.src = url;
  }, [url, site, t, popup]);

  const latestLoad = useRef(load);
  latestLoad.current = load;
  useEffect(load, [load, turn]);
  useEffect(() => () => clearTimeout(silence.current), []);

  useEffect(() => {
    const inFrame = (hear: (message: PageMessage) => void): PageLink =>
      new PageLink(origin, () => page.current?.contentWindow ?? null, hear);
    const session = new PreviewSession(entry, popup?.link ?? inFrame, {
      onHello: (status) => setAnswer({ kind: 'hello', status }),
      onEdit: (field) => latest.current(field),
      reload: () => latestLoad.current(),
    });
    talk.current = session;
    // A page that is there already has said hello to another one.
    if (page.current?.isConnected) latestLoad.current();
    return () => session.close();
  }, [entry, origin, popup]);

  useEffect(() => {
    const editor = root.current;
    if (!editor) return;
    const focus = ({ target }: FocusEvent): void => {
      const field = target instanceof Element ? target.closest<HTMLElement>('[data-field-path]') : null;
      talk.current?.focus(field?.dataset.fieldPath || null);
    };
    const blur = ({ relatedTarget }: FocusEvent): void => {
      if (!(relatedTarget instanceof Node && editor.contains(relatedTarget))) talk.current?.focus(null);
    };
    editor.addEventListener('focusin', focus);
    editor.addEventListener('focusout', blur);
    return () => {
      editor.removeEventListener('focusin', focus);
      editor.removeEventListener('focusout', blur);
    };
  }, [root]);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {answer.kind === 'silent' && <SilentNotice site={site.url} url={url} reload={load} />}
      {answer.kind === 'hello' && answer.status >= 400 && (
        <Notice title={t.notThere({ status: answer.status })} help={t.notThereHelp} />
      )}
      <div className="min-h-0 flex-1 overflow-auto bg-sunken">
        <iframe
          key={origin}
          ref={frame}
          src={frameOf(origin)}
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
