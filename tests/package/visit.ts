/** Pages in Chromium: their results and console messages. */
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { launchOptions } from '../chromium.ts';

export interface Visit {
  /** Results that the page left in `data-results`. */
  readonly results: Record<string, unknown>;
  readonly complaints: readonly string[];
}

let browser: Browser | undefined;

export async function closeBrowser(): Promise<void> {
  await browser?.close();
  browser = undefined;
}

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page aborts its requests.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  return complaints;
}

export interface Watched {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console messages, uncaught errors, policy violations, failed requests. */
  readonly complaints: string[];
}

/** An empty page in a context of its own, watched from before its first script. */
export async function newPage(width = 800, height = 600): Promise<Watched> {
  browser ??= await chromium.launch(launchOptions);
  const context = await browser.newContext({ viewport: { width, height } });
  const page = await context.newPage();
  return { context, page, complaints: complaintsOf(page) };
}

/** Opens the address and waits for its results. */
export async function visit(url: string): Promise<Visit> {
  const { context, page, complaints } = await newPage();
  try {
    await page.goto(url);
    const results = page.locator('html[data-results]');
    await results.waitFor({ state: 'attached', timeout: 60_000 }).catch((error: Error) => {
      throw new Error(`no results of ${url}: ${error.message.split('\n')[0]}\n${complaints.join('\n')}`);
    });
    const text = await results.getAttribute('data-results');
    // Late messages count too.
    await page.close();
    return { results: JSON.parse(text!) as Record<string, unknown>, complaints };
  } finally {
    await context.close();
  }
}
