import type { Object3D } from 'three';
import { LimberError } from '../../describe/errors.ts';
import { mostNodes } from '../../describe/input-limits.ts';
import type { BoneSource } from './bones.ts';
import { nameOf } from './similarity.ts';

/**
 * Checks a tree before three.js walks it recursively, and upwards without end: nodes that contain themselves
 * and trees that are too deep are refused.
 *
 * @throws LimberError `tooLarge`; `badDescription` for a child that names another parent.
 */
export function checkTree(source: BoneSource): void {
  if (typeof source !== 'object' || source === null) return;
  const starts = 'isObject3D' in source ? [source] : Array.isArray(source.bones) ? source.bones : [];
  const tops = new Set(starts.map(topOf));
  for (const top of tops) checkBelow(top);
}

function topOf(node: Object3D): Object3D {
  let at = node;
  for (let height = 0; at?.parent; at = at.parent) if (++height > mostNodes) refuse(node);
  return at;
}

function checkBelow(top: Object3D): void {
  const open: (readonly [Object3D, number])[] = [[top, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, depth] = next;
    if (depth > mostNodes) refuse(node);
    for (const child of node?.children ?? []) {
      if (child.parent !== node) refuseStray(child, node);
      open.push([child, depth + 1]);
    }
  }
}

function refuseStray(child: Object3D, node: Object3D): never {
  const why = `${nameOf(child)} is among the children of ${nameOf(node)}, but has another parent`;
  throw new LimberError('badDescription', `${why}; move nodes with add()`);
}

function refuse(node: Object3D): never {
  const why = `${nameOf(node)} is among more than ${mostNodes} nodes below one another, or in itself`;
  throw new LimberError('tooLarge', `${why}; take out what is between the bones`);
}
