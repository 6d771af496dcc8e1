import { type Backup, type BackupRepository, readEntry } from '@stele/core';
import { readEnvironment } from '../env.ts';

interface ErrorDetail {
  readonly reason?: string;
  readonly path?: readonly string[];
  readonly message: string;
}

interface Answer {
  readonly id?: string;
  readonly error?: { readonly message: string; readonly details?: readonly ErrorDetail[] };
}

type Values = Record<string, Record<string, unknown>>;

/**
 * Has the running API make a draft of an entry's values in a backup. Unique values that another entry has by now, such as the
 * entry itself, are left out.
 *
 * @returns the changes made, in sentences
 * @throws Error with what the API refuses
 */
export async function restoreEntry(
  place: BackupRepository,
  backup: Backup,
  id: string,
  token?: string,
): Promise<string> {
  if (!token)
    throw new Error('An entry is restored by the running API: give an admin token with --token or STELE_TOKEN.');
  const { projectId, collectionKey, values } = await readEntry(place, backup, id);
  const create = async (): Promise<Answer> => {
    const address = `${readEnvironment(process.env).apiUrl}/v1/projects/${projectId}/entries`;
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ collection_key: collectionKey, values }),
    });
    return (await response.json()) as Answer;
  };
  const first = await create();
  const taken = (first.error?.details ?? []).flatMap(({ reason, path = [] }) =>
    reason === 'value_taken' ? [path] : [],
  );
  for (const [, locale = '', field = ''] of taken) delete (values as Values)[locale]?.[field];
  const { id: draft, error } = taken.length === 0 ? first : await create();
  if (draft === undefined) {
    const details = (error?.details ?? []).map(({ path = [], message }) => `\n  ${path.join('.')}: ${message}`);
    throw new Error(`${error?.message ?? 'The API gave no answer that is known.'}${details.join('')}`);
  }
  const without = taken.map(([, ...place]) => place.join('.')).join(', ');
  return `Restored as a new draft, ${draft}.${without && ` Without what other entries have now: ${without}.`}`;
}
