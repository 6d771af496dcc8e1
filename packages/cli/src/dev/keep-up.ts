import { Cancelled, reasonOf } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Output } from '../output/output.ts';
import { type Questions, terminalQuestions } from '../prompts/questions.ts';
import type { Session } from '../session.ts';
import { writeTypesIfThere } from '../types/write-types.ts';
import { ConfigFollower } from './config-follower.ts';
import { ConfigPusher } from './config-pusher.ts';

interface KeepUpOptions {
  /** Called on Ctrl-C at a question. */
  readonly onCancel: () => void;
  /** Called once, as soon as the project has the schema of the config, and before that is pushed again. */
  readonly oncePushed?: () => Promise<void>;
  readonly questions?: Questions;
}

/** Keeps a local instance and the types of a site as its config says; reports why if that fails. */
export function keepUp(
  io: Io,
  { api }: Session,
  output: Output,
  folder: string,
  { onCancel, oncePushed, questions = terminalQuestions(io) }: KeepUpOptions,
): ConfigFollower {
  const pusher = new ConfigPusher(io, api, output, folder, questions);
  let isDone = false;
  const content = async (): Promise<void> => {
    if (isDone) return;
    isDone = true;
    await oncePushed?.();
  };
  return new ConfigFollower(folder, async () => {
    let isPushed = false;
    try {
      isPushed = await pusher.push();
      await writeTypesIfThere(io, api, folder, output).finally(() => (isPushed ? content() : undefined));
    } catch (error) {
      if (error instanceof Cancelled) onCancel();
      else output.note(reasonOf(error));
    }
    return isPushed;
  });
}
