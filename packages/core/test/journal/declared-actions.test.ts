import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { entryActions } from '../../src/entries/entry.names.ts';
import { commentActions } from '../../src/features/comments/comments.names.ts';
import { SYSTEM } from '../../src/platform/actor.ts';
import { declareActions } from '../../src/platform/audit-actions.ts';
import { insertAuditRecords, journal } from '../../src/platform/audit-records.store.ts';
import { registry } from '../../src/server/registry.ts';

const record = <Action>(action: Action) => ({
  projectId: 'prj_1',
  action,
  targetId: 'x',
  actor: SYSTEM,
  requestId: null,
  data: { title: 'One', version: 2, collection_key: 'posts', locales: ['en'] },
  at: new Date(0),
});
/** The JSON among the values of a statement that has the events. */
const eventsIn = ({ values }: ReturnType<typeof journal>): { kind: string; data: object }[] =>
  values.flatMap((value) => JSON.parse(String(value))).filter(({ kind }) => kind !== undefined);

describe('a declared action', () => {
  it('has events with the fields that it declares, and with who did it', () => {
    const { title: _, ...told } = record('').data;
    expect(eventsIn(journal([record(entryActions['entry.publish'])]))).toMatchObject([
      { kind: 'entry.published', data: { ...told, actor: SYSTEM } },
    ]);
    const trashed = { ...record(entryActions['entry.delete']), events: { without: ['entry.unpublished'] } };
    expect(eventsIn(journal([trashed])).map(({ kind }) => kind)).toEqual(['entry.trashed']);
    expect(eventsIn(journal([record(entryActions['entry.save'])]))).toEqual([]);
  });

  it('is known by its declaration: another name does not compile, nor a fact that is none', () => {
    // @ts-expect-error -- a misspelt action is refused
    expect(commentActions['comment.crate']).toBeUndefined();
    // @ts-expect-error -- an action is a declared value, not a string
    journal([record('comment.create')]);
    // @ts-expect-error -- a misspelt fact is refused
    declareActions({ 'note.create': { streamed: 'note.created', webhoks: ['note.created'] } });
  });

  it('with events is not recorded by a statement that leaves them out', () => {
    insertAuditRecords([record(entryActions['entry.save'])]);
    // @ts-expect-error -- publishing has events, which need `journal`
    insertAuditRecords([record(entryActions['entry.publish'])]);
  });
});

it('each kind of event that goes out has a golden line, and each action that leads to one', async () => {
  const folder = path.join(import.meta.dirname, 'golden');
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')));
  const golden = files.join('\n');
  const { webhookKinds, streamedKinds, typesByAction } = registry.eventRules;
  const lines = [
    ...Object.keys(typesByAction).map((action) => `audit {"action":"${action}"`),
    ...[...Object.values(typesByAction), ...streamedKinds].map((type) => `stream {"type":"${type}"`),
    ...webhookKinds.map((kind) => `webhook {"type":"${kind}"`),
  ];
  expect(lines.filter((line) => !golden.includes(line))).toEqual([]);
});
