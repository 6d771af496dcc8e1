import { codeOf } from '@stele/testing/api-client';
import { Receiver } from '@stele/testing/receiver';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '../../../src/api/openapi/document.ts';
import { compileRoutes } from '../../../src/api/rest/routes.ts';
import { features } from '../../../src/server/features.ts';
import { joinFeatures } from '../../../src/server/registry.ts';
import { StreamListener } from '../../support/stream-listener.ts';
import { startTestApp, type TestApp, type TestPerson, type TestProject } from '../../support/test-app.ts';
import { notesFeature } from './notes.feature.ts';
import { createNotesTable, loadNotes } from './notes.store.ts';

const withNotes = [...features, notesFeature];

describe('the lists of the program', () => {
  const registry = joinFeatures(withNotes);
  const document = createOpenApiDocument(registry, 'https://cms.example.org') as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
    readonly tags: readonly object[];
    readonly components: { readonly schemas: { readonly ErrorCode: { readonly enum: readonly string[] } } };
  };

  it('have all that a feature declares in its folder', () => {
    expect(document.paths['/projects/{projectId}/notes']?.post).toMatchObject({
      operationId: 'notes.create',
      tags: ['Notes'],
    });
    expect(document.tags).toContainEqual({ name: 'Notes', description: 'What people write down.' });
    expect(document.components.schemas.ErrorCode.enum).toContain('note.not_found');
    const routes = compileRoutes(registry.router).filter(({ key }) => key.startsWith('notes.'));
    expect(routes.map(({ key, operation }) => [key, operation.access, operation.audit])).toEqual([
      ['notes.create', 'member.read', ['note.create']],
      ['notes.delete', 'member.read', ['note.delete']],
    ]);
    expect(registry.limits['note.create']).toMatchObject({ units: 2, windowSeconds: 60 });
    expect(registry.errors['note.not_found'].status).toBe(404);
    expect(registry.audit['note.delete']).toMatchObject({ name: 'note.delete' });
    expect(registry.tables.map(({ name }) => name)).toContain('notes');
    expect(registry.jobs.map(({ kind }) => kind)).toContain('remove-empty-notes');
    expect(registry.eventRules).toMatchObject({
      webhookKinds: expect.arrayContaining(['note.created']),
      typesByAction: { 'note.create': 'note.created' },
      nouns: { note: { subject: 'note_id' } },
    });
  });

  it('have each name once', () => {
    expect(() => joinFeatures([...withNotes, notesFeature])).toThrow('Two features declare note.create.');
  });

  it('have none of it without the feature', () => {
    expect(JSON.stringify(joinFeatures(features).eventRules)).not.toContain('note.');
  });
});

describe('a running program', () => {
  let app: TestApp;
  let receiver: Receiver;
  let project: TestProject;
  let person: TestPerson;
  let notes: string;
  const open: StreamListener[] = [];

  beforeAll(async () => {
    receiver = await Receiver.start();
    app = await startTestApp({ features: withNotes, delivery: { mayRequest: (address) => address === '127.0.0.1' } });
    await createNotesTable(app.database.pool);
  });
  beforeEach(async () => {
    project = await app.project();
    notes = `/projects/${project.id}/notes`;
    person = await app.person({ projectId: project.id, role: 'owner' });
  });
  afterAll(async () => {
    for (const listener of open) listener.close();
    await app.close();
    await receiver.close();
  });

  it('answers its operations by their access, limits and errors', async () => {
    const { api } = person;
    expect((await project.api.post(notes, { body: 'one' })).status).toBe(403);
    const made = await api.post(notes, { body: 'one' });
    expect(made).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^nte_/), body: 'one' } });
    expect((await api.post(notes, { body: 'two' })).status).toBe(201);
    const refused = await api.post(notes, { body: 'three' });
    expect(refused).toMatchObject({ status: 429, body: { error: { details: [{ limit: 'note.create', units: 2 }] } } });
    expect((await api.delete(`${notes}/${made.body.id}`)).status).toBe(200);
    expect(codeOf(await api.delete(`${notes}/${made.body.id}`))).toEqual([404, 'note.not_found']);
    const { body: audit } = await api.get(`/projects/${project.id}/audit`);
    const actions = audit.data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['note.create', 'note.delete']));
  });

  it('tells webhooks and the streams of people of its events', async () => {
    const hook = { name: 'Notes', url: `${receiver.url}/hook`, events: ['note.created'] };
    expect((await person.api.post(`/projects/${project.id}/webhooks`, hook)).status).toBe(201);
    const listener = await StreamListener.open(app, project.id, { headers: { cookie: person.cookie }, open });
    await listener.begun();
    const { body: note } = await person.api.post(notes, { body: 'one' });
    expect((await listener.heard('note.created')).data).toMatchObject({ subject_id: note.id });
    await app.services.jobs.drain({ kinds: ['fan-out-events', 'deliver-webhook'] });
    expect(receiver.requests.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'note.created', data: { note_id: note.id } },
    ]);
  });

  it('runs its job, and removes its rows with their project', async () => {
    const { pool } = app.database;
    await person.api.post(notes, { body: '' });
    await person.api.post(notes, { body: 'kept' });
    await app.services.jobs.runAll(['remove-empty-notes']);
    expect(await loadNotes(pool, project.id)).toMatchObject([{ body: 'kept' }]);
    expect((await person.api.send('DELETE', `/projects/${project.id}`, { confirm_name: 'Test' })).status).toBe(200);
    await app.services.jobs.runAll(['remove-project']);
    expect(await loadNotes(pool, project.id)).toEqual([]);
  });
});
