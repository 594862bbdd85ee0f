/** How tests start Chromium. LIMBER_CHROMIUM names another one than Debian's. */
export const launchOptions = {
  executablePath: process.env.LIMBER_CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    // Mesa draws without a graphics card twice as fast as SwiftShader, which stands in where Mesa is missing. What is on
    // a page is put together without it, since reading each picture back costs more.
    '--use-angle=gl-egl',
    '--ignore-gpu-blocklist',
    '--disable-gpu-compositing',
    '--enable-unsafe-swiftshader',
    // The browser must not look for its maker's servers.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
  ],
};
