import { DirectionHandle, GoalHandle, type View } from 'limber/three';
import type { Vec3 } from 'limber';
import { Vector3 } from 'three';
import type { Names } from '../views/names.ts';
import type { ConstraintKind, Marker, Settings } from './kinds/index.ts';

/** Metres. */
const cube = 0.06;
const arrow = 0.22;
const bounds = { min: [-1.6, 0.03, -1.6], max: [1.6, 1.6, 1.6] } as const;

export interface MovedHandle {
  readonly place?: Vec3;
  readonly direction?: Vec3;
}

/** Handles, marker and name of one constraint. */
export class ShownConstraint {
  readonly handle: GoalHandle;
  readonly arrow: DirectionHandle | null;
  private readonly marker: Marker;
  private readonly name: HTMLElement;
  private readonly anchor = new Vector3();
  private shown: Settings | null = null;

  constructor(
    readonly kind: ConstraintKind,
    view: View,
    names: Names,
    onMove: (moved: MovedHandle) => void,
  ) {
    const { start, handles } = kind;
    this.marker = kind.mark();
    view.add(this.marker.object);
    this.handle = new GoalHandle(view, {
      position: start.place,
      size: cube,
      label: handles.place,
      bounds,
      onChange: (place) => onMove({ place: place.toArray() }),
    });
    this.arrow = handles.direction
      ? new DirectionHandle(view, {
          direction: start.direction,
          origin: start.place,
          length: arrow,
          label: handles.direction,
          onChange: (direction) => onMove({ direction: direction.toArray() }),
        })
      : null;
    this.name = names.add(kind.title.toLowerCase(), 'constraint', this.anchor, 0, 30);
  }

  /** Brings everything to what is set. `tool`: metres, world. */
  show(settings: Settings, tool: Vector3): void {
    if (settings !== this.shown) this.place(settings);
    this.shown = settings;
    if (settings.on) this.marker.update(settings, tool);
  }

  private place({ on, place, direction }: Settings): void {
    const { handle, arrow, marker, name } = this;
    handle.visible = marker.object.visible = on;
    name.hidden = !on;
    handle.setPosition(...place);
    this.anchor.copy(handle.position);
    if (!arrow) return;
    arrow.visible = on;
    arrow.setOrigin(...place);
    arrow.setDirection(...direction);
  }
}
