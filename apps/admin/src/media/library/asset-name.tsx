'use client';

import { useState } from 'react';
import { useMessages } from '@/i18n/language-context.ts';
import { Input } from '@/ui/input.tsx';
import type { Asset } from '../upload/upload-types.ts';
import { useAssetChange } from './use-asset-change.ts';

interface AssetNameProps {
  readonly asset: Asset;
  readonly isFixed: boolean;
}

/** The name of a file, saved when the field is left. */
export function AssetName({ asset, isFixed }: AssetNameProps) {
  const t = useMessages().library;
  const { rename } = useAssetChange();
  const [name, setName] = useState(asset.filename);
  if (isFixed) {
    return (
      <p dir="auto" className="font-medium break-words">
        {asset.filename}
      </p>
    );
  }
  const save = (): void => {
    const trimmed = name.trim();
    if (trimmed === '') setName(asset.filename);
    else if (trimmed !== asset.filename) void rename(asset, trimmed);
  };
  return (
    <Input
      aria-label={t.filename}
      dir="auto"
      maxLength={255}
      className="font-medium max-sm:h-11"
      value={name}
      onChange={(event) => setName(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        else if (event.key === 'Escape') {
          event.stopPropagation();
          setName(asset.filename);
        }
      }}
    />
  );
}
