import { readFile } from 'node:fs/promises';
import { isObject, type Json, type Path, type Values } from '@stele/schema';
import { type Document, LineCounter, parse, parseDocument, visit } from 'yaml';
import { UserError } from '../../errors.ts';
import { type Io, placeOf } from '../../io.ts';

export interface MarkdownFile {
  readonly data: Values;
  /** The same, with numbers and truth values as the texts that stand there: `1.10`, `007`. */
  readonly written: Values;
  readonly body: string;
}

const FENCED = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)([\s\S]*)$/;

/** Front matter in YAML without an end, and front matter in TOML. */
const UNCLOSED = /^---[ \t]*\r?\n[ \t]*[\w-]+[ \t]*:/;
const TOML = /^\+{3}[ \t]*\r?\n/;

/** Reads a Markdown file, and divides it into its front matter, as YAML between lines of `---`, and its text. @throws UserError */
export async function readMarkdownFile(io: Io, file: string): Promise<MarkdownFile> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(placeOf(io, file)));
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new UserError(`${file} can't be read: ${error.message}`);
    if (!(error instanceof TypeError)) throw error;
    throw new UserError(`${file} isn't text in UTF-8. Save it as UTF-8.`);
  }
  return readFrontMatter(text.replaceAll('\r\n', '\n'), file);
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
    return { data: {}, written: {}, body: text };
  }
  const lineCounter = new LineCounter();
  // The core schema reads dates as the texts that they are.
  const document = parseDocument(yaml ?? '', { schema: 'core', prettyErrors: false, logLevel: 'silent', lineCounter });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    // The first line of the file is the `---` above.
    const place = `line ${line + 1}, column ${col}`;
    throw new UserError(`The front matter of ${file} can't be read at ${place}: ${error.message.replace(/\.?$/, '.')}`);
  }
  keepText(document, 'keys');
  const data = contentOf(document, file);
  keepText(document, 'all');
  return { data, written: contentOf(document, file), body };
}

/** Replaces scalars that aren't read as texts by the texts that stand there. */
function keepText(document: Document, which: 'keys' | 'all'): void {
  visit(document, {
    Scalar(place, scalar) {
      const isText = typeof scalar.value === 'string' || scalar.value === null;
      if (!isText && scalar.source !== undefined && (which === 'all' || place === 'key')) scalar.value = scalar.source;
    },
  });
}

/** @throws UserError when it isn't fields, or can't be written as JSON */
function contentOf(document: Document, file: string): Values {
  const data = unlessEndless(() => document.toJS() as Json | undefined, file) ?? {};
  if (!isObject(data)) throw new UserError(`The front matter of ${file} has no fields, such as "title: Hello".`);
  unlessEndless(() => JSON.stringify(data), file);
  return data;
}

/** @throws UserError when an alias leads to what it is in, or to too much */
function unlessEndless<Result>(work: () => Result, file: string): Result {
  try {
    return work();
  } catch (error) {
    throw new UserError(`The front matter of ${file} can't be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** The text that stands at a place of front matter; null when that's no single value. A single value is a list of one. */
export function textAt(written: Json | undefined, path: Path): string | null {
  let found: Json | undefined = written;
  for (const step of path) {
    if (Array.isArray(found)) found = found[Number(step)];
    else if (isObject(found ?? null)) found = (found as Values)[step];
  }
  return typeof found === 'string' ? found : null;
}
