import { watch } from 'node:fs';
import path from 'node:path';
import type { SchemaChange, SchemaDiff } from '@stele/client';
import { canonicalText, type Migration, type Rename, typesSource } from '@stele/schema';
import { activeSchema } from '../api.ts';
import { CONFIG_NAMES, findConfig } from '../config/find-config.ts';
import { loadConfig } from '../config/load-config.ts';
import { Cancelled, reasonOf, UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Output } from '../output/output.ts';
import { type Questions, terminalQuestions } from '../prompts/questions.ts';
import { AskingJudge } from '../push/asking-judge.ts';
import { type Judge, Refused } from '../push/judge.ts';
import { describePush, pushSchema } from '../push/push-schema.ts';
import type { OnDiff } from '../push/settle.ts';
import { DiffReport } from '../schema/diff-report.ts';
import type { Session } from '../session.ts';
import { TYPES_FILE } from '../types/command.ts';
import { readTextIfThere, writeFileAtomically } from '../write-file.ts';
import { LocalJudge } from './local-judge.ts';

/** Editors write a file in several steps. */
const SETTLING_MS = 200;

const HOW_TO_PUSH =
  'You are asked again when the config says something else. To push it as it is, run "npx stele push" in another terminal of this folder.';

/** Keeps the schema of the local instance, and the types of a site that has a file of them, as the config says. */
export class SchemaFollower {
  readonly #io: Io;
  readonly #session: Session;
  readonly #output: Output;
  readonly #folder: string;
  readonly #onCancel: () => void;
  readonly #questions: Questions;
  #running: Promise<unknown> = Promise.resolve();
  /** The push after the one that runs. */
  #next: Promise<boolean> | null = null;
  /** The schema that was refused last, as text. */
  #refused: string | null = null;
  #isFirst = true;
  #oncePushed: (() => Promise<void>) | undefined;

  /**
   * @param onCancel told of Ctrl-C at a question
   * @param questions asks on a terminal
   */
  constructor(
    io: Io,
    session: Session,
    output: Output,
    folder: string,
    onCancel: () => void,
    questions: Questions = terminalQuestions(io),
  ) {
    this.#questions = questions;
    this.#io = io;
    this.#session = session;
    this.#output = output;
    this.#folder = folder;
    this.#onCancel = onCancel;
  }

  /**
   * Pushes what the config says, and says why if that can't be. While a push runs, one more waits, whatever is saved meanwhile. A
   * schema that was refused is pushed only when that loses nothing any more.
   *
   * @returns whether the project has the schema of the config
   */
  push(): Promise<boolean> {
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      return this.#pushNow();
    });
    this.#running = this.#next;
    return this.#next;
  }

  /** Has work done once, as soon as the project has the schema of the config, and before that's pushed again. */
  oncePushed(work: () => Promise<void>): void {
    this.#oncePushed = work;
  }

  /** Pushes each time the config changes. @returns ends it */
  follow(): () => void {
    let timer: NodeJS.Timeout | undefined;
    const watcher = watch(this.#folder, (_event, name) => {
      if (name !== null && !CONFIG_NAMES.includes(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void this.push(), SETTLING_MS);
    });
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  }

  async #pushNow(): Promise<boolean> {
    let isPushed = false;
    try {
      let ended = await this.#pushConfig();
      while (ended === 'outdated') ended = await this.#pushConfig();
      isPushed = ended === 'pushed';
      try {
        await this.#writeTypes();
      } finally {
        if (isPushed) await this.#doOncePushed();
      }
    } catch (error) {
      if (error instanceof Cancelled) this.#onCancel();
      else this.#output.note(error instanceof UserError ? error.message : reasonOf(error));
    }
    return isPushed;
  }

  async #doOncePushed(): Promise<void> {
    const work = this.#oncePushed;
    this.#oncePushed = undefined;
    await work?.();
  }

  /** Pushes the config as it is. @returns 'outdated' when it was saved while a question was open, so that nothing was pushed */
  async #pushConfig(): Promise<'pushed' | 'not pushed' | 'outdated'> {
    const output = this.#output;
    const { api } = this.#session;
    const config = findConfig(this.#folder);
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (config === null) {
      // Between two steps of an editor there can be no file; from the start, the schema may be another folder's to push.
      if (!isFirst) return 'not pushed';
      if ((await activeSchema(api)) !== null) return 'pushed';
      throw new UserError('There is no config here yet. "npx stele init" writes one.');
    }
    const { file, schema } = await loadConfig(this.#io, config);
    const text = canonicalText(schema);
    const isRefused = text === this.#refused;
    const asks = output.interactive && !isRefused;
    const report = new DiffReport(output, { hints: !asks });
    const check = async (): Promise<void> => {
      if (canonicalText((await loadConfig(this.#io, config)).schema) !== text) throw new Outdated();
    };
    const judge = new LocalJudge(asks ? new CheckingJudge(new AskingJudge(this.#questions), check) : null);
    let told = false;
    const onDiff: OnDiff = (diff, proposal) => {
      if (isRefused) return;
      if (!told) output.say(`\n${file}${isFirst ? ', compared with the project here:' : ' changed.'}\n`);
      told = true;
      report.tell(diff, proposal);
    };
    try {
      const proposal = { schema, renames: [], migrations: [] };
      const { result } = await pushSchema({ api, proposal, judge, onDiff });
      this.#refused = null;
      if (result) output.say(describePush(result));
      return 'pushed';
    } catch (error) {
      if (error instanceof Refused) {
        if (!isRefused) output.note(asks ? `${error.message} ${HOW_TO_PUSH}` : error.message);
        this.#refused = text;
        return 'not pushed';
      }
      if (!(error instanceof Outdated)) throw error;
      output.say(`${file} was saved in the meantime, so your answer doesn't count. Nothing was changed.`);
      return 'outdated';
    }
  }

  async #writeTypes(): Promise<void> {
    const file = path.join(this.#folder, TYPES_FILE);
    const before = await readTextIfThere(this.#io, file);
    const active = before === null ? null : await activeSchema(this.#session.api);
    const text = active && typesSource(active.schema);
    if (text === null || text === before) return;
    await writeFileAtomically(this.#io, file, text);
    this.#output.say(`Wrote ${TYPES_FILE}.`);
  }
}

/** The config was saved while a question about it was open. */
class Outdated extends Error {}

/** Takes another judge's decisions once it's checked that they are still about the config. */
class CheckingJudge implements Judge {
  readonly #judge: Judge;
  readonly #check: () => Promise<void>;

  /** @param check throws when they aren't */
  constructor(judge: Judge, check: () => Promise<void>) {
    this.#judge = judge;
    this.#check = check;
  }

  async renames(candidates: readonly Rename[]): Promise<readonly Rename[]> {
    const decided = await this.#judge.renames(candidates);
    await this.#check();
    return decided;
  }

  async migrations(changes: readonly SchemaChange[]): Promise<readonly Migration[]> {
    const decided = await this.#judge.migrations(changes);
    await this.#check();
    return decided;
  }

  async confirm(diff: SchemaDiff): Promise<void> {
    await this.#judge.confirm(diff);
    await this.#check();
  }
}
