import { assetIdOf, assetValuesIn, focusOf, isSameJson } from '@stele/schema';
import { media } from '#messages/media';
import { FileLine } from '@/media/file-line.tsx';
import { Badge } from '@/ui/badge.tsx';
import type { ChangeOf } from './field-view.ts';
import { Names } from './names-change.tsx';

/** Files by their names, and those that have another focal point now. */
export function AssetsChange({ before, after }: ChangeOf<'asset' | 'assets'>) {
  const { focusPoint } = media;
  const [was, is] = [assetValuesIn(before), assetValuesIn(after)];
  const usesOf = (id: string) => [was, is].map((uses) => uses.find((use) => assetIdOf(use) === id));
  return (
    <Names
      before={was.map(assetIdOf)}
      after={is.map(assetIdOf)}
      nameOf={(id) => {
        const [old, own] = usesOf(id);
        const isRefocused = old !== undefined && own !== undefined && !isSameJson(old, own);
        return (
          <>
            {isRefocused && <Badge tone="warning">{focusPoint}</Badge>}
            {isRefocused && <FileLine id={id} focus={focusOf(old)} />}
            {isRefocused && (
              <span aria-hidden className="rtl:-scale-x-100">
                →
              </span>
            )}
            <FileLine id={id} focus={focusOf(own ?? old ?? null)} />
          </>
        );
      }}
    />
  );
}
