import withStele from '@stele/loader/next/config';

export default withStele({
  // The widths that pictures have in Stele.
  images: {
    loader: 'custom',
    loaderFile: './image-loader.js',
    deviceSizes: [640, 960, 1280, 1920, 2560],
    imageSizes: [320],
  },
  // In development, pages ask every second what is published.
  logging: { incomingRequests: { ignore: [/^\/\.well-known\/stele\.json/] } },
});
