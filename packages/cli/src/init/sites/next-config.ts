import { changeConfig, newFile, type Proposed, type ReadSite } from './site-change.ts';

/** Names that the config of Next.js may have, the one of a new file first. */
export const CONFIGS = ['next.config.mjs', 'next.config.ts', 'next.config.js'] as const;

/**
 * The config wrapped in `withStele`, by which a build says where its pages point to.
 *
 * @param showsPictures whether `next/image` shows the sizes of pictures that Stele made
 */
export async function proposeNextConfig(read: ReadSite, showsPictures: boolean): Promise<Proposed[]> {
  const sizes = 'deviceSizes: [640, 960, 1280, 1920, 2560], imageSizes: [320]';
  const images = {
    key: 'images',
    item: `loader: 'custom', loaderFile: './image-loader.js', ${sizes}`,
    isList: false,
    mark: 'image-loader',
  };
  return [
    showsPictures
      ? await newFile(
          read,
          'image-loader.js',
          `// next/image shows pictures of Stele in the sizes that it made. All others are served as they are: it doesn't make
// smaller ones of the files in public/ any more. Give those the size that your pages show.
export { default } from '@stele/loader/next/image-loader';
`,
        )
      : null,
    await changeConfig(read, {
      files: CONFIGS,
      wrapper: { name: 'withStele', from: '@stele/loader/next/config' },
      parts: showsPictures ? [images] : [],
    }),
  ];
}
