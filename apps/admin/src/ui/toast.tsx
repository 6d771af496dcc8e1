import { useEffect, useState } from 'react';
import { common } from '#messages/common';
import { errorOf, sentenceOf } from '../api/errors.ts';
import { lazyPart, onPartFailed } from './lazy-part.tsx';

let wake: () => void = () => undefined;

// One chunk: a message can be shown as soon as there's a place for it, also without a network then.
const library = () => import('./toast-library.tsx');
const LoadedToaster = lazyPart(async () => (await library()).default);

/** Where toasts appear. Its library is loaded at the first key or click. */
export function Toaster() {
  const [isAwake, setAwake] = useState(false);
  useEffect(() => {
    wake = () => setAwake(true);
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) window.addEventListener(event, wake, { once: true });
    return () => {
      for (const event of events) window.removeEventListener(event, wake);
    };
  }, []);
  if (!isAwake) return null;
  return <LoadedToaster />;
}

/** The latest message about each thing that can be undone. */
const latest = new Map<string, string | number>();

/**
 * Says that something was done, and offers to undo it.
 *
 * @param about the thing that was changed, when changing it again makes this Undo useless: the earlier message then goes
 * @param link where the result is seen, outside of the admin
 */
export function tell(
  message: string,
  undo?: () => void,
  about?: string,
  link?: { readonly label: string; readonly url: string } | null,
): void {
  show((toast) => {
    const before = about === undefined ? undefined : latest.get(about);
    if (before !== undefined) toast.dismiss(before);
    const action = undo && { label: common.undo, onClick: undo };
    const description = link && (
      <a href={link.url} target="_blank" rel="noreferrer" className="underline underline-offset-2">
        {link.label}
      </a>
    );
    const id = toast(message, action && { action, description, duration: 12_000 });
    if (about !== undefined) latest.set(about, id);
  });
}

/** Takes the message about a thing away, once its Undo would do nothing any more. */
export function withdraw(about: string): void {
  const before = latest.get(about);
  if (before === undefined) return;
  latest.delete(about);
  show((toast) => toast.dismiss(before));
}

/** Says that nothing was done, because not all that was typed is saved. */
export function tellUnsaved(): void {
  show((toast) => toast.error(common.nothingDone, { description: common.notSavedYet }));
}

/** Says that something is wrong, and why. */
export function tellProblem(what: string, why: string): void {
  show((toast) => toast.error(what, { description: why }));
}

/** Says that something failed, and why. */
export function tellFailure(what: string, error: unknown): void {
  const failure = errorOf(error);
  show((toast) => toast.error(what, { description: failure.status === 0 ? common.offline : sentenceOf(failure) }));
}

/** Waits for an action, and says when it failed. @returns null then */
export async function attempt<Answer>(action: Promise<Answer>, failed: string): Promise<Answer | null> {
  return action.catch((error: unknown) => {
    tellFailure(failed, error);
    return null;
  });
}

onPartFailed((failure) => tellFailure(common.notDone, failure));

function show(run: (toast: Awaited<ReturnType<typeof library>>['toast']) => unknown): void {
  wake();
  void library().then(
    ({ toast }) => run(toast),
    () => undefined,
  );
}
