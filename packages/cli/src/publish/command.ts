import { randomUUID } from 'node:crypto';
import type { EntryLive, ProjectClient } from '@stele/client';
import { refusalOf, UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { Output } from '../output/output.ts';
import { openSession, type SharedOptions } from '../session.ts';
import { facts, liveOf, type Outcome, targetsFor, type WantedFact, waitFor } from './wait-for.ts';

export interface PublishOptions extends SharedOptions {
  readonly locale?: readonly string[];
  readonly wait?: string;
  readonly timeout?: string;
}

interface Published {
  readonly entry_id: string;
  readonly version: number;
  readonly unchanged: boolean;
  readonly locales: readonly string[];
  readonly outcome?: Outcome;
}

/**
 * `stele publish`: publishes the saved drafts of entries, and waits until platforms or the website have them.
 *
 * @returns the exit code: 0, 1 when the awaited fact didn't come, or 2 when an entry was refused, which doesn't stop the others
 * @throws UserError; what `refusalOf` throws
 */
export async function publishCommand(io: Io, entryIds: readonly string[], options: PublishOptions): Promise<number> {
  const output = new Output(io, options);
  const fact = factOf(options.wait);
  const timeout = secondsOf(options.timeout ?? '900');
  const { api } = await openSession(io, options, output, { admin: 'Publishing' });
  // Refuses a fact that can't be waited for, before anything is published.
  if (fact) await checkTargets(api, entryIds, fact);
  const published: Published[] = [];
  const failed: { readonly entry_id: string; readonly error: string }[] = [];
  for (const id of new Set(entryIds)) {
    const result = await publishOne(api, id, options.locale, output).catch(refusalOf);
    if (typeof result !== 'string') published.push(result);
    else failed.push({ entry_id: id, error: result });
  }
  for (const { entry_id: id, error } of failed) output.note(`${id} was not published: ${error}`);
  if (fact) {
    const deadline = Date.now() + timeout * 1000;
    for (const [place, one] of published.entries()) {
      const outcome = await waitFor(io, api, { entryId: one.entry_id, fact, deadline }, reporter(output));
      published[place] = { ...one, outcome };
      output.say(outcome.reached ? `${one.entry_id} is ${fact}.` : `${one.entry_id} is not ${fact}: ${outcome.error}`);
    }
  }
  output.result({ entries: published, ...(failed.length > 0 && { failed }) });
  if (failed.length > 0) return 2;
  return published.every(({ outcome }) => outcome?.reached ?? true) ? 0 : 1;
}

/** @throws UserError when no target can report a fact */
async function checkTargets(api: ProjectClient, entryIds: readonly string[], fact: WantedFact): Promise<void> {
  for (const id of entryIds) {
    const live = await liveOf(api, id).catch(refusalOf);
    if (typeof live === 'string') continue;
    targetsFor(live, fact);
    return;
  }
}

async function publishOne(
  api: ProjectClient,
  id: string,
  wanted: readonly string[] | undefined,
  output: Output,
): Promise<Published> {
  const params = { path: { entryId: id } };
  const entry = await api.get('/entries/{entryId}', { params });
  const locales = wanted ?? Object.keys(entry.values).sort();
  const { version, unchanged } = await api.post('/entries/{entryId}/publish', {
    params: { ...params, header: { 'Idempotency-Key': randomUUID() } },
    body: { locales, base_version: entry.version },
  });
  output.say(`${unchanged ? 'Nothing changed in' : 'Published'} ${id} in ${locales.join(', ')}: version ${version}.`);
  return { entry_id: id, version, unchanged, locales };
}

/** Reports what is new about an entry on its way. */
function reporter(output: Output): (live: EntryLive) => void {
  const said = new Set<string>();
  return ({ entry_id: id, targets }) => {
    for (const { name, triggered, built, seen } of targets) {
      for (const [word, fact] of Object.entries({ triggered, built, seen })) {
        const line = `${id} ${name}: ${word}${fact ? ` at ${fact.at}` : ''}`;
        if (fact && !said.has(line)) output.say(line);
        said.add(line);
      }
    }
  };
}

function factOf(text: string | undefined): WantedFact | null {
  if (text === undefined) return null;
  const found = facts.find((fact) => fact === text);
  if (!found) throw new UserError(`--wait takes ${facts.join(', ')}, not "${text}".`);
  return found;
}

function secondsOf(text: string): number {
  if (!/^[1-9][0-9]{0,5}$/.test(text)) throw new UserError(`--timeout takes a whole number of seconds, not "${text}".`);
  return Number(text);
}
