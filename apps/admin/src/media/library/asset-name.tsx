import { library as t } from '#messages/library';
import { Input } from '@/ui/input.tsx';
import { isComposing, isEnter } from '@/ui/keys.ts';
import type { Asset } from '../upload/upload-types.ts';
import { useTypedText } from '../use-typed-text.ts';
import { useAssetChange } from './use-asset-change.ts';

interface AssetNameProps {
  readonly asset: Asset;
  readonly isFixed: boolean;
}

/** The name of a file, saved when the field is left. */
export function AssetName({ asset, isFixed }: AssetNameProps) {
  const { rename } = useAssetChange();
  const onSave = async (name: string): Promise<boolean> => name === '' || rename(asset, name);
  const { typed, type, save } = useTypedText(asset.filename, onSave, false);
  if (isFixed) {
    return (
      <p dir="auto" className="font-medium break-words rtl:text-right">
        {asset.filename}
      </p>
    );
  }
  return (
    <Input
      aria-label={t.filename}
      dir="auto"
      maxLength={255}
      className="font-medium max-sm:h-11"
      value={typed}
      onChange={(event) => type(event.target.value)}
      onBlur={() => (typed.trim() === '' ? type(asset.filename) : save())}
      onKeyDown={(event) => {
        if (isEnter(event)) event.currentTarget.blur();
        else if (event.key === 'Escape' && !isComposing(event)) {
          event.stopPropagation();
          type(asset.filename);
        }
      }}
    />
  );
}
