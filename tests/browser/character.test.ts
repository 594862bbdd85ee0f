/** The character in a reader's hands: a hand moved by the mouse, feet that stay, dropped files, a saved recording. */
import { Vector3 } from 'three';
import { afterEach, expect, test } from 'vitest';
import type { CharacterPage } from '../../demos/character/page.ts';
import { atRest, demoIn, closePage, mouseDragBy, openPage, type Page, until } from './page-support.ts';
import { asVRM, tail } from './person.ts';
import { press } from './three-support.ts';

afterEach(closePage);

interface CharacterInPage extends Page {
  readonly character: CharacterPage;
}

async function openCharacter(width = 1100, height = 760): Promise<CharacterInPage> {
  const page = await openPage({ url: '/demos/character/index.html', width, height });
  const note = () => page.document.querySelector('.hero > .note')?.textContent;
  await until(() => demoIn(page) !== undefined || note() !== undefined, 'the page');
  const character = demoIn<CharacterPage>(page);
  if (!character) throw new Error(`not there: ${note()} ${page.messages.join(' ')}`);
  const stage = page.document.querySelector<HTMLElement>('.run .stage')!;
  await until(() => stage.dataset.drawn !== undefined, 'the character to be drawn');
  stage.scrollIntoView({ block: 'center', behavior: 'instant' });
  const open = { ...page, character };
  await rest(open);
  return open;
}

const rest = async (page: CharacterInPage): Promise<void> => {
  await atRest(page);
  expect(page.character.resting).toBe(true);
};

const handleOf = ({ document }: Page, label: string): HTMLElement =>
  document.querySelector<HTMLElement>(`.stage [role=application][aria-label="${label}"]`)!;

/** A bone's place according to three.js. */
function placeOf({ character }: CharacterInPage, role: string): Vector3 {
  const { scene } = character;
  scene.updateMatrixWorld(true);
  const [x, y, z] = scene.getObjectByName(role)!.matrixWorld.elements.slice(12);
  return new Vector3(x, y, z);
}

const complaint = ({ document }: Page): string => document.querySelector('.complaint')!.textContent;

/** Waits until the dropped file is shown; fails with the page's complaint. */
async function another(page: CharacterInPage, before: object): Promise<void> {
  const text = () => complaint(page);
  await until(() => page.character.puppet !== before || /cannot|no bones/.test(text()), 'the file');
  expect(page.character.puppet !== before, text()).toBe(true);
  await rest(page);
}

function drop({ document, window }: Page, ...files: File[]): void {
  const dataTransfer = new window.DataTransfer();
  // Files of the page's own realm, like those of a person.
  for (const file of files) dataTransfer.items.add(new window.File([file], file.name));
  document.body.dispatchEvent(
    new window.DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }),
  );
}

test('a hand goes where the mouse takes it, and the feet stay', async () => {
  const page = await openCharacter();
  const feet = ['leftFoot', 'rightFoot'].map((role) => placeOf(page, role));
  const before = placeOf(page, 'leftHand');
  const hips = placeOf(page, 'hips');
  // Up and far to the side, farther than the arm's length.
  await mouseDragBy(page, handleOf(page, 'Left hand'), 170, -190);
  await rest(page);
  expect(placeOf(page, 'leftHand').distanceTo(before)).toBeGreaterThan(0.5);
  expect(placeOf(page, 'hips').distanceTo(hips)).toBeGreaterThan(0.01);
  ['leftFoot', 'rightFoot'].forEach((role, i) =>
    expect(placeOf(page, role).distanceTo(feet[i]!), role).toBeLessThan(1e-3),
  );
  expect(page.character.puppet.pins.find(({ label }) => label === 'Left hand')!.held).toBe(true);

  await mouseDragBy(page, handleOf(page, 'Hips'), 0, 90);
  await rest(page);
  expect(hips.y - placeOf(page, 'hips').y).toBeGreaterThan(0.1);
  ['leftFoot', 'rightFoot'].forEach((role, i) =>
    expect(placeOf(page, role).distanceTo(feet[i]!), role).toBeLessThan(1e-3),
  );

  page.document.querySelector<HTMLButtonElement>('button[name=reset]')!.click();
  await rest(page);
  expect(placeOf(page, 'leftHand').distanceTo(before)).toBeLessThan(1e-3);
  expect(page.messages).toEqual([]);
});

