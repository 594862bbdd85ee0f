/** The look of a reader's robot. */
import type { Model } from 'limber';
import { ArmShape, type ArmShapeOptions } from 'limber/three';
import type { RobotSource } from './catalogue.ts';
import { finderOf, meshesOf } from './files.ts';

export interface RobotLook {
  readonly shape: ArmShape;
  /** Files of meshes that were not given. */
  readonly missing: readonly string[];
  /** A sentence per mesh that could not be drawn. */
  readonly refused: readonly string[];
  /** Whether any mesh is drawn. */
  readonly drawn: boolean;
}

/** In its meshes, or in bars where none is found. */
export async function shapeOf(
  source: RobotSource,
  model: Model,
  options: ArmShapeOptions = {},
): Promise<RobotLook> {
  const files = meshesOf(model);
  const meshes = finderOf(source);
  const worn = new ArmShape(model, { ...options, meshes });
  const refused = await worn.loaded;
  const missing = files.filter((file) => !meshes(file));
  const drawn = refused.length < files.length;
  if (drawn || files.length === 0) return { shape: worn, missing, refused, drawn };
  worn.dispose();
  return { shape: new ArmShape(model, { ...options, generate: 'always' }), missing, refused, drawn };
}
