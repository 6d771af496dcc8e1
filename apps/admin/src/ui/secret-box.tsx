import { common } from '#messages/common';
import { CopyButton } from './copy-button.tsx';
import { Input } from './input.tsx';

/** Something to be handed over, with a button that copies it. */
export function SecretBox({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="flex gap-2">
      <Input
        aria-label={label}
        dir="ltr"
        readOnly
        value={value}
        className="font-mono text-sm"
        onFocus={(event) => event.target.select()}
      />
      <CopyButton value={value} />
    </div>
  );
}

/** Several lines to be copied at once. */
export function CopyBox({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <figure aria-label={label} dir="ltr" className="relative rounded-md border bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what overflows can be scrolled with the keyboard */}
      <pre className="overflow-x-auto p-3 font-mono text-xs leading-relaxed sm:pe-28" tabIndex={0}>
        {value}
      </pre>
      <div className="flex justify-end p-2 pt-0 sm:absolute sm:top-2 sm:end-2 sm:p-0">
        <CopyButton value={value} label={`${common.copy}: ${label}`} />
      </div>
    </figure>
  );
}
