import { steleBuild, steleImages } from '@stele/loader/astro';
import { defineConfig } from 'astro/config';

export default defineConfig({ integrations: [steleBuild()], image: { service: steleImages() } });
