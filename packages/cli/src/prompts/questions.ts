import type { Readable, Writable } from 'node:stream';
import { confirm, isCancel, password, select, text } from '@clack/prompts';
import { Cancelled } from '../errors.ts';
import type { Io } from '../io.ts';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** Asks the user at a terminal. Each question throws Cancelled on Ctrl-C. */
export interface Questions {
  /** @param refuse returns what is wrong with an answer */
  text(message: string, refuse?: (answer: string) => string | undefined): Promise<string>;
  secret(message: string): Promise<string>;
  /** @param byDefault the answer of somebody who only presses Enter; no, unless it's given */
  yes(message: string, byDefault?: boolean): Promise<boolean>;
  choose<Value extends string>(message: string, choices: readonly Choice<Value>[]): Promise<Value>;
}

/**
 * Asks at the terminal that the command runs in.
 *
 * @param signal withdraws an open question, which then throws the signal's reason
 */
export function terminalQuestions({ stdin, stdout }: Io, signal?: AbortSignal): Questions {
  const terminal = { input: stdin as Readable, output: stdout as Writable, ...(signal && { signal }) };
  const answered = <Answer>(answer: Answer): Exclude<Answer, symbol> => {
    signal?.throwIfAborted();
    if (isCancel(answer)) throw new Cancelled('Broken off. Nothing was changed.');
    return answer as Exclude<Answer, symbol>;
  };
  return {
    async text(message, refuse) {
      return answered(await text({ ...terminal, message, validate: (answer) => refuse?.(answer ?? '') }));
    },
    async secret(message) {
      const validate = (answer: string | undefined) => (answer ? undefined : 'It is empty.');
      return answered(await password({ ...terminal, message, validate }));
    },
    async yes(message, byDefault = false) {
      return answered(await confirm({ ...terminal, message, initialValue: byDefault }));
    },
    async choose<Value extends string>(message: string, choices: readonly Choice<Value>[]) {
      const options = choices.map(({ value, label }) => ({ value: value as string, label }));
      return answered(await select<string>({ ...terminal, message, options })) as Value;
    },
  };
}
