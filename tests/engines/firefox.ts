/** Firefox, which supports WebDriver BiDi itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bidi, openTab } from './bidi.ts';
import { display } from './display.ts';
import { start } from '../programs.ts';
import type { Opened } from './tab.ts';

/** Mesa draws in software, which Firefox refuses by default. */
const settings = { 'webgl.force-enabled': true };

const script = Object.entries(settings).map(
  (pair) => `user_pref(${pair.map((part) => JSON.stringify(part)).join()});\n`,
);

export async function firefox(): Promise<Opened> {
  const profile = mkdtempSync(join(tmpdir(), 'limber-firefox-'));
  writeFileSync(join(profile, 'user.js'), script.join(''));
  const screen = await display();
  const program = await start(
    'firefox-esr',
    ['--no-remote', '--remote-debugging-port=0', '--profile', profile],
    /WebDriver BiDi listening on (ws:\S+)/,
    // Mesa draws in software.
    { env: { ...process.env, DISPLAY: `:${screen.found}`, LIBGL_ALWAYS_SOFTWARE: '1' } },
  );
  const bidi = await Bidi.connect(`${program.found}/session`);
  const { capabilities } = (await bidi.send('session.new', { capabilities: {} })) as {
    capabilities: { browserVersion: string };
  };
  return {
    version: capabilities.browserVersion,
    tab: await openTab(bidi),
    async close() {
      bidi.close();
      await program.close();
      await screen.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
