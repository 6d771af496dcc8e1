import { Cancelled, reasonOf } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Output } from '../output/output.ts';
import { terminalQuestions } from '../prompts/questions.ts';
import type { Session } from '../session.ts';
import { writeTypesIfThere } from '../types/write-types.ts';
import { ConfigFollower } from './config-follower.ts';
import { type AskUntil, ConfigPusher } from './config-pusher.ts';

interface KeepUpOptions {
  /** Called on Ctrl-C at a question. */
  readonly onCancel: () => void;
  /** Aborted when all ends: failures after that aren't reported. */
  readonly stopped: AbortSignal;
  /** Called once, as soon as the project has the schema of the config, and before that is pushed again. */
  readonly oncePushed?: () => Promise<void>;
  readonly askUntil?: AskUntil;
}

/** Keeps a local instance and the types of a site as its config says; reports why if that fails. */
export function keepUp(
  io: Io,
  { api }: Session,
  output: Output,
  folder: string,
  { onCancel, stopped, oncePushed, askUntil = (signal) => terminalQuestions(io, signal) }: KeepUpOptions,
): ConfigFollower {
  const pusher = new ConfigPusher(io, api, output, { folder, askUntil, stopped });
  let isDone = false;
  const content = async (): Promise<void> => {
    if (isDone) return;
    isDone = true;
    await oncePushed?.();
  };
  const update = async (): Promise<boolean> => {
    let isPushed = false;
    try {
      isPushed = await pusher.push();
      await writeTypesIfThere(io, api, folder, output).finally(() => (isPushed ? content() : undefined));
    } catch (error) {
      if (error instanceof Cancelled) onCancel();
      else if (!stopped.aborted) output.note(reasonOf(error));
    }
    return isPushed;
  };
  return new ConfigFollower(folder, update, () => pusher.withdraw());
}
