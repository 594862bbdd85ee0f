// One suite alone: npm test -- node, npm test -- browser, npm test -- package; by hand, after `npm run build wasm`:
//   npx vitest --project browser tests/browser/some.test.ts
//
// A browser test opens a page as a person would see it, in a frame of its own origin:
//
//   const frame = document.createElement('iframe');
//   frame.src = '/demos/article/index.html';
//   frame.style.cssText = 'width: 390px; height: 700px; border: 0';
//   frame.dataset.testid = 'page';
//   document.body.append(frame);
//   await expect.poll(() => frame.contentDocument?.querySelector('main')).toBeTruthy();
//
// and reaches into it through frame.contentDocument. Real, trusted input (all from 'vitest/browser'):
//
//   keyboard   await userEvent.keyboard('{ArrowLeft}'); await userEvent.tab();
//   click      await userEvent.click(page.frameLocator(page.getByTestId('page')).getByRole('button'));
//   pointer    await cdp().send('Input.dispatchMouseEvent',
//                { type: 'mousePressed', x, y, button: 'left', buttons: 1, clickCount: 1 });
//              then mouseMoved (with button and buttons as before) and mouseReleased
//   touch      await cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
//              then touchMove, and touchEnd or touchCancel with touchPoints: []
//   media      await cdp().send('Emulation.setEmulatedMedia',
//                { features: [{ name: 'prefers-color-scheme', value: 'dark' }] });
//
// The protocol's x and y count from the browser window, so a point of a frame goes through every frame around it; a
// viewport larger than 1280 x 720 is shrunk to fit:
//
//   function inWindow(win: Window, x: number, y: number) {
//     for (let frame; (frame = win.frameElement as HTMLElement | null); win = win.parent) {
//       const box = frame.getBoundingClientRect();
//       const scale = box.width / frame.offsetWidth;
//       [x, y] = [box.x + x * scale, box.y + y * scale];
//     }
//     return { x, y };
//   }
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { launchOptions } from './tests/chromium.ts';
import { calm } from './tests/soak/calm.ts';
import { fontFiles } from './demos/plugins/fonts.ts';
import { sitePages } from './demos/plugins/site.ts';
import { documentBlocks } from './tests/browser/blocks-plugin.ts';
import { builtPages } from './tests/browser/built-pages.ts';
import { limberCsvs } from './tests/web/support/browser-commands.ts';
import { alias } from './vite.config.ts';

/** How often a soak does everything; npm run long -- soak --scale N. */
const soak = Number(process.env.LIMBER_SOAK ?? 1);

const browserProject = (
  name: string,
  include: string,
  flags: string[] = [],
): TestProjectInlineConfiguration => ({
  extends: true,
  plugins: [builtPages(), sitePages(), fontFiles(), documentBlocks()],
  // Found before the first test: a dependency found later reloads the page in the middle of one.
  optimizeDeps: {
    entries: [
      'demos/**/*.html',
      'demos/*/page.ts',
      'tests/browser/**/*.{ts,tsx}',
      'tests/soak/{views,workers}.test.ts',
    ],
  },
  test: {
    name,
    include: [include],
    // Twice what `until` waits for a condition.
    testTimeout: name === 'browser' ? 120_000 : 10_000_000,
    hookTimeout: 120_000,
    // One more than cores: a page alone leaves a fifth of a core idle (measured).
    maxWorkers: name === 'browser' ? 3 : 1,
    // After Node's: a browser whose frames wait for other tests takes many times as long.
    sequence: { groupOrder: 1 },
    provide: { soak },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { ...launchOptions, args: [...launchOptions.args, ...flags] } }),
      // What a test can have done outside the browser.
      commands: { limberCsvs },
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1280, height: 720 },
    },
  },
});

const nodeProject = (
  name: string,
  options: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    setupFiles: ['tests/web/support/setup.ts'],
    environment: 'node',
    // Generous: only what hangs ends by it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    ...options,
  },
});

declare module 'vitest' {
  interface ProvidedContext {
    soak: number;
  }
}

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      // Files share a process, which takes a third less time, except for those that measure what JavaScript allocates
      // (the engine boxes more numbers in code with many callers) or fill the core's memory, which never shrinks.
      nodeProject('node', { include: ['tests/web/**/!(*.alone).test.ts'], isolate: false }),
      nodeProject('node-alone', { include: ['tests/web/**/*.alone.test.ts'] }),
      {
        extends: true,
        // The package as npm packs it, installed by consumers: needs `npm run build` first.
        test: {
          name: 'package',
          include: ['tests/package/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/package/setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      browserProject('browser', 'tests/browser/**/*.test.{ts,tsx}'),
      {
        extends: true,
        // The built pages in several engines: npm run long -- engines.
        test: {
          name: 'engines',
          include: ['tests/engines/**/*.test.ts'],
          environment: 'node',
          testTimeout: 600_000,
          hookTimeout: 600_000,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
      // npm run long -- soak
      {
        extends: true,
        test: {
          name: 'soak',
          include: ['tests/soak/core.test.ts'],
          testTimeout: 10_000_000,
          provide: { soak },
        },
      },
      browserProject('soak-browser', 'tests/soak/{views,workers}.test.ts', [`--js-flags=${calm.join(' ')}`]),
    ],
  },
});
