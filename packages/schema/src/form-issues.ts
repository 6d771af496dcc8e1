import type { z } from 'zod';
import { CHECK_MESSAGES } from './check-messages.ts';
import { absentDay } from './formats.ts';
import type { IssueLog, Path } from './issues.ts';
import { kindOf } from './keys.ts';
import { instead } from './nearest.ts';

/** Types in a form → their names in messages. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Keys of an object's form that aren't suggested. */
const UNWRITTEN: readonly string[] = ['key', 'type'];

/** Checks a value by its form, and notes what is wrong: what was found, and what to write. Keys that don't belong are named one by one. */
export function checkForm(form: z.ZodType, value: unknown, within: Path, log: IssueLog): void {
  const known = new Map<string, readonly string[]>();
  const parsed = form.safeParse(value, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') known.set(JSON.stringify(issue.path ?? []), keysOf(issue.inst));
      return formMessage(issue);
    },
  });
  for (const issue of parsed.error?.issues ?? []) {
    const path = [...within, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
    if (issue.code !== 'unrecognized_keys') log.add(path, issue.message);
    else {
      const names = known.get(JSON.stringify(issue.path)) ?? [];
      for (const key of issue.keys) {
        if (log.isFull) log.count(1);
        else log.add([...path, key], `There is no "${key}" here${instead(key, names, 'There are')}`);
      }
    }
  }
}

/** The keys that an object's form has. */
function keysOf(form: z.core.$ZodRawIssue['inst']): readonly string[] {
  const { shape = {} } = (form?._zod.def ?? {}) as Partial<z.core.$ZodObjectDef>;
  return Object.keys(shape).filter((key) => !UNWRITTEN.includes(key));
}

/** The message for an issue that a form has no message for: what was found, and what to write; undefined leaves it to zod. */
export function formMessage(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue;
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = KINDS[String(issue.expected)];
      if (wanted && input === undefined) return `This is missing. It must be ${wanted}.`;
      return wanted && `This must be ${wanted}. Found ${found(input)}${rewritten(String(issue.expected), input)}.`;
    }
    case 'invalid_value': {
      const values = (issue.values as readonly unknown[]).map(found);
      return `This must be ${values.length > 1 ? 'one of: ' : ''}${values.join(', ')}. Found ${found(input)}.`;
    }
    case 'too_small':
    case 'too_big': {
      const bound = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum);
      const side = issue.code === 'too_small' ? 'at least' : 'at most';
      if (typeof input === 'number') return `This must be ${side} ${bound}. Found ${input}.`;
      if (issue.code === 'too_small' && isEmpty(input)) return 'This must not be empty.';
      if (typeof input === 'string') return `This must have ${side} ${bound} characters. It has ${input.length}.`;
      if (Array.isArray(input)) return `This must have ${side} ${bound} items. It has ${input.length}.`;
      return undefined;
    }
    case 'invalid_format': {
      const absent = typeof input === 'string' ? absentDay(input) : null;
      if (absent !== null) return CHECK_MESSAGES.noSuchDay(absent);
      if (issue.format === 'date') return `A date is written as 2026-11-21. Found ${found(input)}.`;
      if (issue.format === 'datetime') return `A time is written as 2026-11-21T09:30:00Z. Found ${found(input)}.`;
      return undefined;
    }
    case 'invalid_union':
      return `This must be text, a number, true, false, null, a list or an object of these. Found ${found(input)}.`;
    default:
      return undefined;
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
}

/** A short value as it's written, or the kind of a longer one. */
function found(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kindOf(value);
}

/** Advice for a text that should be the value without quotes. */
function rewritten(expected: string, value: unknown): string {
  if (expected === 'string' && typeof value === 'number') return `; write "${value}"`;
  if (typeof value !== 'string' || value.length > 80) return '';
  if (expected === 'boolean') return value === 'true' || value === 'false' ? `; write ${value}` : '';
  const number = value.trim() === '' ? Number.NaN : Number(value);
  const fits = expected === 'int' ? Number.isSafeInteger(number) : expected === 'number' && Number.isFinite(number);
  return fits ? `; write ${number}` : '';
}
