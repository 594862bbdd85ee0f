import { DirectionHandle, GoalHandle, type View } from 'limber/three';
import type { Vec3 } from 'limber';
import { Vector3 } from 'three';
import type { Names } from '../itasc/names.ts';
import type { Kind, Marker, Settings } from './kinds/index.ts';

/** Metres. */
const cube = 0.06;
const arrow = 0.22;
const bounds = { min: [-1.6, 0.03, -1.6], max: [1.6, 1.6, 1.6] } as const;

export interface Moved {
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

  constructor(
    readonly kind: Kind,
    view: View,
    names: Names,
    onMove: (moved: Moved) => void,
  ) {
    const { start, handles } = kind;
    this.marker = kind.mark();
    view.add(this.marker.object);
    this.handle = new GoalHandle(view, {
      ...{ position: start.place, size: cube, label: handles.place, bounds },
      onChange: (place) => onMove({ place: place.toArray() }),
    });
    this.arrow = handles.direction
      ? new DirectionHandle(view, {
          ...{ direction: start.direction, origin: start.place, length: arrow, label: handles.direction },
          onChange: (direction) => onMove({ direction: direction.toArray() }),
        })
      : null;
    this.name = names.add(kind.title.toLowerCase(), 'constraint', this.anchor, 0, 30);
  }

  /** Brings everything to what is set. `tool`: metres, world. */
  show(settings: Settings, tool: Vector3): void {
    const { on, place, direction } = settings;
    const { handle, arrow, marker } = this;
    if (handle.visible !== on) {
      handle.visible = on;
      if (arrow) arrow.visible = on;
      this.name.hidden = !on;
    }
    marker.object.visible = on;
    if (!on) return;
    const { position } = handle;
    // Moving it has it drawn: one that stays must not.
    if (position.x !== place[0] || position.y !== place[1] || position.z !== place[2])
      handle.setPosition(...place);
    if (arrow) {
      arrow.setOrigin(...place);
      if (!arrow.direction.equals(this.anchor.fromArray(direction))) arrow.setDirection(...direction);
    }
    this.anchor.copy(position);
    marker.update(settings, tool);
  }
}
