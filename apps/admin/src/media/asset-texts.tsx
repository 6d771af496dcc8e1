import { useId, useState } from 'react';
import { media as t } from '#messages/media';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Checkbox } from '@/ui/input.tsx';
import { LiveUses } from './live-uses.tsx';
import { SavedText } from './saved-text.tsx';
import type { Asset } from './upload/upload-types.ts';
import { useSayOfAsset } from './use-save-asset.ts';

interface AssetTextsProps {
  readonly asset: Asset;
  /** The language that comes first. */
  readonly locale: string;
}

/**
 * The alternative texts of a picture, by language, and whether it's decorative. Saved while one types. Where live entries use
 * the picture, a message says so, with an Undo to the first texts.
 */
export function AssetTexts({ asset, locale }: AssetTextsProps) {
  const { project } = useProject();
  const { language } = formats;
  const save = useSayOfAsset(asset);
  const helpId = useId();
  const [isDecorative, setDecorative] = useKnown(asset.decorative);
  const locales = [locale, ...project.locales.filter((one) => one !== locale)];
  return (
    <div className="flex flex-col gap-3">
      {!asset.decorative &&
        locales.map((one) => (
          <SavedText
            key={one}
            label={t.altTextIn({ language: language(one) })}
            locale={one}
            text={asset.alt_text[one] ?? ''}
            onSave={(text) => save({ alt_text: { [one]: text === '' ? null : text } })}
          />
        ))}
      <div>
        <Checkbox
          label={t.decorative}
          className="max-sm:min-h-10"
          aria-describedby={helpId}
          checked={isDecorative}
          onChange={(event) => {
            setDecorative(event.target.checked);
            void save({ decorative: event.target.checked });
          }}
        />
        <p id={helpId} className="text-xs text-muted">
          {asset.decorative ? t.decorativeHelp : t.altHelp}
        </p>
      </div>
      <LiveUses asset={asset} />
    </div>
  );
}

/** State of a control: shows input at once, and the server's value whenever that changes. */
function useKnown<Value>(value: Value): [Value, (value: Value) => void] {
  const [shown, setShown] = useState(value);
  const [last, setLast] = useState(value);
  if (value !== last) {
    setLast(value);
    setShown(value);
  }
  return [shown, setShown];
}
