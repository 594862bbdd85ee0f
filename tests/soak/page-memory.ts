/** Memory of a page, as counted by the browser. */
import { cdp } from 'vitest/browser';

interface Protocol {
  send(method: string, params?: object): Promise<{ usedSize: number; backingStorageSize?: number }>;
}

/** Bytes of JavaScript objects and array buffers after a collection. */
export async function usedByPage(): Promise<number> {
  const protocol = cdp() as unknown as Protocol;
  await protocol.send('HeapProfiler.collectGarbage');
  await protocol.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = await protocol.send('Runtime.getHeapUsage');
  return usedSize + backingStorageSize;
}
