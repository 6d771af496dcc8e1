import { useEffect, useRef, useState } from 'react';

/** Lets files be dropped anywhere in the window, and pasted. @returns whether some are held over it */
export function useWindowFiles(onFiles: ((files: File[]) => void) | null): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  const isOn = onFiles !== null;
  useEffect(() => {
    if (!isOn) return;
    const controller = new AbortController();
    const { signal } = controller;
    const take = (files: FileList | undefined, event: Event): void => {
      if (!files || files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      latest.current?.([...files]);
    };
    window.addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      },
      { signal },
    );
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal });
    window.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        take(event.dataTransfer?.files, event);
      },
      { signal },
    );
    window.addEventListener('paste', (event) => take(event.clipboardData?.files, event), { signal });
    return () => {
      controller.abort();
      setOver(false);
    };
  }, [isOn]);
  return isOver;
}
