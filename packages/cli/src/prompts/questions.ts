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
  yes(message: string): Promise<boolean>;
  choose<Value extends string>(message: string, choices: readonly Choice<Value>[]): Promise<Value>;
}

/** Asks at the terminal that the command runs in. */
export function terminalQuestions({ stdin, stdout }: Io): Questions {
  const terminal = { input: stdin as Readable, output: stdout as Writable };
  return {
    async text(message, refuse) {
      return answered(await text({ ...terminal, message, validate: (answer) => refuse?.(answer ?? '') }));
    },
    async secret(message) {
      const validate = (answer: string | undefined) => (answer ? undefined : 'It is empty.');
      return answered(await password({ ...terminal, message, validate }));
    },
    async yes(message) {
      return answered(await confirm({ ...terminal, message, initialValue: false }));
    },
    async choose<Value extends string>(message: string, choices: readonly Choice<Value>[]) {
      const options = choices.map(({ value, label }) => ({ value: value as string, label }));
      return answered(await select<string>({ ...terminal, message, options })) as Value;
    },
  };
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isCancel(answer)) throw new Cancelled('Broken off. Nothing was changed.');
  return answer as Exclude<Answer, symbol>;
}
