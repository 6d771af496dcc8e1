import type { TestPerson } from '@stele/core/testing/test-app';
import type { Run, Workplace } from './stele.ts';

/** A person in the browser, at the API that a workplace's command signs in to. */
export interface Browser {
  /** Address of the API, as the browser reaches it. */
  readonly url: string;
  readonly person: TestPerson;
}

/** Runs `stele login`, while a person in the browser decides about the code that it shows. @param args `login`, and what goes with it */
export function loginByCode(
  place: Workplace,
  browser: Browser,
  args: readonly string[],
  decision: 'allow' | 'deny' = 'allow',
): Promise<Run> {
  let decided: Promise<void> | undefined;
  return place.run(
    [...args, '--no-browser'],
    {},
    {
      onText(text) {
        const code = codeIn(text);
        if (code !== undefined) decided = decide(browser, code, decision);
      },
      // The command asks again once there is an answer.
      sleep: async () => decided,
    },
  );
}

/** The code that `stele login` shows. @param said the command's output */
export function codeIn(said: string): string | undefined {
  return /code ([A-Z2-9-]{9})\n/.exec(said)?.[1];
}

/** Decides in the browser about a code that `stele login` shows. */
export async function decide({ url, person }: Browser, code: string, decision: 'allow' | 'deny'): Promise<void> {
  for (const step of ['preview', decision]) {
    await fetch(`${url}/auth/device/${step}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: person.cookie, origin: url },
      body: JSON.stringify({ code }),
    });
  }
}
