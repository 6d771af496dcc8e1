import withStele from '@stele/loader/next/config';

// Routes in files named route.server.ts need a server: with output: 'export', they are there in development only.
export default withStele({
  // The widths that pictures have in Stele.
  images: {
    loader: 'custom',
    loaderFile: './image-loader.js',
    deviceSizes: [640, 960, 1280, 1920, 2560],
    imageSizes: [320],
  },
});
