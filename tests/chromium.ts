/** How tests start Chromium. LIMBER_CHROMIUM names another one than Debian's. */
export const launchOptions = {
  executablePath: process.env.LIMBER_CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    // The browser must not look for its maker's servers.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
  ],
};
