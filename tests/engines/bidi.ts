/** WebDriver BiDi: one web socket, each command a numbered object. */
import { WebSocket } from 'ws';
import { size, type Source, type Tab } from './tab.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Message extends Fields {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Fields;
  readonly result?: Fields;
  readonly message?: string;
  readonly error?: string;
}

interface Entry {
  readonly level: string;
  readonly text: string;
  readonly source: { readonly realm: string };
}

interface Waiting {
  readonly resolve: (result: Fields) => void;
  readonly reject: (error: Error) => void;
}

/** A session without a driver program in between. */
export class Bidi {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;
  readonly logged: string[] = [];
  /** Realms of pages that were left: they report the loads that leaving stopped. */
  readonly left = new Set<string>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.#hear(JSON.parse(data.toString()) as Message));
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the browser has hung up'));
    });
  }

  static connect(url: string): Promise<Bidi> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url);
      socket.once('open', () => resolve(new Bidi(socket)));
      socket.once('error', reject);
    });
  }

  #hear({ id, method, params, result, error, message }: Message): void {
    if (method === 'log.entryAdded') this.#log(params as unknown as Entry);
    const waiting = this.#waiting.get(id ?? -1);
    if (!waiting) return;
    this.#waiting.delete(id!);
    if (result) waiting.resolve(result);
    else waiting.reject(new Error(`${error}: ${message}`));
  }

  #log({ level, text, source }: Entry): void {
    if (!this.left.has(source.realm)) this.logged.push(`${level}: ${text}`);
  }

  send(method: string, params: Fields): Promise<Fields> {
    const id = (this.#count += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }), (error) => error && reject(error));
    });
  }

  close(): void {
    this.#socket.close();
  }
}

interface Evaluated {
  readonly type: 'success' | 'exception';
  readonly realm: string;
  readonly result?: { readonly value?: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** The browser's first tab. */
export async function openTab(bidi: Bidi): Promise<Tab> {
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = (await bidi.send('browsingContext.getTree', {})) as {
    contexts: { context: string }[];
  };
  const { context } = contexts[0]!;
  await bidi.send('browsingContext.setViewport', { context, viewport: size });
  let realm = '';
  return {
    logged: bidi.logged,
    async go(url) {
      bidi.left.add(realm);
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async run(body) {
      const functionDeclaration = `async () => JSON.stringify(await (async () => { ${body} })() ?? null)`;
      const answer = (await bidi.send('script.callFunction', {
        functionDeclaration,
        awaitPromise: true,
        target: { context },
        // Some interfaces need a recent user action.
        userActivation: false,
      })) as unknown as Evaluated;
      realm = answer.realm;
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails!.text);
      return JSON.parse(answer.result!.value!) as unknown;
    },
    async act(actions: readonly Source[]) {
      await bidi.send('input.performActions', { context, actions });
    },
  };
}
