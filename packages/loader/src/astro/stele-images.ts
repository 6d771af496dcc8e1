/** The form of `image.service` in Astro's config. */
export interface ImageServiceConfig {
  readonly entrypoint: string;
  readonly config: Record<string, never>;
}

/**
 * The image service for Astro's config: `image: { service: steleImages() }`. Pictures of Stele are shown by the variants that exist, so
 * a build works on none; other pictures are left to Astro.
 */
export function steleImages(): ImageServiceConfig {
  return { entrypoint: '@stele/loader/astro/image-service', config: {} };
}
