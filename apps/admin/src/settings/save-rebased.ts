import { errorOf } from '@/api/errors.ts';

const MAX_ATTEMPTS = 5;

/**
 * Saves a change to a list. If someone else has changed the list first, applies the change to the list as it is now.
 *
 * @param seen the list that the change is applied to first
 * @param read reads the current list from the server
 * @param save applies the change, and sends the result with the list that it's based on
 * @throws errors of `read` and of `save`; `project.changed` only from the last of five attempts
 */
export async function saveRebased<Now, Saved>(
  seen: Now,
  read: () => Promise<Now>,
  save: (now: Now) => Promise<Saved>,
): Promise<Saved> {
  let now = seen;
  for (let attempt = 1; ; attempt++) {
    try {
      return await save(now);
    } catch (error) {
      if (errorOf(error).code !== 'project.changed' || attempt === MAX_ATTEMPTS) throw error;
    }
    now = await read();
  }
}
