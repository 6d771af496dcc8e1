import type { SchemaChange, SchemaDiff } from '@stele/client';
import type { Migration, Rename } from '@stele/schema';
import { describe, expect, it } from 'vitest';
import { LocalJudge } from '../src/dev/local-judge.ts';
import type { Choice, Questions } from '../src/prompts/questions.ts';
import { AskingJudge } from '../src/push/asking-judge.ts';
import { FlagJudge } from '../src/push/flag-judge.ts';
import { settle } from '../src/push/settle.ts';
import type { SchemaProposal } from '../src/schema/compare.ts';
import { parseRename, renameFlag } from '../src/schema/rename-flag.ts';

/** Answers questions from a list, and remembers them. */
class ScriptedQuestions implements Questions {
  readonly asked: string[] = [];
  readonly #answers: unknown[];

  constructor(...answers: unknown[]) {
    this.#answers = answers;
  }

  async text(message: string): Promise<string> {
    return String(this.#next(message));
  }
  async secret(message: string): Promise<string> {
    return String(this.#next(message));
  }
  async yes(message: string): Promise<boolean> {
    return this.#next(message) === true;
  }
  async choose<Value extends string>(message: string, choices: readonly Choice<Value>[]): Promise<Value> {
    const answer = this.#next(`${message} ${choices.map(({ value }) => value).join('/')}`);
    const chosen = choices.find(({ value }) => value === answer);
    if (!chosen) throw new Error(`${String(answer)} can't be chosen.`);
    return chosen.value;
  }

  #next(message: string): unknown {
    this.asked.push(message);
    if (this.#answers.length === 0) throw new Error(`Nobody answers: ${message}`);
    return this.#answers.shift();
  }
}

const change = (more: Partial<SchemaChange>): SchemaChange => ({
  id: 'x',
  kind: 'field.described',
  path: ['posts', 'title'],
  class: 'safe',
  affected_entries: 0,
  lost_entries: 0,
  sample_entry_ids: [],
  live_entries: 0,
  unpublishable_entries: 0,
  message: 'It changes.',
  migration: null,
  migration_required: false,
  ...more,
});
const diff = (changes: SchemaChange[], candidates: Rename[] = []): SchemaDiff => ({
  base_version: 1,
  hash: '',
  unchanged: changes.length === 0,
  changes,
  rename_candidates: candidates,
  confirm_token: null,
});
const proposal: SchemaProposal = { schema: { format: 1, collections: [] }, renames: [], migrations: [] };
const rename: Rename = { kind: 'field', path: ['posts', 'title'], from: 'headline' };
const other: Rename = { kind: 'field', path: ['posts', 'title'], from: 'teaser' };
const removed = change({ id: 'gone', class: 'destructive', affected_entries: 3, message: 'The field goes away.' });
const convert: Migration = { kind: 'convert', path: ['posts', 'pages'] };
const typed = change({
  id: 'typed',
  class: 'needs_migration',
  affected_entries: 2,
  path: ['posts', 'pages'],
  message: 'The type changes.',
  migration: convert,
  migration_required: true,
});

/** A server's answer: renames and migrations that are given settle the changes that they're for. */
const server = async ({ renames, migrations }: SchemaProposal): Promise<SchemaDiff> =>
  diff(
    [
      ...(renames.length > 0 ? [change({ id: 'renamed' })] : [removed]),
      { ...typed, migration_required: migrations.length === 0 },
    ],
    renames.length > 0 ? [] : [rename, other],
  );

describe('a push that asks', () => {
  it('asks about renames and migrations, each once, and compares again after each answer', async () => {
    const questions = new ScriptedQuestions(true, 'convert', true);
    const seen: SchemaDiff[] = [];
    const judge = new AskingJudge(questions);
    const settled = await settle(proposal, server, judge, (found) => seen.push(found));
    await judge.confirm(settled.diff);
    expect(questions.asked).toEqual([
      'Was posts.headline renamed to posts.title? Then its content is kept.',
      'The type changes. What becomes of the values (2 entries)? convert/drop/stop',
      'Push these changes?',
    ]);
    expect(seen).toHaveLength(3);
    expect(settled.proposal).toMatchObject({ renames: [rename], migrations: [convert] });
  });

  it('fills a new field with its default without a question, and reports one change', async () => {
    const fill: Migration = { kind: 'set_default', path: ['posts', 'kind'], value: 'news' };
    const added = change({ kind: 'field.added', class: 'needs_migration', unpublishable_entries: 2, migration: fill });
    const seen: SchemaDiff[] = [];
    const settled = await settle(
      proposal,
      async ({ migrations }) => diff([{ ...added, unpublishable_entries: migrations.length > 0 ? 0 : 2 }]),
      new AskingJudge(new ScriptedQuestions()),
      (found) => seen.push(found),
    );
    expect(settled.proposal.migrations).toEqual([fill]);
    expect(seen).toMatchObject([{ changes: [{ unpublishable_entries: 0 }] }]);
  });

  it("says in the question how many entries would lose what can't be converted", async () => {
    const questions = new ScriptedQuestions('drop');
    const lossy = { ...typed, kind: 'field.type_changed', lost_entries: 2 };
    await new AskingJudge(questions).migrations([lossy]);
    expect(questions.asked).toEqual([
      "The type changes. What becomes of the values (2 entries; 2 would lose what can't be converted)? stop/convert/drop",
    ]);
  });

  it('asks nothing about values that the command line says what to do with', async () => {
    const drop: Migration = { kind: 'drop', path: typed.path };
    const settled = await settle(
      { ...proposal, migrations: [drop] },
      async () => diff([{ ...typed, class: 'destructive', migration_required: false }]),
      new AskingJudge(new ScriptedQuestions()),
      () => undefined,
    );
    expect(settled.proposal.migrations).toEqual([drop]);
  });

  it('asks for a word before it destroys anything', async () => {
    const questions = new ScriptedQuestions(false, false, 'drop', 'yes', ' destroy ');
    const judge = new AskingJudge(questions);
    const settled = await settle(proposal, server, judge, () => undefined);
    expect(settled.proposal.migrations).toEqual([{ kind: 'drop', path: ['posts', 'pages'] }]);
    await expect(judge.confirm(settled.diff)).rejects.toThrow('Nothing was changed.');
    await judge.confirm(settled.diff);
    expect(questions.asked.at(-1)).toBe(
      'One change destroys content. Type "destroy" to push it, anything else to stop.',
    );
  });

  it('stops when asked to', async () => {
    const judge = new AskingJudge(new ScriptedQuestions(true, 'stop'));
    await expect(settle(proposal, server, judge, () => undefined)).rejects.toThrow('Nothing was changed.');
    await expect(new AskingJudge(new ScriptedQuestions(false)).confirm(diff([change({})]))).rejects.toThrow(
      'Nothing was changed.',
    );
  });

  it('offers migrations that are not needed, and takes no for an answer', async () => {
    const fill: Migration = { kind: 'set_default', path: ['posts', 'kind'], value: 'news' };
    const unfit = change({ id: 'unfit', class: 'needs_migration', affected_entries: 1, migration: fill });
    const questions = new ScriptedQuestions(false);
    const settled = await settle(
      proposal,
      async () => diff([unfit]),
      new AskingJudge(questions),
      () => undefined,
    );
    expect(questions.asked).toEqual(['It changes. Should the push set posts.kind to "news" where it\'s empty?']);
    expect(settled.proposal.migrations).toEqual([]);
    const yes = await settle(
      proposal,
      async () => diff([unfit]),
      new AskingJudge(new ScriptedQuestions(true)),
      () => undefined,
    );
    expect(yes.proposal.migrations).toEqual([fill]);
  });
});

describe('a push without a terminal', () => {
  const judge = (yes: boolean, allowDestructive: boolean, allowInvalid = false) =>
    new FlagJudge({ yes, allowDestructive, allowInvalid });

  it('takes the suggested migrations, and renames nothing by itself', async () => {
    const settled = await settle(proposal, server, judge(true, false), () => undefined);
    expect(settled.proposal).toMatchObject({ renames: [], migrations: [convert] });
    await expect(judge(true, false).confirm(settled.diff)).rejects.toThrow(
      'Content would be lost:\n  The field goes away. (3 entries)\nTo push it anyway, run it again with --allow-destructive.',
    );
    await judge(true, true).confirm(settled.diff);
  });

  it('asks for a decision where no migration is suggested', async () => {
    const undecided = async () => diff([{ ...typed, migration: null }]);
    await expect(settle(proposal, undecided, judge(true, true), () => undefined)).rejects.toThrow(
      '--migrate FILE.json',
    );
  });

  it('names all options that it lacks', async () => {
    await expect(judge(false, false).confirm(diff([removed]))).rejects.toThrow('--yes --allow-destructive.');
    await expect(judge(false, true).confirm(diff([change({})]))).rejects.toThrow('run it again with --yes.');
  });
});

describe('a push that keeps live entries from being published again', () => {
  const required = change({
    id: 'field.required:posts.title',
    class: 'needs_migration',
    affected_entries: 5,
    unpublishable_entries: 3,
    message: 'The field posts.title is required from now on.',
  });

  it('needs an option of its own', async () => {
    const judge = (allowInvalid: boolean) => new FlagJudge({ yes: true, allowDestructive: true, allowInvalid });
    await expect(judge(false).confirm(diff([required]))).rejects.toThrow(
      "Live entries couldn't be published again:\n  posts.title: 3 live entries. The field posts.title is required from now on.\nTo push it anyway, run it again with --allow-invalid.",
    );
    await judge(true).confirm(diff([required]));
  });

  it('is not pushed beside a site without being asked about', async () => {
    const judge = new LocalJudge(null);
    await expect(judge.confirm(diff([required]))).rejects.toThrow('posts.title: 3 live entries.');
    const no = new ScriptedQuestions(false);
    await expect(new LocalJudge(new AskingJudge(no)).confirm(diff([required]))).rejects.toThrow('Nothing was changed.');
    await expect(judge.confirm(diff([change({})]))).resolves.toBeUndefined();
  });

  it('is asked about by itself', async () => {
    const no = new ScriptedQuestions(false);
    await expect(new AskingJudge(no).confirm(diff([required]))).rejects.toThrow('Nothing was changed.');
    expect(no.asked).toEqual([expect.stringContaining('posts.title: 3 live entries.')]);
    const yes = new ScriptedQuestions(true);
    await new AskingJudge(yes).confirm(diff([required]));
    expect(yes.asked).toEqual([expect.stringMatching(/posts\.title: 3 live entries\..*\nPush anyway\?$/)]);
    const word = new ScriptedQuestions('destroy');
    await new AskingJudge(word).confirm(diff([required, removed]));
    expect(word.asked).toEqual([expect.stringMatching(/posts\.title: 3 live entries\..*\n.*Type "destroy"/)]);
  });
});

describe('a rename on the command line', () => {
  it('is read and written alike', () => {
    const cases: [string, Rename][] = [
      ['articles:posts', { kind: 'collection', from: 'articles', to: 'posts' }],
      ['posts.headline:title', rename],
      ['News:newsItems', { kind: 'collection', from: 'News', to: 'newsItems' }],
      ['posts.seo.desc:description', { kind: 'field', path: ['posts', 'seo', 'description'], from: 'desc' }],
      ['posts.links.[].x:y', { kind: 'field', path: ['posts', 'links', '[]', 'y'], from: 'x' }],
    ];
    for (const [flag, expected] of cases) {
      expect(parseRename(flag)).toEqual(expected);
      expect(renameFlag(expected)).toBe(flag);
    }
    for (const flag of ['', 'a', ':b', 'a:', 'a..b:c', '1:b', 'a:b:c', '.a:b', '[].a:b', 'a.[]:b']) {
      expect(() => parseRename(flag), flag).toThrow("isn't a rename");
    }
  });
});
