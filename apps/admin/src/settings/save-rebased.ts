import { errorOf } from '@/api/errors.ts';

const MAX_ATTEMPTS = 5;

/**
 * Saves a change that is made of what is there. If someone else was faster, it's made again, of what they have left.
 *
 * @param read what is there; `again` after a refusal: then it has to come from the server
 * @param save sends the change with what it's based on
 * @throws what `save` throws, other than `project.changed` before the last attempt
 */
export async function saveRebased<Now, Saved>(
  read: (again: boolean) => Now | Promise<Now>,
  save: (now: Now) => Promise<Saved>,
): Promise<Saved> {
  for (let attempt = 1; ; attempt++) {
    const now = await read(attempt > 1);
    try {
      return await save(now);
    } catch (error) {
      if (errorOf(error).code !== 'project.changed' || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
