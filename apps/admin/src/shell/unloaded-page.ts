/** Words of the page for when its scripts don't arrive. */
interface Words {
  readonly failed: string;
  readonly retry: string;
}

/**
 * Loads the page again, after pauses that grow, when its style sheet, or a script without which nothing is drawn, doesn't
 * arrive: because the network changed, or a proxy was restarted. Without scripts, it says so from the second time on. Without
 * styles, it stops after a few times, since the page can be used. It stands within the page as text, so it can't use anything
 * from outside.
 *
 * @param words by language
 */
export function reloadWhenUnloaded(words: Readonly<Record<string, Words>>): void {
  /** Where the tab counts the loads that failed, one after another. */
  const key = 'stele-failed-loads';
  let isOver = false;
  // Everything has arrived by then, or failed.
  window.addEventListener('load', () => {
    if (!isOver) sessionStorage.removeItem(key);
  });
  window.addEventListener(
    'error',
    ({ target }) => {
      const isStyle = target instanceof HTMLLinkElement && target.rel === 'stylesheet';
      const isDrawn = document.querySelector('body > :not(script, noscript, [hidden])') !== null;
      const isScript = target instanceof HTMLScriptElement && !isDrawn;
      if (isOver || !(isStyle || isScript)) return;
      isOver = true;
      const failures = Number(sessionStorage.getItem(key) ?? 0);
      if (isStyle && failures === 4) return;
      const reload = (): void => window.location.reload();
      sessionStorage.setItem(key, String(failures + 1));
      window.addEventListener('online', reload);
      setTimeout(reload, Math.min(500 * 2 ** failures, 60_000));
      if (failures === 0 || isStyle) return;
      const { failed, retry } = words[navigator.language.slice(0, 2)] ?? (words.en as Words);
      const main = document.createElement('main');
      main.setAttribute('role', 'alert');
      main.className = 'grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center';
      const button = document.createElement('button');
      button.className = 'rounded-md bg-accent px-3 py-2 text-on-accent';
      button.textContent = retry;
      button.onclick = reload;
      main.append(failed, button);
      document.body.append(main);
    },
    true,
  );
}
