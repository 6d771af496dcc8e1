import { isObject, type Json, type Values } from '@stele/schema';
import { LineCounter, parse, YAMLParseError } from 'yaml';
import { UserError } from '../../errors.ts';

/** A Markdown file, taken apart. */
export interface MarkdownFile {
  readonly data: Values;
  readonly body: string;
}

const FENCED = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)([\s\S]*)$/;

/** Divides a Markdown file into its front matter, as YAML between lines of `---`, and its text. @throws UserError */
export function readFrontMatter(text: string, file: string): MarkdownFile {
  const [, yaml, body] = FENCED.exec(text) ?? [];
  if (body === undefined) return { data: {}, body: text };
  let data: unknown;
  const lineCounter = new LineCounter();
  try {
    // The core schema reads dates as the texts that they are.
    data = parse(yaml ?? '', { schema: 'core', prettyErrors: false, lineCounter });
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const { line, col } = lineCounter.linePos(error.pos[0]);
    // The first line of the file is the `---` above.
    const place = `line ${line + 1}, column ${col}`;
    throw new UserError(`The front matter of ${file} can't be read at ${place}: ${error.message.replace(/\.?$/, '.')}`);
  }
  if (data === null || data === undefined) return { data: {}, body };
  // Aliases and other things that JSON lacks don't come through.
  const plain: Json = JSON.parse(JSON.stringify(data));
  if (!isObject(plain)) throw new UserError(`The front matter of ${file} has no fields, such as "title: Hello".`);
  return { data: plain, body };
}
