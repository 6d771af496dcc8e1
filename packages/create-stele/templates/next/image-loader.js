export { default } from '@stele/loader/next/image-loader';
