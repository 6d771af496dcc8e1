import { readFile } from 'node:fs/promises';
import { isObject, type Json, type Values } from '@stele/schema';
import { LineCounter, parse, YAMLParseError } from 'yaml';
import { UserError } from '../../errors.ts';
import { type Io, placeOf } from '../../io.ts';

export interface MarkdownFile {
  readonly data: Values;
  readonly body: string;
}

const FENCED = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)([\s\S]*)$/;

/** Front matter in YAML without an end, and front matter in TOML. */
const UNCLOSED = /^\uFEFF?---[ \t]*\r?\n[ \t]*[\w-]+[ \t]*:/;
const TOML = /^\uFEFF?\+{3}[ \t]*\r?\n/;

/** Reads a Markdown file, and divides it into its front matter, as YAML between lines of `---`, and its text. @throws UserError */
export async function readMarkdownFile(io: Io, file: string): Promise<MarkdownFile> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(placeOf(io, file)));
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new UserError(`${file} can't be read: ${error.message}`);
    if (!(error instanceof TypeError)) throw error;
    throw new UserError(`${file} isn't text in UTF-8. Save it as UTF-8.`);
  }
  return readFrontMatter(text, file);
}

/** The keys of the front matter in a text whose values YAML itself reads as dates: those that aren't in quotes. */
export function datesOfYaml(text: string): ReadonlySet<string> {
  const data: unknown = parse(FENCED.exec(text)?.[1] ?? '', { schema: 'yaml-1.1', logLevel: 'silent' });
  const entries = typeof data === 'object' && data !== null ? Object.entries(data) : [];
  return new Set(entries.flatMap(([key, value]) => (value instanceof Date ? [key] : [])));
}

function readFrontMatter(text: string, file: string): MarkdownFile {
  if (TOML.test(text))
    throw new UserError(`The front matter of ${file} is TOML. Write it as YAML, between lines of ---.`);
  const [, yaml, body] = FENCED.exec(text) ?? [];
  if (body === undefined) {
    if (UNCLOSED.test(text))
      throw new UserError(`The front matter of ${file} has no end. Put a line of --- behind it.`);
    return { data: {}, body: text };
  }
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
