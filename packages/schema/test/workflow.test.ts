import { describe, expect, it } from 'vitest';
import {
  collection,
  configSource,
  defineConfig,
  diffSchemas,
  parseSchema,
  publishedFrom,
  stateOf,
  text,
  translateSchema,
  type WorkflowOption,
} from '../src/index.ts';

const schemaOf = (workflow?: WorkflowOption) =>
  defineConfig({
    collections: [collection({ key: 'posts', fields: { title: text() }, ...(workflow && { workflow }) })],
  }).schema;
const workflowOf = (workflow: WorkflowOption) => schemaOf(workflow).collections[0]?.workflow;
const issuesOf = (workflow: unknown): string[] => {
  const [posts] = schemaOf().collections;
  const { issues } = parseSchema({ format: 1, collections: [{ ...posts, workflow }] });
  return issues.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`);
};
const messages = (was?: WorkflowOption, now?: WorkflowOption) =>
  diffSchemas(schemaOf(was), schemaOf(now)).diff.changes.map(({ kind, message }) => [kind, message]);

const LONG: WorkflowOption = {
  states: [
    'draft',
    { key: 'legal', label: 'With legal', translations: { de: { label: 'Bei Recht' } }, moved_by: ['legal'] },
    'done',
  ],
  publish_needs: 'legal',
  approval: 'another_person',
};

describe('a workflow', () => {
  it('is published from its last state unless it says otherwise', () => {
    expect(workflowOf(['draft', 'in_review'])).toEqual({
      states: [
        { key: 'draft', label: 'Draft' },
        { key: 'in_review', label: 'In review' },
      ],
      publish_needs: 'in_review',
      approval: 'anyone',
    });
    expect(workflowOf({ states: ['draft', 'done'], publish_needs: null })?.publish_needs).toBeNull();
    const [posts] = schemaOf(LONG).collections;
    expect(posts && publishedFrom(posts)?.label).toBe('With legal');
    expect(publishedFrom({})).toBeNull();
  });

  it('has entries in its first state until they are moved, and when their state is gone', () => {
    const workflow = workflowOf(['draft', 'done']);
    expect([null, 'gone', 'draft', 'done'].map((state) => workflow && stateOf(workflow, state)?.key)).toEqual([
      'draft',
      'draft',
      'draft',
      'done',
    ]);
  });

  it('is refused with its place when it cannot be one', () => {
    expect(issuesOf(['draft', 'done'])).toEqual([]);
    expect(issuesOf(['draft', 'done', 'done'])).toEqual(['workflow.states.2: There are two of the state "done".']);
    expect(issuesOf({ states: ['draft', 'done'], publish_needs: 'dome' })).toEqual([
      'workflow.publish_needs: There is no state "dome" here; write "done".',
    ]);
    expect(issuesOf({ states: ['draft', 'done'], publish_needs: 'draft' })).toEqual([
      'workflow.publish_needs: New entries are in the first state, "draft", without an approval. Name a later one, or null.',
    ]);
    for (const wrong of ['draft', ['in review', 'done'], { states: ['a', 'b'], approval: 'nobody' }]) {
      expect(issuesOf(wrong), JSON.stringify(wrong)).toEqual([expect.stringMatching(/^workflow/)]);
    }
    expect(issuesOf([])).toHaveLength(1);
    expect(issuesOf(['only'])).toEqual(['workflow: This must have at least 2 items. It has 1.']);
    expect(issuesOf(true)).toEqual([expect.stringContaining("such as ['draft', 'review', 'approved']")]);
  });

  it('is written into a config that defines the same, and is translated', () => {
    expect(configSource(schemaOf(['draft', 'done']))).toContain("workflow: ['draft', 'done'],");
    const source = configSource(schemaOf(LONG));
    expect(source).toContain("label: 'With legal'");
    expect(source).toContain("publish_needs: 'legal'");
    expect(source).not.toContain("label: 'Draft'");
    const [posts] = translateSchema(schemaOf(LONG), 'de').collections;
    expect(posts?.workflow?.states.map(({ label }) => label)).toEqual(['Draft', 'Bei Recht', 'Done']);
  });

  it('says in a diff what becomes of entries', () => {
    expect(messages(['a', 'b'], ['a', 'b'])).toEqual([]);
    expect(messages(undefined, ['draft', 'done'])).toEqual([
      ['collection.described', 'The entries of posts get a workflow: Draft, Done.'],
    ]);
    expect(messages(['draft', 'done'])).toEqual([
      ['collection.described', 'The workflow of posts goes away. Its entries need no approval from now on.'],
    ]);
    expect(messages(['draft', 'review', 'done'], ['draft', 'done'])).toEqual([
      [
        'collection.described',
        'The workflow of posts changes: Draft, Done. Entries of posts in the state "review" go back to "draft".',
      ],
    ]);
  });
});
