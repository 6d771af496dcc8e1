import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import { typesSource } from '@stele/schema';
import { CONFIG_NAMES } from '../config/find-config.ts';
import { loadConfig } from '../config/load-config.ts';
import { Cancelled, reasonOf, UserError } from '../errors.ts';
import type { Output } from '../output/output.ts';
import { terminalQuestions } from '../prompts/questions.ts';
import { AskingJudge } from '../push/asking-judge.ts';
import { describePush, pushSchema } from '../push/push-schema.ts';
import { describeDiff } from '../schema/show-changes.ts';
import type { Session } from '../session.ts';
import { readTextIfThere, writeFileAtomically } from '../write-file.ts';
import { LocalJudge } from './local-judge.ts';

/** Editors write a file in several steps. */
const SETTLING_MS = 200;

const TYPES = 'stele-types.d.ts';

/** Keeps the schema of the local instance, and the types of a site that has a file of them, as the config says. */
export class SchemaFollower {
  readonly #session: Session;
  readonly #output: Output;
  readonly #folder: string;
  readonly #onCancel: () => void;
  #running: Promise<void> = Promise.resolve();
  #isFirst = true;

  /** @param onCancel told of Ctrl-C at a question */
  constructor(session: Session, output: Output, folder: string, onCancel: () => void) {
    this.#session = session;
    this.#output = output;
    this.#folder = folder;
    this.#onCancel = onCancel;
  }

  /** Pushes what the config says, and says why if that can't be. Pushes one after another. */
  push(): Promise<void> {
    this.#running = this.#running.then(() => this.#pushNow());
    return this.#running;
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

  async #pushNow(): Promise<void> {
    const output = this.#output;
    const { api, project } = this.#session;
    // Between two steps of an editor there can be no file.
    if (!CONFIG_NAMES.some((name) => existsSync(path.join(this.#folder, name)))) return;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    try {
      const { file, schema } = await loadConfig(undefined);
      const asks = output.interactive;
      const { result } = await pushSchema({
        api,
        projectId: project.id,
        proposal: { schema, renames: [], migrations: [] },
        judge: new LocalJudge(asks ? new AskingJudge(terminalQuestions) : null),
        onDiff: (diff, { migrations }) =>
          output.say(
            `\n${file}${isFirst ? ', compared with the project here:' : ' changed.'}\n\n${describeDiff(diff, output.colours, { migrations, hints: !asks })}\n`,
          ),
      });
      if (result) output.say(describePush(result));
      await this.#writeTypes();
    } catch (error) {
      if (error instanceof Cancelled) return this.#onCancel();
      output.note(error instanceof UserError ? error.message : reasonOf(error));
    }
  }

  async #writeTypes(): Promise<void> {
    const file = path.join(this.#folder, TYPES);
    const before = await readTextIfThere(file);
    const active = before === null ? null : await this.#session.api.activeSchema(this.#session.project.id);
    const text = active && typesSource(active.schema);
    if (text === null || text === before) return;
    await writeFileAtomically(file, text);
    this.#output.say(`Wrote ${TYPES}.`);
  }
}
