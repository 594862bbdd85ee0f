/** Real pixels of the window, as composited by the browser. */
import { captured } from './three-support.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Colours of a box in this window, four bytes per CSS pixel. */
export async function picture({ x, y, width, height }: Box): Promise<ImageData> {
  const size = { width: Math.ceil(width), height: Math.ceil(height) };
  const png = await captured({ x: Math.floor(x), y: Math.floor(y), ...size });
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0, size.width, size.height);
  return context.getImageData(0, 0, size.width, size.height);
}

/** Pixels of the box whose colour changed by more than antialiasing. */
export function changedPixels(a: ImageData, b: ImageData): [x: number, y: number][] {
  const found: [number, number][] = [];
  for (let i = 0; i < a.data.length; i += 4) {
    const most = Math.max(...[0, 1, 2].map((k) => Math.abs(a.data[i + k]! - b.data[i + k]!)));
    if (most > 24) found.push([(i / 4) % a.width, Math.floor(i / 4 / a.width)]);
  }
  return found;
}

/** Share of changed pixels, 0 to 1. */
export const changedShare = (a: ImageData, b: ImageData): number =>
  changedPixels(a, b).length / (a.width * a.height);
