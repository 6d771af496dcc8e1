import { addImports, editCode } from '../code/edit-code.ts';
import { type Code, nodesIn, readCode } from '../code/read-code.ts';
import { newFile, type Proposed, type ReadSite, whichFile } from './site-change.ts';

/** Where the files of a site go. */
interface SiteLayout {
  /** The folder of its sources: `src/`, or none. */
  readonly base: string;
  readonly isTyped: boolean;
  /** Whether the site is exported: then routes that need a server have names that `withStele` leaves out. */
  readonly isExport: boolean;
  /** The text of a root layout where there's none; null to leave that to people. */
  readonly newLayout: string | null;
  /** Whether the Pages Router has an address. */
  readonly isTaken: (address: string) => boolean;
}

const IMPORT = "import { LiveContent } from './live-content';";
const ELEMENT = '<LiveContent />';

/**
 * Files by which a site's pages update when something is published or saved: routes that give the live snapshot, render pages
 * again and open drafts, and a component for them in the layout.
 */
export async function proposeLiveContent(read: ReadSite, places: SiteLayout): Promise<Proposed[]> {
  const { base, isTyped, isExport, newLayout, isTaken } = places;
  const [module, component] = isTyped ? ['ts', 'tsx'] : ['js', 'jsx'];
  const file = `route.${isExport ? 'server.' : ''}${module}`;
  const route = async (folder: string, source: string): Promise<Proposed> =>
    isTaken(folder) ? null : newFile(read, `${base}app/${folder}/${file}`, source);
  return [
    await route('api/draft', DRAFT_ROUTE),
    isTaken('api/draft') ? null : await route('api/draft/end', DRAFT_END),
    await route('api/revalidate', REVALIDATE_ROUTE),
    await route('.well-known/stele.json', SNAPSHOT_ROUTE),
    await newFile(read, `${base}app/live-preview.${component}`, previewSource(isTyped)),
    await newFile(read, `${base}app/live-content.${component}`, LIVE_CONTENT),
    await layoutWithIt(read, base, newLayout, `${base}app/layout.${component}`),
  ];
}

async function layoutWithIt(read: ReadSite, base: string, newLayout: string | null, usual: string): Promise<Proposed> {
  const file = await whichFile(read, [usual, ...['tsx', 'jsx', 'js'].map((ending) => `${base}app/layout.${ending}`)]);
  const before = await read(file);
  if (before !== null) return withLiveContent(file, before);
  return newLayout === null ? { file, add: ADVICE } : { file, before, after: newLayout };
}

/** The layout that a site has none of. */
export function layoutSource(isTyped: boolean, locale: string): string {
  const type = isTyped ? ': { children: React.ReactNode }' : '';
  return `${IMPORT}

export default function Layout({ children }${type}) {
  return (
    <html lang="${locale}">
      <body>
        {children}
        ${ELEMENT}
      </body>
    </html>
  );
}
`;
}

/** A layout with the component at the end of its body; nothing when it has what that shows. */
async function withLiveContent(file: string, before: string): Promise<Proposed> {
  if (/\bLiveContent\b|\bFollowContent\b/.test(before)) return null;
  const code = await readCode(before, { jsx: true });
  const end = code && endOfBody(code);
  if (!code || end === null) return { file, add: ADVICE };
  const text = await editCode(code);
  const indent = /\n([ \t]*)$/.exec(before.slice(0, end))?.[1];
  text.appendLeft(end, indent === undefined ? ELEMENT : `  ${ELEMENT}\n${indent}`);
  addImports(code, text, [IMPORT]);
  return { file, before, after: text.toString() };
}

/** Where the only `</body>` of a layout begins that the server renders; null for any other. */
function endOfBody(code: Code): number | null {
  if (code.program.body.some((one) => 'directive' in one && one.directive === 'use client')) return null;
  const ends = [...nodesIn(code.program)].flatMap((node) => {
    // The parser's nodes for JSX, which the types of acorn lack.
    const { type, name, start } = node as unknown as { type: string; start: number; name?: { name?: string } };
    return type === 'JSXClosingElement' && name?.name === 'body' ? [start] : [];
  });
  return ends.length === 1 ? (ends[0] ?? null) : null;
}

const ADVICE = `${IMPORT}

// at the end of the layout's <body>:
${ELEMENT}`;

const DRAFT_ROUTE = `import { draftRoute } from '@stele/loader/next';

// /api/draft?secret=…&to=/path shows drafts to anyone who knows STELE_PREVIEW_SECRET, and ?link=… what a preview link shares.
export const GET = draftRoute();
`;

const DRAFT_END = `import { draftMode } from 'next/headers';
import { redirect } from 'next/navigation';

/** Shows published pages again. */
export async function GET() {
  (await draftMode()).disable();
  redirect('/');
}
`;

const REVALIDATE_ROUTE = `import { revalidateRoute } from '@stele/loader/next';

/** Renders pages again when something is published: the address for a webhook of Stele with the event snapshot.live. */
export const POST = revalidateRoute();
`;

const SNAPSHOT_ROUTE = `import { snapshotRoute } from '@stele/loader/next';
import { stele } from '../../../stele';

/** Says which snapshot the site shows, to Stele and to pages in development. */
export const GET = snapshotRoute(stele);
`;

const LIVE_CONTENT = `import { PreviewMark } from '@stele/loader/next';
import { FollowContent } from '@stele/loader/next/follow-content';
import { draftMode } from 'next/headers';
import { Preview } from './live-preview';

/** In development, pages show by themselves what is published. In draft mode, they are marked, and the editor can show them. */
export async function LiveContent() {
  const { isEnabled: showsDrafts } = await draftMode();
  const admin = process.env.STELE_ADMIN_URL;
  return (
    <>
      {showsDrafts && (
        <p style={{ marginBottom: '4rem' }}>
          You see drafts. <a href="/api/draft/end">Show what is published</a>
        </p>
      )}
      {showsDrafts && admin && <Preview admin={admin} />}
      <FollowContent />
      <PreviewMark />
    </>
  );
}
`;

function previewSource(isTyped: boolean): string {
  return `'use client';

import { StelePreview } from '@stele/loader/preview/react';
import { useRouter } from 'next/navigation';

/** Connects the page to the editor that shows it: a click on a text opens its field, and a save renews the page. */
export function Preview({ admin }${isTyped ? ': { admin: string }' : ''}) {
  const router = useRouter();
  return <StelePreview admin={admin} refresh={() => router.refresh()} />;
}
`;
}
