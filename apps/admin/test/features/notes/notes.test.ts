import type { AppRouter } from '@stele/core/client';
import { QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { describe, expect, it } from 'vitest';
import { hearEvent, type LiveEvent, liveKinds } from '../../../src/api/live-updates.ts';
import { newTrpcClient } from '../../../src/api/trpc.ts';
import type { OpenProject } from '../../../src/project/project-context.tsx';
import { destinationsIn, loadPaletteDestinations, navigationDestinations } from '../../../src/shell/destinations.ts';
import { features } from '../../../src/shell/features.ts';
import { findScreens } from '../../../src/shell/screens.tsx';
import { EVENT_GROUPS, webhookEvents } from '../../../src/webhooks/event-groups.ts';
import { notesFeature } from './feature.ts';

const withNotes = [...features, notesFeature];
const openWith = (...permissions: string[]): OpenProject =>
  ({ project: { locales: ['en'] }, may: (one: string) => permissions.includes(one) }) as unknown as OpenProject;
const hrefs = (places: readonly { readonly href: string }[]): string[] => places.map(({ href }) => href);

describe('a feature that is declared in its folder', () => {
  it('has its screens at their addresses', () => {
    const screenAt = findScreens(withNotes);
    expect(screenAt('notes')?.title()).toBe('Notes');
    expect(screenAt('notes/note_1')).toMatchObject({ id: 'note_1' });
    expect(findScreens(features)('notes')).toBeNull();
  });

  it('is in the navigation of those that it is for', () => {
    const placesFor = (open: OpenProject | null): string[] => hrefs(navigationDestinations(withNotes, 'content', open));
    expect(placesFor(openWith('note.read'))).toEqual(['/media', '/entries?status=trashed', '/notes']);
    expect(placesFor(openWith())).toEqual(['/media', '/entries?status=trashed']);
    expect(placesFor(null)).toEqual(['/media', '/entries?status=trashed']);
  });

  it('is in the palette, with places that only the palette has', async () => {
    const open = openWith('note.read');
    const offered = hrefs(destinationsIn(await loadPaletteDestinations(withNotes), 'content', open));
    expect(offered.slice(-2)).toEqual(['/notes', '/notes/new']);
    expect(hrefs(destinationsIn(await loadPaletteDestinations(features), 'content', open))).not.toContain('/notes/new');
  });

  it('hears its events, which have its lists read again', () => {
    const updates = withNotes.flatMap(({ live }) => live ?? []);
    expect(liveKinds(updates)).toContain('note.created');
    const queryClient = new QueryClient();
    const trpc = createTRPCOptionsProxy<AppRouter>({ client: newTrpcClient(), queryClient });
    const context = { projectId: 'prj_1', userId: 'usr_1', trpc, queryClient };
    const event: LiveEvent = {
      kind: 'note.created',
      subjectId: 'note_1',
      actor: { id: 'usr_2', name: 'Ada' },
      data: {},
      isOwn: false,
      isNews: true,
    };
    const readBy = (one: LiveEvent): unknown[] =>
      hearEvent(updates, one, context).map((part) => part.pathFilter().queryKey);
    expect(readBy(event)).toEqual([[['views']], [['folders', 'list']]]);
    expect(readBy({ ...event, isOwn: true })).toEqual([]);
    expect(readBy({ ...event, kind: 'snapshot.live' })).toEqual([
      [['snapshots']],
      [['deployments']],
      [['targets']],
      [['webhookDeliveries']],
    ]);
  });

  it('is in the form of webhooks', () => {
    expect(webhookEvents(withNotes, 'entries').slice(-2)).toEqual(['comment.resolved', 'note.created']);
    expect(EVENT_GROUPS.flatMap((group) => webhookEvents(features, group))).not.toContain('note.created');
  });
});

describe('the features', () => {
  it('have each name, and each address of a screen, once', () => {
    const names = features.map(({ name }) => name);
    const paths = features.flatMap(({ screens = [] }) => screens.map(({ path }) => path));
    expect([new Set(names).size, new Set(paths).size]).toEqual([names.length, paths.length]);
  });

  it('have a screen at each of their places', async () => {
    const screenAt = findScreens(features);
    const places = await loadPaletteDestinations(features);
    expect(places.length).toBeGreaterThan(12);
    expect(hrefs(places).filter((href) => !screenAt(href.split('?', 1)[0] ?? ''))).toEqual([]);
  });
});
