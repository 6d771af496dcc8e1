import { errorOf } from '@/api/errors.ts';

const MAX_ATTEMPTS = 5;

/**
 * Saves a change to a list. If someone else has changed the list first, applies the change to the list as it is now.
 *
 * @param seen what the change is applied to first
 * @param read asks the server for what is there now
 * @param save applies the change, and sends the result with what it's based on
 * @throws what `read` throws, and what `save` throws: `project.changed` only from the last of five attempts
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
