/** Options for starting Chromium in tests. LIMBER_CHROMIUM names another binary than Debian's. */
export const launchOptions = {
  executablePath: process.env.LIMBER_CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    // Mesa draws without a graphics card twice as fast as SwiftShader, the fallback. Compositing stays off
    // the GPU, because reading each picture back costs more.
    '--use-angle=gl-egl',
    '--ignore-gpu-blocklist',
    '--disable-gpu-compositing',
    '--enable-unsafe-swiftshader',
    // The browser must not contact its vendor's servers.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
  ],
};
