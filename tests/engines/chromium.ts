/** Chromium through its driver, by WebDriver BiDi. */
import { launchOptions } from '../chromium.ts';
import { Bidi, openTab } from './bidi.ts';
import { start } from '../programs.ts';
import type { Opened } from './tab.ts';

export async function chromium(): Promise<Opened> {
  const program = await start('chromedriver', ['--port=0'], /started successfully on port (\d+)/);
  const bidi = await Bidi.connect(`ws://127.0.0.1:${program.found}/session`);
  const { executablePath: binary, args } = launchOptions;
  const options = { binary, args: [...args, '--headless'] };
  const { capabilities } = (await bidi.send('session.new', {
    capabilities: { alwaysMatch: { 'goog:chromeOptions': options } },
  })) as { capabilities: { browserVersion: string } };
  return {
    version: capabilities.browserVersion,
    tab: await openTab(bidi),
    async close() {
      await bidi.send('session.end', {});
      bidi.close();
      await program.close();
    },
  };
}
