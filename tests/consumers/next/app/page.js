import { first } from '../src/first.js';
import { Client } from './client.js';

/** Solved on the server at each request, then again in the browser. */
export const dynamic = 'force-dynamic';

export default async function Page() {
  return (
    <main>
      <p id="server">{JSON.stringify(await first())}</p>
      <Client />
    </main>
  );
}
