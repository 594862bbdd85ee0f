/** WebKitGTK, by WebKitWebDriver and its own small browser: classic WebDriver over HTTP. */
import { existsSync } from 'node:fs';
import { vi } from 'vitest';
import { display } from './display.ts';
import { freePort, start } from '../programs.ts';
import { size, type Opened, type Source } from './tab.ts';

/** Debian's path beside the library, named after the machine. */
const folders = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1`);

/** Sends one command; failures become errors with the driver's message. */
async function ask(method: string, url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  throw new Error((value as { message: string }).message);
}

export async function webkit(): Promise<Opened> {
  const screen = await display();
  const port = await freePort();
  const driver = await start('WebKitWebDriver', [`--port=${port}`], undefined, {
    // A language that Intl does not know, as on a machine without a configured one.
    env: { ...process.env, DISPLAY: `:${screen.found}`, LIBGL_ALWAYS_SOFTWARE: '1', LANG: 'C', LC_ALL: 'C' },
  });
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/status`), { timeout: 60_000 });
  const at = `http://127.0.0.1:${port}/session`;
  const folder = folders.find((each) => existsSync(each));
  const browser = { binary: `${folder}/MiniBrowser`, args: ['--automation'] };
  const wanted = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browser };
  const made = (await ask('POST', at, { capabilities: { alwaysMatch: wanted } })) as {
    sessionId: string;
    capabilities: { browserVersion: string };
  };
  const session = `${at}/${made.sessionId}`;
  await ask('POST', `${session}/timeouts`, { script: 300_000, pageLoad: 300_000 });
  await ask('POST', `${session}/window/rect`, { x: 0, y: 0, ...size });
  return {
    version: made.capabilities.browserVersion,
    tab: {
      logged: [],
      go: async (url) => void (await ask('POST', `${session}/url`, { url })),
      async run(body) {
        const script = `const done = arguments[0];
          (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
        const { value, error } = (await ask('POST', `${session}/execute/async`, { script, args: [] })) as {
          value?: unknown;
          error?: string;
        };
        if (error !== undefined) throw new Error(error);
        return value ?? null;
      },
      act: async (actions: readonly Source[]) => void (await ask('POST', `${session}/actions`, { actions })),
    },
    async close() {
      // A browser that has died has no session.
      await ask('DELETE', session).catch(() => {});
      await driver.close();
      await screen.close();
    },
  };
}
