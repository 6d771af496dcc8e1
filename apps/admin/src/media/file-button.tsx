import { useRef } from 'react';
import { Button, type ButtonProps } from '@/ui/button.tsx';

interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  readonly accept?: readonly string[] | undefined;
  readonly multiple?: boolean;
  readonly onFiles: (files: File[]) => void;
}

/** A button that lets files be chosen from the device. */
export function FileButton({ accept, multiple = false, onFiles, ...props }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...props} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        // Browsers give HEIC pictures no type; where only others are taken, the queue turns them into JPEG.
        accept={
          accept?.some((one) => one.startsWith('image/')) ? [...accept, '.heic', '.heif'].join(',') : accept?.join(',')
        }
        multiple={multiple}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