test('keys move a foot, and a pole turns its knee', async () => {
  const page = await openCharacter();
  const before = placeOf(page, 'rightFoot');
  handleOf(page, 'Right foot').focus();
  for (let i = 0; i < 6; ++i) await press('ArrowUp');
  await rest(page);
  expect(placeOf(page, 'rightFoot').y - before.y).toBeGreaterThan(0.08);
  page.document.querySelector<HTMLInputElement>('input[name=poles]')!.click();
  await rest(page);
  const knee = placeOf(page, 'rightLowerLeg');
  handleOf(page, 'Pole of the right knee').focus();
  for (let i = 0; i < 12; ++i) await press('ArrowLeft');
  await rest(page);
  expect(placeOf(page, 'rightLowerLeg').distanceTo(knee)).toBeGreaterThan(0.02);
  expect(page.messages).toEqual([]);
});

/** Records the page's own figure and returns the file that the page offers to save. */
async function recorded(page: CharacterInPage): Promise<File> {
  const record = page.document.querySelector<HTMLButtonElement>('button[name=record]')!;
  record.click();
  await mouseDragBy(page, handleOf(page, 'Right hand'), -80, -120);
  const { recording } = page.character;
  const { seconds } = recording;
  await until(() => recording.seconds > seconds + 0.2, 'more of the recording');
  record.click();
  await rest(page);
  const blob = await recording.write('glb');
  return new File([await blob.arrayBuffer()], 'recording.glb');
}

test('a recording and a GLB of other bones can be dropped; what is no file of these is said', async () => {
  const page = await openCharacter();
  const file = await recorded(page);
  const hand = placeOf(page, 'rightHand');
  const own = page.character.puppet;
  expect(page.character.recording.trajectory!.length).toBeGreaterThan(3);

  drop(page, new File([(await file.arrayBuffer()).slice(0, 3000)], 'half.glb'));
  await until(() => complaint(page).includes('not whole'), 'the complaint');
  drop(page, new File(['hello'], 'note.txt'));
  await until(() => complaint(page).includes('“note.txt” is not a glTF'), 'the complaint');
  drop(page, new File([''], 'empty.vrm'));
  await until(() => complaint(page).includes('is empty'), 'the complaint');
  expect(page.character.puppet).toBe(own);

  drop(page, file);
  await another(page, own);
  expect(complaint(page)).toBe('');
  expect(page.character.puppet.isHumanoid).toBe(true);
  // The file holds the figure's pose at the time of writing.
  expect(placeOf(page, 'rightHand').distanceTo(hand)).toBeLessThan(1e-2);

  const glb = page.character.puppet;
  drop(page, await asVRM(file));
  await another(page, glb);
  expect([complaint(page), page.character.puppet.isHumanoid]).toEqual(['', true]);
  const head = page.character.puppet.character.findBone('head')!;
  expect(head.name).toContain('node');
  const top = head.getWorldPosition(new Vector3()).y;
  await mouseDragBy(page, handleOf(page, 'Head'), 0, 60);
  await rest(page);
  expect(top - head.getWorldPosition(new Vector3()).y).toBeGreaterThan(0.05);

  const before = page.character.puppet;
  drop(page, await tail());
  await another(page, before);
  expect(complaint(page)).toContain('5 bones');
  // The complaint may cover the handle.
  page.document.querySelector<HTMLButtonElement>('.complaint button')!.click();
  const tip = placeOf(page, 'tail4');
  await mouseDragBy(page, handleOf(page, 'tail4'), 90, 60);
  await rest(page);
  expect(placeOf(page, 'tail4').distanceTo(tip)).toBeGreaterThan(0.1);
  expect(placeOf(page, 'tail0').distanceTo(new Vector3(0, 0.3, 0))).toBeLessThan(1e-6);
});
