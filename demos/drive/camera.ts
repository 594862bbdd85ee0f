/** A hand before the camera: one input for the page, whatever it shows. */
import { type Input, type LandmarkLike, LandmarksInput, type Sample, zUp } from 'limber/teleop';
import { Quaternion } from 'three';
import { turnPose } from './turn-pose.ts';

/** MediaPipe's Hand Landmarker, which is loaded when the reader starts it: 13 MB of code and 8 MB of weights. */
const code = 'https://cdn.jsdelivr.net/npm/@mediapipe/tasks-vision@1.1.0';
const weights =
  'https://storage.googleapis.com/mediapipe-models/hand_landmarker/hand_landmarker/float16/1/hand_landmarker.task';

interface Landmarker {
  detectForVideo(
    video: HTMLVideoElement,
    time: number,
  ): Readonly<Record<'landmarks' | 'worldLandmarks', readonly (readonly LandmarkLike[])[]>>;
  close(): void;
}

/** The part of the module that is used. */
interface MediaPipe {
  readonly FilesetResolver: { forVisionTasks(path: string): Promise<object> };
  readonly HandLandmarker: { createFromOptions(files: object, options: object): Promise<Landmarker> };
}

/** From the reader's axes to those of keys. */
const toKeys = new Quaternion(...zUp).invert();

class Camera implements Input {
  state: 'off' | 'starting' | 'on' = 'off';
  /** Why it could not start, or why no hand leads. */
  said = '';
  video: HTMLVideoElement | null = null;
  #landmarker: Landmarker | null = null;
  #hand = new LandmarksInput();
  #seen = NaN;

  /** Asks for the camera, then loads what finds hands. */
  async start(): Promise<void> {
    this.state = 'starting';
    const video = (this.video = document.createElement('video'));
    video.muted = video.playsInline = true;
    try {
      if (!navigator.mediaDevices) throw new Error('cameras need HTTPS');
      video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user' } });
      await video.play();
      const from: string = `${code}/vision_bundle.mjs`;
      const { FilesetResolver, HandLandmarker } = (await import(/* @vite-ignore */ from)) as MediaPipe;
      this.#landmarker = await HandLandmarker.createFromOptions(
        await FilesetResolver.forVisionTasks(`${code}/wasm`),
        { baseOptions: { modelAssetPath: weights }, runningMode: 'VIDEO' },
      );
      this.#hand = new LandmarksInput({ aspect: video.videoWidth / video.videoHeight });
      this.state = 'on';
      this.said = '';
    } catch (error) {
      this.stop();
      this.said = `it cannot start: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  stop(): void {
    const stream = this.video?.srcObject as MediaStream | null | undefined;
    for (const track of stream?.getTracks() ?? []) track.stop();
    this.#landmarker?.close();
    this.#landmarker = this.video = null;
    this.state = 'off';
    this.said = '';
  }

  read(time: number, sample: Sample): void {
    if (!this.#landmarker) {
      Object.assign(sample, { time, held: false, lost: 'the camera is off' });
      return;
    }
    this.#look(this.video!, this.#landmarker);
    this.#hand.read(time, sample);
    this.said = sample.lost;
    turnPose(sample.pose, toKeys);
  }

  /** Looks at each picture once. */
  #look(video: HTMLVideoElement, landmarker: Landmarker): void {
    if (video.currentTime === this.#seen) return;
    this.#seen = video.currentTime;
    const now = performance.now();
    const { landmarks, worldLandmarks } = landmarker.detectForVideo(video, now);
    this.#hand.update(landmarks[0], worldLandmarks[0], now);
  }
}

export const camera = new Camera();
