import type { ProjectClient } from '@stele/client';
import { canonicalText } from '@stele/schema';
import { activeSchema } from '../api.ts';
import { findConfig } from '../config/find-config.ts';
import { loadConfig } from '../config/load-config.ts';
import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Output } from '../output/output.ts';
import type { Questions } from '../prompts/questions.ts';
import { AskingJudge } from '../push/asking-judge.ts';
import { type Judge, Refused } from '../push/judge.ts';
import { describePush, pushSchema } from '../push/push-schema.ts';
import type { OnDiff } from '../push/settle.ts';
import { DiffReport } from '../schema/diff-report.ts';
import { LocalJudge } from './local-judge.ts';

const HOW_TO_PUSH =
  'You are asked again when the config says something else. To push it as it is, run "npx stele push" in another terminal of this folder.';

/** Asks until a signal withdraws the question. */
export type AskUntil = (signal: AbortSignal) => Questions;

/** The config was saved while a question about it was open. */
class Outdated extends Error {}

/** Makes the schema of a local instance what the config of a folder says. */
export class ConfigPusher {
  readonly #io: Io;
  readonly #api: ProjectClient;
  readonly #output: Output;
  readonly #folder: string;
  readonly #askUntil: AskUntil;
  readonly #stopped: AbortSignal;
  /** Withdraws the question that is open, or may be soon. */
  #asking = new AbortController();
  /** The schema that was refused last, as text. */
  #refused: string | null = null;
  #isFirst = true;

  /** @param options.stopped ends it, and withdraws its questions */
  constructor(
    io: Io,
    api: ProjectClient,
    output: Output,
    options: { readonly folder: string; readonly askUntil: AskUntil; readonly stopped: AbortSignal },
  ) {
    this.#io = io;
    this.#api = api;
    this.#output = output;
    this.#folder = options.folder;
    this.#askUntil = options.askUntil;
    this.#stopped = options.stopped;
  }

  /** The config was saved: a question about its earlier content is withdrawn, and the present content is pushed. */
  withdraw(): void {
    this.#asking.abort(new Outdated());
  }

  /**
   * Pushes the config, again when it was saved while a question about it was open. A schema that was refused is pushed only when
   * that loses nothing any more.
   *
   * @returns whether the project has the schema of the config
   * @throws UserError when it can't be pushed; what calls throw
   */
  async push(): Promise<boolean> {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const config = findConfig(this.#folder);
    if (config === null) {
      // Between two steps of an editor there can be no file; from the start, the schema may be another folder's to push.
      if (!isFirst) return false;
      if ((await activeSchema(this.#api)) !== null) return true;
      throw new UserError('There is no config here yet. "npx stele init" writes one.');
    }
    const { file, schema } = await loadConfig(this.#io, config);
    const output = this.#output;
    const text = canonicalText(schema);
    const isRefused = text === this.#refused;
    const asks = output.interactive && !isRefused;
    const report = new DiffReport(output, { hints: !asks });
    let isAnnounced = false;
    const onDiff: OnDiff = (diff, proposal) => {
      if (isRefused) return;
      if (!isAnnounced) output.say(`\n${file}${isFirst ? ', compared with the project here:' : ' changed.'}\n`);
      isAnnounced = true;
      report.show(diff, proposal);
    };
    const check = async (): Promise<void> => {
      if (canonicalText((await loadConfig(this.#io, config)).schema) !== text) throw new Outdated();
    };
    this.#asking = new AbortController();
    const questions = this.#askUntil(AbortSignal.any([this.#asking.signal, this.#stopped]));
    const judge = new LocalJudge(asks ? checking(new AskingJudge(questions), check) : null);
    try {
      const proposal = { schema, renames: [], migrations: [] };
      const { result } = await pushSchema({ api: this.#api, proposal, judge, onDiff });
      this.#refused = null;
      if (result) output.say(describePush(result));
      return true;
    } catch (error) {
      if (error instanceof Refused) {
        if (!isRefused) output.note(asks ? `${error.message} ${HOW_TO_PUSH}` : error.message);
        this.#refused = text;
        return false;
      }
      if (!(error instanceof Outdated)) throw error;
      output.say(`${file} was saved again, so the question no longer counts. Nothing was changed.`);
      return this.push();
    }
  }
}

/** A judge that passes on another's decisions, once they are known to be still about the config. @param check throws when they aren't */
function checking(judge: Judge, check: () => Promise<void>): Judge {
  const checked = async <Decision>(decision: Promise<Decision>): Promise<Decision> => {
    const decided = await decision;
    await check();
    return decided;
  };
  return {
    renames: (candidates) => checked(judge.renames(candidates)),
    migrations: (changes) => checked(judge.migrations(changes)),
    confirm: (diff) => checked(judge.confirm(diff)),
  };
}
